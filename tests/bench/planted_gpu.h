/* A device that a check plays. Before it is included, ROOM: bytes of its scratch. The check has launch(), and ga_cpu_self(). */
#ifndef GA_TESTS_PLANTED_GPU_H
#define GA_TESTS_PLANTED_GPU_H

#include <stdlib.h>
#include <string.h>

#include "backend.h"

alignas(256) static char memory[ROOM], host_room[ROOM];

/* Each time that more is asked for than before it is other memory, at the same place. */
extern "C" enum ga_status ga_scratch(struct ga_gpu *gpu, size_t bytes, void **scratch,
                                     struct ga_err *) {
    static uint64_t n_moves; /* of all devices */
    if (bytes > ROOM)
        abort();
    if (bytes > gpu->scratch_bytes) {
        gpu->scratch_bytes = bytes;
        gpu->n_moves = ++n_moves;
    }
    *scratch = memory;
    return GA_OK;
}

extern "C" enum ga_status ga_host_room(struct ga_gpu *, size_t bytes, void **room,
                                       struct ga_err *) {
    if (bytes > ROOM)
        abort();
    *room = host_room;
    return GA_OK;
}

static enum ga_status copy(struct ga_gpu *, void *to, const void *from, size_t bytes,
                           struct ga_err *) {
    memcpy(to, from, bytes);
    return GA_OK;
}
static enum ga_status clear(struct ga_gpu *, void *at, size_t bytes, struct ga_err *) {
    memset(at, 0, bytes);
    return GA_OK;
}
static enum ga_status launch(struct ga_gpu *, const struct ga_launch *, uint32_t, struct ga_err *);

static struct ga_gpu planted_gpu(void) {
    static struct ga_backend backend = {};
    struct ga_gpu gpu = {};
    backend.upload = backend.download = copy;
    backend.clear = clear;
    backend.launch = launch;
    gpu.backend = &backend;
    return gpu;
}

#endif
