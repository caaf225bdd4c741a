/* A cluster: blocks that can reach each other's shared memory.
 *
 *   ga_has_clusters            whether this target has them; the rest does nothing where not
 *   ga_cluster_rank()          this block's place in its cluster
 *   ga_cluster_sync()          as in device_barrier.h
 *   ga_cluster_at(p, rank)     where the block of that rank has what p points to in this one: a
 *                              ga_cluster_word
 *
 * Relaxed operations of 32 bits, at the scope of the cluster for a ga_cluster_word, of the block for its own
 * shared memory (a ga_shared_word, ga_shared_at(p)):
 *
 *   ga_add(w, x), ga_add_silent(w, x), ga_exchange(w, x), ga_cas(w, expected, desired), ga_load(w)
 *
 * Adds whose completion the block learns whose memory it is. They count the bytes that they bring at a barrier in
 * the same block's shared memory, which has phases of equally many, less than 2^20, numbered from 0 modulo 2^32:
 *
 *   ga_async_begin(barrier)                one thread of the block, before a ga_cluster_sync()
 *   ga_async_expect(barrier, bytes)        one thread of the block, once a phase, before or after they come
 *   ga_async_ended(barrier, phase, bytes)  whether all of that phase have come, which are in memory then; may
 *                                          wait a while
 *   ga_add_async(w, x, at)                 32 bits; at: ga_cluster_at() of the barrier, of the block that w is in
 *
 * All blocks of the cluster must stay until the last access to their memory is done. */
#ifndef GA_DEVICE_CLUSTER_H
#define GA_DEVICE_CLUSTER_H

#include "device_barrier.h"

#if defined(GA_BACKEND_CUDA)
#include "device_cluster_cuda.h"
#elif defined(GA_BACKEND_HIP)
#include "device_cluster_hip.h"
#else
#include "device_cluster_cpu.h"
#endif

/* What compiles and is never run. */
#if defined(GA_NO_CLUSTERS)
constexpr bool ga_has_clusters = false;
GA_DEVICE uint32_t ga_cluster_rank(void) { return 0; }
GA_DEVICE ga_cluster_word ga_cluster_at(uint32_t *, uint32_t) { return {}; }
template <typename Word> GA_DEVICE uint32_t ga_add(Word, uint32_t x) { return x; }
template <typename Word> GA_DEVICE void ga_add_silent(Word, uint32_t) {}
template <typename Word> GA_DEVICE uint32_t ga_exchange(Word, uint32_t x) { return x; }
template <typename Word> GA_DEVICE uint32_t ga_cas(Word, uint32_t x, uint32_t) { return x; }
template <typename Word> GA_DEVICE uint32_t ga_load(Word) { return 0; }
GA_DEVICE void ga_async_begin(uint64_t *) {}
GA_DEVICE void ga_async_expect(uint64_t *, uint32_t) {}
GA_DEVICE bool ga_async_ended(uint64_t *, uint32_t, uint32_t) { return true; }
GA_DEVICE void ga_add_async(ga_cluster_word, uint32_t, ga_cluster_word) {}
#endif

#endif
