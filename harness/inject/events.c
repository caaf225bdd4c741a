/* When kernels ran, by events: two a launch, read when the second has come. Launches into a stream that is being captured
 * get none, nor do those of graphs. Times are counted on from the event before, as one difference holds only 24 bits. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "inject.h"

enum { READ_AT = 64, N_BUCKETS = 1024 };

struct ga_event {
    struct ga_event *next;
    struct ga_launch launch;
    char *kernel;
    CUcontext context;
    CUevent before, after;
};

struct name {
    struct name *next;
    const void *function;
    char *text;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct name *names[N_BUCKETS];
static struct ga_event *first, **last = &first;
static unsigned n_waiting;
static bool lost; /* the device: its events say nothing more */
/* The event before, and when it was. */
static CUevent reference;
static CUcontext reference_context;
static double reference_ns;

static struct name **bucket_of(const void *function) {
    return &names[((uintptr_t)function >> 4) % N_BUCKETS];
}

static const char *name_of(const void *function) {
    for (const struct name *n = *bucket_of(function); n; n = n->next)
        if (n->function == function)
            return n->text;
    return NULL;
}

static void set_name(const void *function, const char *text) {
    const char *const known = name_of(function);
    if (!text || (known && strcmp(known, text) == 0))
        return;
    struct name *const n = malloc(sizeof *n);
    char *const copy = strdup(text);
    if (!n || !copy) {
        free(n);
        free(copy);
        return;
    }
    *n = (struct name){*bucket_of(function), function, copy};
    *bucket_of(function) = n;
}

void ga_events_name(const void *function, const char *name) {
    pthread_mutex_lock(&lock);
    set_name(function, name);
    pthread_mutex_unlock(&lock);
}

void ga_events_name_as(const void *function, const void *other) {
    pthread_mutex_lock(&lock);
    set_name(function, name_of(other));
    pthread_mutex_unlock(&lock);
}

static char *copy_name(CUfunction function) {
    const char *name = NULL;
    pthread_mutex_lock(&lock);
    name = name_of(function);
    char *const known = name ? strdup(name) : NULL;
    pthread_mutex_unlock(&lock);
    if (known)
        return known;
    if (GA_DRIVER(cuFuncGetName) && GA_DRIVER(cuFuncGetName)(&name, function) == CUDA_SUCCESS)
        return strdup(name);
    return strdup("");
}

static void drop(struct ga_event *e) {
    if (e->before)
        GA_DRIVER(cuEventDestroy_v2)(e->before);
    if (e->after)
        GA_DRIVER(cuEventDestroy_v2)(e->after);
    free(e->kernel);
    free(e);
}

static bool may_be_timed(CUstream stream) {
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    return GA_DRIVER(cuEventCreate) && GA_DRIVER(cuEventRecord) && GA_DRIVER(cuEventQuery) &&
           GA_DRIVER(cuEventDestroy_v2) && GA_DRIVER(cuEventElapsedTime) &&
           GA_DRIVER(cuStreamIsCapturing) &&
           GA_DRIVER(cuStreamIsCapturing)(stream, &status) == CUDA_SUCCESS &&
           status == CU_STREAM_CAPTURE_STATUS_NONE;
}

struct ga_event *ga_events_before(CUstream stream, const struct ga_launch *launch,
                                  CUfunction function) {
    CUdevice device = 0;
    if (__atomic_load_n(&lost, __ATOMIC_RELAXED) || !may_be_timed(stream))
        return NULL;
    struct ga_event *const e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->launch = *launch;
    e->launch.stream = (uint32_t)((uintptr_t)stream >> 4);
    if (GA_DRIVER(cuCtxGetDevice)(&device) == CUDA_SUCCESS)
        e->launch.device = (uint32_t)device;
    e->kernel = copy_name(function);
    GA_DRIVER(cuCtxGetCurrent)(&e->context);
    if (!e->kernel || GA_DRIVER(cuEventCreate)(&e->before, CU_EVENT_DEFAULT) != CUDA_SUCCESS ||
        GA_DRIVER(cuEventCreate)(&e->after, CU_EVENT_DEFAULT) != CUDA_SUCCESS ||
        GA_DRIVER(cuEventRecord)(e->before, stream) != CUDA_SUCCESS) {
        drop(e);
        return NULL;
    }
    return e;
}

/* in: the event has come. out: whether its times could be read. */
static bool put(struct ga_event *e) {
    float ms = 0, since = 0;
    if (GA_DRIVER(cuEventElapsedTime)(&ms, e->before, e->after) != CUDA_SUCCESS)
        return false;
    if (reference && reference_context == e->context &&
        GA_DRIVER(cuEventElapsedTime)(&since, reference, e->before) == CUDA_SUCCESS)
        reference_ns += (double)since * 1e6;
    if (reference)
        GA_DRIVER(cuEventDestroy_v2)(reference);
    else
        reference_ns = 1;
    reference = e->before;
    reference_context = e->context;
    e->before = NULL;
    e->launch.kernel = e->kernel;
    e->launch.start_ns = (uint64_t)(reference_ns > 1 ? reference_ns : 1);
    e->launch.end_ns = e->launch.start_ns + (uint64_t)((double)ms * 1e6 + 0.5);
    ga_put_launch(&e->launch);
    return true;
}

static void note_lost(CUresult result) {
    if (!__atomic_exchange_n(&lost, true, __ATOMIC_RELAXED) && !ga_context_is_gone(result))
        ga_put_note("lost_device", "CUDA error %d", (int)result);
}

/* Reads those that have come, in order of launch. */
static void read_events(void) {
    while (first && !lost) {
        struct ga_event *const e = first;
        const CUresult result = GA_DRIVER(cuEventQuery)(e->after);
        if (result == CUDA_ERROR_NOT_READY)
            return;
        if (result != CUDA_SUCCESS)
            note_lost(result);
        else
            put(e);
        first = e->next;
        if (!first)
            last = &first;
        n_waiting--;
        drop(e);
    }
}

void ga_events_after(struct ga_event *e, CUstream stream, CUresult launched) {
    if (!e)
        return;
    if (launched != CUDA_SUCCESS || GA_DRIVER(cuEventRecord)(e->after, stream) != CUDA_SUCCESS) {
        drop(e);
        return;
    }
    pthread_mutex_lock(&lock);
    *last = e;
    last = &e->next;
    if (++n_waiting % READ_AT == 0)
        read_events();
    pthread_mutex_unlock(&lock);
}

void ga_events_end(void) {
    pthread_mutex_lock(&lock);
    read_events();
    if (n_waiting > 0)
        ga_put_note("dropped", "%u launches had not ended", n_waiting);
    pthread_mutex_unlock(&lock);
}
