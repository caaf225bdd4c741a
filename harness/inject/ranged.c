/* Which of CUPTI's records are of launches in the range that is asked for. CUPTI calls back on each of the driver's calls that
 * launch, in the thread that launches, and says the call's number; the record of the kernel has the same. Calls that launch
 * graphs are not among them, so that no record of a graph's is.
 * src: CUPTI's headers, correlationId of CUpti_CallbackData, CUpti_ActivityAPI and CUpti_ActivityKernel5. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <cupti.h>

#include "inject.h"

enum { N_BUCKETS = 4096 };

struct number {
    struct number *next;
    uint32_t of;
};

static struct {
    __typeof__(&cuptiSubscribe) subscribe;
    __typeof__(&cuptiUnsubscribe) unsubscribe;
    __typeof__(&cuptiEnableCallback) enable;
} cupti;
static CUpti_SubscriberHandle subscriber;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct number *numbers[N_BUCKETS]; /* of launches that count, without a record yet */
static size_t n_numbers;

static void add(uint32_t of) {
    struct number *const n = malloc(sizeof *n);
    if (!n)
        return;
    pthread_mutex_lock(&lock);
    *n = (struct number){numbers[of % N_BUCKETS], of};
    numbers[of % N_BUCKETS] = n;
    n_numbers++;
    pthread_mutex_unlock(&lock);
}

/* out: whether it was there. */
static bool take(uint32_t of) {
    pthread_mutex_lock(&lock);
    struct number **at = &numbers[of % N_BUCKETS];
    while (*at && (*at)->of != of)
        at = &(*at)->next;
    struct number *const n = *at;
    if (n) {
        *at = n->next;
        n_numbers--;
    }
    pthread_mutex_unlock(&lock);
    free(n);
    return n != NULL;
}

static void CUPTIAPI on_launch(void *nothing, CUpti_CallbackDomain domain, CUpti_CallbackId call,
                               const void *data) {
    const CUpti_CallbackData *const d = data;
    (void)nothing;
    (void)call;
    if (domain != CUPTI_CB_DOMAIN_DRIVER_API)
        return;
    if (d->callbackSite == CUPTI_API_ENTER && ga_nvtx_counts())
        add(d->correlationId);
    else if (d->callbackSite == CUPTI_API_EXIT && d->functionReturnValue &&
             *(const CUresult *)d->functionReturnValue != CUDA_SUCCESS)
        take(d->correlationId);
}

static bool load(void *library) {
    const struct {
        const char *name;
        void *to;
    } functions[] = {{"cuptiSubscribe", &cupti.subscribe},
                     {"cuptiUnsubscribe", &cupti.unsubscribe},
                     {"cuptiEnableCallback", &cupti.enable}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *const function = ga_dlsym(library, functions[i].name);
        memcpy(functions[i].to, &function, sizeof function);
    }
    return cupti.subscribe && cupti.unsubscribe && cupti.enable;
}

/* The calls that launch.c times by events. */
static CUptiResult enable_all(void) {
    static const CUpti_CallbackId calls[] = {
        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
        CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
        CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz};
    CUptiResult result = CUPTI_SUCCESS;
    for (size_t i = 0; result == CUPTI_SUCCESS && i < sizeof calls / sizeof *calls; i++)
        result = cupti.enable(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, calls[i]);
    return result;
}

bool ga_ranged_begin(void *library) {
    if (!ga_settings()->range)
        return true;
    CUptiResult result =
        load(library) ? cupti.subscribe(&subscriber, on_launch, NULL) : CUPTI_ERROR_UNKNOWN;
    if (result == CUPTI_SUCCESS) {
        result = enable_all();
        if (result == CUPTI_SUCCESS)
            return true;
        ga_ranged_end();
    }
    subscriber = NULL;
    ga_put_note("cupti_busy", "CUPTI's error %d on asking for launches; times are of events",
                (int)result);
    return false;
}

void ga_ranged_end(void) {
    if (subscriber)
        cupti.unsubscribe(subscriber);
    subscriber = NULL;
}

bool ga_ranged_takes(uint32_t number) { return !ga_settings()->range || take(number); }

size_t ga_ranged_left(void) {
    pthread_mutex_lock(&lock);
    const size_t n = n_numbers;
    pthread_mutex_unlock(&lock);
    return n;
}
