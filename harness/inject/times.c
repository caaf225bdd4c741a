#include <stdlib.h>
#include <unistd.h>

#include "inject.h"

static pid_t begun_in;
static bool begun, by_events;

bool ga_times_by_events(void) { return __atomic_load_n(&by_events, __ATOMIC_ACQUIRE); }

void ga_times_by_events_from_now(void) { __atomic_store_n(&by_events, true, __ATOMIC_RELEASE); }

bool ga_context_is_gone(CUresult result) {
    return result == CUDA_ERROR_DEINITIALIZED || result == CUDA_ERROR_NOT_INITIALIZED ||
           result == CUDA_ERROR_INVALID_CONTEXT || result == CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

/* After a kernel that failed every call on its context says so. */
static void note_lost(void) {
    CUcontext context = NULL;
    if (!GA_DRIVER(cuCtxGetCurrent) || !GA_DRIVER(cuStreamQuery) ||
        GA_DRIVER(cuCtxGetCurrent)(&context) != CUDA_SUCCESS || !context)
        return;
    const CUresult result = GA_DRIVER(cuStreamQuery)(NULL);
    if (result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_READY && !ga_context_is_gone(result))
        ga_put_note("lost_device", "CUDA error %d", (int)result);
}

/* The driver's functions still work: what it does at the end of the process comes later. A child by fork has none. */
static void end(void) {
    if (getpid() != begun_in)
        return;
    if (ga_times_by_events())
        ga_events_end();
    else
        ga_cupti_end();
    note_lost();
    if (ga_put_any_launch() && !ga_module_seen())
        ga_put_note("not_read",
                    "kernels ran, but no module came by a call that is known; they ran unedited");
    ga_put_flush();
}

/* CUPTI initialises the driver itself, by which it comes here again, perhaps in another thread: nobody waits. */
void ga_times_begin(void) {
    if (!ga_settings() || __atomic_exchange_n(&begun, true, __ATOMIC_ACQ_REL))
        return;
    begun_in = getpid();
    __atomic_store_n(&by_events, !ga_cupti_begin(), __ATOMIC_RELEASE);
    atexit(end);
}
