/* Barriers in hardware, and the vendor's of a grid. What a target lacks compiles to nothing and is never run.
 *
 *   ga_warp_sync()             the lanes of a warp, and what they wrote before
 *   ga_named_sync(id, n)       n threads of a block, whole warps, that call it with one id of 1 to 15; likewise
 *   ga_cluster_sync()          every thread of the cluster arrives before any leaves; what they wrote or
 *                              added to memory before is there after
 *   ga_cluster_sync_relaxed()  likewise, and nothing is said of memory
 *   ga_grid_sync()             every thread of a cooperative launch, and what they wrote before
 *
 * A barrier in shared memory (mbarrier): phases of n arrivals, or of one thread's announcement and the bytes of
 * asynchronous adds, numbered from 0 modulo 2^32.
 *
 *   ga_mbarrier_begin(barrier, n)   one thread of the block, before a ga_block_sync()
 *   ga_mbarrier_arrive(barrier)     one arrival
 *   ga_mbarrier_expect(barrier, bytes)    one arrival that announces so many bytes more; less than 2^20 a phase
 *   ga_mbarrier_add(barrier, word, x)     adds to a word of the block's own shared memory, and counts 4 bytes when it has;
 *                                         in a launch with clusters, be they of one block
 *   ga_mbarrier_ended(barrier, phase, n)  whether the phase has ended, after n arrivals or bytes; may wait a while */
#ifndef GA_DEVICE_BARRIER_H
#define GA_DEVICE_BARRIER_H

#include "device_order.h"

#if defined(GA_BACKEND_CUDA)
#include "device_barrier_cuda.h"
#elif defined(GA_BACKEND_CPU)
#include "device_barrier_cpu.h"
#else
GA_DEVICE void ga_warp_sync(void) {}
GA_DEVICE void ga_named_sync(uint32_t, uint32_t) {}
GA_DEVICE void ga_grid_sync(void) {}
#define GA_NO_CLUSTER_BARRIERS
#endif

#if defined(GA_NO_CLUSTER_BARRIERS)
GA_DEVICE void ga_cluster_sync(void) {}
GA_DEVICE void ga_cluster_sync_relaxed(void) {}
GA_DEVICE void ga_mbarrier_begin(uint64_t *, uint32_t) {}
GA_DEVICE void ga_mbarrier_arrive(uint64_t *) {}
GA_DEVICE void ga_mbarrier_expect(uint64_t *, uint32_t) {}
GA_DEVICE void ga_mbarrier_add(uint64_t *, uint32_t *, uint32_t) {}
GA_DEVICE bool ga_mbarrier_ended(uint64_t *, uint32_t, uint32_t) { return true; }
#endif

#endif
