/* When kernels ran, by CUPTI's activity records: one a kernel, also of those in graphs. The library is the one that the
 * process has loaded, or one beside what it has loaded, or an installed one. */
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cupti.h>

#include "inject.h"

/* The oldest layout that has all that is read here; newer ones only add to its end. */
typedef CUpti_ActivityKernel5 kernel_record;

enum { BUFFER = 4 << 20, ALIGNED = 8, FLUSH_EVERY_MS = 1000, FORCED = 1 };

static struct {
    __typeof__(&cuptiActivityRegisterCallbacks) on_buffers;
    __typeof__(&cuptiActivityEnable) enable;
    __typeof__(&cuptiActivityDisable) disable;
    __typeof__(&cuptiActivityGetNextRecord) next;
    __typeof__(&cuptiActivityGetNumDroppedRecords) dropped;
    __typeof__(&cuptiActivityFlushAll) flush;
    __typeof__(&cuptiActivityFlushPeriod) flush_every; /* may be missing */
} cupti;
static void *cupti_library;
static bool used, taken; /* by us, by the program */

static void CUPTIAPI give_buffer(uint8_t **buffer, size_t *size, size_t *most) {
    *buffer = aligned_alloc(ALIGNED, BUFFER);
    *size = *buffer ? BUFFER : 0;
    *most = 0;
}

static void put(const kernel_record *k) {
    const struct ga_launch launch = {
        .kernel = k->name ? k->name : "",
        .grid = {(uint32_t)k->gridX, (uint32_t)k->gridY, (uint32_t)k->gridZ},
        .block = {(uint32_t)k->blockX, (uint32_t)k->blockY, (uint32_t)k->blockZ},
        .dynamic_shared_bytes = (uint32_t)k->dynamicSharedMemory,
        .device = k->deviceId,
        .stream = k->streamId,
        .start_ns = k->start,
        .end_ns = k->end,
        .graph = k->graphNodeId != 0,
        .source = "cupti"};
    if (ga_ranged_takes(k->correlationId) && k->start != CUPTI_TIMESTAMP_UNKNOWN &&
        k->end != CUPTI_TIMESTAMP_UNKNOWN)
        ga_put_launch(&launch);
}

static void CUPTIAPI take_buffer(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size,
                                 size_t valid) {
    CUpti_Activity *record = NULL;
    size_t dropped = 0;
    (void)size;
    while (valid > 0 && cupti.next(buffer, valid, &record) == CUPTI_SUCCESS)
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL ||
            record->kind == CUPTI_ACTIVITY_KIND_KERNEL)
            put((const kernel_record *)record);
    if (cupti.dropped(context, stream, &dropped) == CUPTI_SUCCESS && dropped > 0)
        ga_put_note("dropped", "CUPTI dropped %zu records", dropped);
    free(buffer);
    ga_put_flush();
}

/* Of the libraries that the process has: CUPTI itself, and where another of CUDA's lies. */
struct loaded {
    char cupti[PATH_MAX], beside[PATH_MAX];
};

static int look_at(struct dl_phdr_info *info, size_t size, void *to) {
    static const char *const others[] = {"/libcudart.so", "/libnvrtc.so", "/libcublas.so"};
    struct loaded *const found = to;
    (void)size;
    const char *const path = info->dlpi_name ? info->dlpi_name : "";
    if (strstr(path, "/libcupti.so"))
        snprintf(found->cupti, sizeof found->cupti, "%s", path);
    for (size_t i = 0; i < sizeof others / sizeof *others && !found->beside[0]; i++) {
        const char *const at = strstr(path, others[i]);
        if (at)
            snprintf(found->beside, sizeof found->beside, "%.*s", (int)(at - path), path);
    }
    return 0;
}

static void *open_cupti(const char *folder, const char *way) {
    static const char *const names[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8",
                                        "libcupti.so"};
    char path[PATH_MAX + 64];
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) {
        snprintf(path, sizeof path, "%s%s%s", folder, way, names[i]);
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return library;
}

/* Wheels of CUDA 12 have a folder a library, those of 13 one for all; a toolkit has extras/CUPTI. */
static void *find_cupti(void) {
    static const char *const ways[] = {"/", "/../../cuda_cupti/lib/", "/../extras/CUPTI/lib64/"};
    static const char *const installed[] = {"/usr/local/cuda/lib64/",
                                            "/usr/local/cuda/extras/CUPTI/lib64/"};
    struct loaded found = {"", ""};
    dl_iterate_phdr(look_at, &found);
    void *library = found.cupti[0] ? dlopen(found.cupti, RTLD_NOW | RTLD_LOCAL) : NULL;
    for (size_t i = 0; i < sizeof ways / sizeof *ways && !library && found.beside[0]; i++)
        library = open_cupti(found.beside, ways[i]);
    if (!library)
        library = open_cupti("", "");
    for (size_t i = 0; i < sizeof installed / sizeof *installed && !library; i++)
        library = open_cupti(installed[i], "");
    return library;
}

static bool load_cupti(void) {
    void *const library = cupti_library = find_cupti();
    if (!library)
        return false;
    const struct {
        const char *name;
        void *to;
    } functions[] = {{"cuptiActivityRegisterCallbacks", &cupti.on_buffers},
                     {"cuptiActivityEnable", &cupti.enable},
                     {"cuptiActivityDisable", &cupti.disable},
                     {"cuptiActivityGetNextRecord", &cupti.next},
                     {"cuptiActivityGetNumDroppedRecords", &cupti.dropped},
                     {"cuptiActivityFlushAll", &cupti.flush},
                     {"cuptiActivityFlushPeriod", &cupti.flush_every}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *const function = ga_dlsym(library, functions[i].name);
        memcpy(functions[i].to, &function, sizeof function);
    }
    return cupti.on_buffers && cupti.enable && cupti.disable && cupti.next && cupti.dropped &&
           cupti.flush;
}

static void note_library(void) {
    Dl_info info;
    void *function = NULL;
    memcpy(&function, &cupti.enable, sizeof function);
    if (dladdr(function, &info) && info.dli_fname)
        ga_put_note("cupti", "%s", info.dli_fname);
}

bool ga_cupti_begin(void) {
    const char *const other = getenv("CUDA_INJECTION64_PATH");
    if (other && *other) {
        ga_put_note("cupti_busy", "another tool is there, %s; times are of events", other);
        return false;
    }
    if (__atomic_load_n(&taken, __ATOMIC_ACQUIRE)) {
        ga_put_note("cupti_busy", "the program uses CUPTI itself; times are of events");
        return false;
    }
    if (!load_cupti()) {
        ga_put_note("no_cupti", "no libcupti was found; times are of events");
        return false;
    }
    if (!ga_ranged_begin(cupti_library))
        return false;
    CUptiResult result = cupti.on_buffers(give_buffer, take_buffer);
    if (result == CUPTI_SUCCESS)
        result = cupti.enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    if (result != CUPTI_SUCCESS) {
        ga_ranged_end();
        ga_put_note("cupti_busy", "CUPTI's error %d; times are of events", (int)result);
        return false;
    }
    __atomic_store_n(&used, true, __ATOMIC_RELEASE);
    note_library();
    if (cupti.flush_every)
        cupti.flush_every(FLUSH_EVERY_MS);
    return true;
}

void ga_cupti_end(void) {
    cupti.flush(FORCED);
    if (ga_ranged_left() > 0)
        ga_put_note("dropped",
                    "%zu launches in the range have no time: of captured streams, or not ended",
                    ga_ranged_left());
}

/* From here on times are of events. */
static void hand_over(void) {
    if (__atomic_exchange_n(&taken, true, __ATOMIC_ACQ_REL) ||
        !__atomic_load_n(&used, __ATOMIC_ACQUIRE))
        return;
    cupti.flush(FORCED);
    cupti.disable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    ga_ranged_end();
    ga_times_by_events_from_now();
    ga_put_note("cupti_busy", "the program uses CUPTI itself; times are of events from there on");
}

/* A profiler inside the program takes CUPTI: one alone can have it, and it is the program's. */
__attribute__((visibility("default"))) CUptiResult CUPTIAPI cuptiActivityRegisterCallbacks(
    CUpti_BuffersCallbackRequestFunc request, CUpti_BuffersCallbackCompleteFunc complete) {
    if (!cupti.on_buffers && !load_cupti())
        return CUPTI_ERROR_NOT_INITIALIZED;
    hand_over();
    return cupti.on_buffers(request, complete);
}

/* Likewise its callbacks, which are asked for where a range is. theirs: what dlsym found, of the CUPTI that the program means. */
static __typeof__(&cuptiSubscribe) theirs;

__attribute__((visibility("default"))) CUptiResult CUPTIAPI
cuptiSubscribe(CUpti_SubscriberHandle *handle, CUpti_CallbackFunc callback, void *data) {
    __typeof__(&cuptiSubscribe) subscribe = __atomic_load_n(&theirs, __ATOMIC_ACQUIRE);
    if (!subscribe) { /* it is linked with CUPTI */
        void *function = ga_dlsym(RTLD_NEXT, "cuptiSubscribe");
        if (!function && (cupti_library || load_cupti()))
            function = ga_dlsym(cupti_library, "cuptiSubscribe");
        memcpy(&subscribe, &function, sizeof function);
    }
    if (!subscribe)
        return CUPTI_ERROR_NOT_INITIALIZED;
    if (ga_settings() && ga_settings()->range)
        hand_over();
    return subscribe(handle, callback, data);
}

void *ga_cupti_answer(const char *name, void *found) {
    __typeof__(&cuptiSubscribe) subscribe = NULL;
    const __typeof__(&cuptiSubscribe) ours = cuptiSubscribe;
    if (!found || !ga_settings()->range || strcmp(name, "cuptiSubscribe") != 0)
        return NULL;
    memcpy(&subscribe, &found, sizeof found);
    if (subscribe != ours)
        __atomic_store_n(&theirs, subscribe, __ATOMIC_RELEASE);
    memcpy(&found, &ours, sizeof found);
    return found;
}
