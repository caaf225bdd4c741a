/* absent: block 0 of five, the other four of which never come, begins a launch of lock_mutex. It has to give up after
 * one limit of its own, not one for each block that it waits for, and a launch after that at once. Exit status 1 and
 * a line for each that differs. */
#include <stdio.h>
#include <stdlib.h>

#include "lock/mutex_kernels.h"

uint32_t ga_cpu_fences;

/* One thread: it meets nobody at a barrier, and has no warp. */
extern "C" {
const struct ga_cpu_thread *ga_cpu_self(void) {
    static const struct ga_cpu_thread self = {.n_threads = 1, .n_blocks = 5};
    return &self;
}
void ga_cpu_block_sync(void) {}
void ga_cpu_cluster_sync(void) { abort(); }
void *ga_cpu_cluster_shared(uint32_t) { abort(); }
uint32_t ga_cpu_warp_gather(uint32_t, uint32_t *) { abort(); }
}

static const uint64_t LIMIT_NS = 400000000;
static int n_wrong;

/* A launch takes between these times, and leaves word that it gave up. */
static void held(const char *what, const struct mutex_args &a, uint64_t least_ns,
                 uint64_t most_ns) {
    using lock = lock_tas_or<uint32_t *, GA_SCOPE_DEVICE, struct lock_orders<LOCK_ATOMICS>>;
    const uint64_t begin = ga_ticks();
    mutex_start<lock>(a, a.lock, a.protected_words);
    const uint64_t took = ga_ticks() - begin;
    if (took >= least_ns && took <= most_ns && *a.over == MUTEX_GAVE_UP)
        return;
    printf("%s: took %.3f s, expected %.3f to %.3f; over is %u, expected %d\n", what,
           (double)took * 1e-9, (double)least_ns * 1e-9, (double)most_ns * 1e-9, *a.over,
           MUTEX_GAVE_UP);
    n_wrong++;
}

int main(void) {
    static uint32_t word[1], protected_words[PROTECTED_WORDS], ready[5], go, over;
    struct mutex_args a = {};
    a.lock = word;
    a.protected_words = protected_words;
    a.ready = ready;
    a.go = &go;
    a.over = &over;
    a.spin_ticks = LIMIT_NS;
    a.launch = 1;
    held("four blocks that do not come", a, LIMIT_NS, 3 * LIMIT_NS);
    a.launch = 2;
    held("the launch after it", a, 0, LIMIT_NS / 2);
    return n_wrong > 0;
}
