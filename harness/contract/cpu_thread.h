/* What a kernel on the CPU stand-in knows of its own thread. Set by backend_cpu.c. */
#ifndef GA_CPU_THREAD_H
#define GA_CPU_THREAD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GA_CPU_WARP_SIZE = 4 };

struct ga_cpu_thread {
    uint32_t thread, n_threads, block, n_blocks, sm, cluster_rank;
    uint32_t
        lacks_cycle_bits; /* of 64, that ga_cycles() has; 0, unless it is to wrap as some GPU's does */
    void *shared;
    uint32_t *has_arguments; /* set to 1, with release, once it has copied its kernel's; or NULL */
};

const struct ga_cpu_thread *ga_cpu_self(void);
void ga_cpu_block_sync(void);

/* Of a cooperative launch: a barrier of all its threads. */
void ga_cpu_grid_sync(void);

/* Of the block's cluster: a barrier of all its threads, and the shared memory of the block of a rank. */
void ga_cpu_cluster_sync(void);
void *ga_cpu_cluster_shared(uint32_t rank);

/* All threads of a warp call it together. out: what each of them gave, by lane, and their number. */
uint32_t ga_cpu_warp_gather(uint32_t x, uint32_t all[GA_CPU_WARP_SIZE]);

/* What a fence exchanges under ThreadSanitizer, which knows no fences. */
extern uint32_t ga_cpu_fences;

#ifdef __cplusplus
}
#endif
#endif
