/* The device vocabulary: all that a kernel may use. The same words mean the same on every backend;
 * what they compile to differs, which is what this suite measures, so nothing is aliased.
 *
 *   GA_KERNEL(name, type)      defines the kernel `name`, for blocks of at most 128 threads; its
 *                              body sees `const struct type a`
 *   GA_KERNEL_FULL(name, type) likewise, for 1024 in a block
 *   GA_KERNEL_PAIRED(name, type)  likewise; its registers allow as many warps as an SM has, in two blocks
 *   GA_DECLARE_KERNEL(name, type)  a kernel that another file defines
 *   GA_ENTRY(name)             its address, for ga_launch.entry
 *   GA_UNROLL                  before a loop whose every iteration must be code of its own
 *   GA_NO_UNROLL               before a loop that must stay one
 *   GA_DEVICE                  before a function that runs on the device
 *   GA_ANYWHERE                before one that the host calls, too
 *
 *   ga_thread() ga_n_threads() ga_block() ga_n_blocks() ga_warp_size() ga_sm_id()
 *   ga_shared()                the block's dynamic shared memory
 *   ga_block_sync()            every thread of the block arrives before any leaves
 *   ga_block_sync_writes()     likewise, and one thread's release that follows is for what all of the block wrote
 *   ga_converge()              behind an `if` of some lanes that ends a loop whose head has another: AMD's compilers else let
 *                              those that skip both go round alone. No instruction
 *   ga_pause()                 inside a spin: let others run
 *   ga_await_writes()          returns when the device has all that this thread wrote, or added without a result. NVIDIA:
 *                              a fence at device scope; AMD: a wait, and no cache is written back
 *
 *   These are for all lanes of a warp together, and a set of lanes is a ga_lanes, one bit a lane:
 *   ga_ballot(yes)             the lanes that say yes
 *   ga_match(x)                the lanes that have this lane's x; not on AMD
 *   ga_broadcast(x, lane)      that lane's x, `lane` being the same for all
 *   ga_shuffle(x, lane)        that lane's x, each lane having a `lane` of its own
 *   ga_n_lanes(lanes), ga_first_lane(lanes)  how many there are, and the lowest of at least one
 *
 *   ga_cycles()                the SM's own clock, in cycles; comparable on one SM only, and modulo GA_CYCLE_BITS
 *   ga_cycles_after(x)         likewise, read after the value x has arrived; on NVIDIA 0xffffffff stops the launch
 *   ga_start(), ga_start_after(x), ga_stop(), ga_stop_after(x)  the marks of a sample in cycles
 *   ga_elapsed(start, stop)    the cycles between two marks, 32 bits; the largest number if they cannot be told
 *   ga_cycles_between(a, b), ga_is_before(a, b)  of ga_cycles(), for waits: whatever is longer than a turn is not seen
 *   ga_ticks(), ga_ticks_after(x)  the fixed-rate timer, in ga_limits.tick_ns; one for the device
 *
 *   ga_<op>_<scope>_<order>(p, ...)  one atomic operation: add_u32, cas_u32; returns the old value
 *   ga_load_u32_<scope>_<order>(p), ga_store_u32_<scope>_<order>(p, x)
 *
 * GA_SM_MARGIN_CYCLES, GA_BLOCK_MARGIN_CYCLES: how far ahead a start must be agreed so that all
 * hear of it in time, among the blocks of one SM and in one block. GA_SKEW_CYCLES: how far apart
 * warps that start at one agreed clock may be; beyond, the sample is taken again. Progress: blocks
 * that are resident make progress; nothing is assumed between lanes of a warp,
 * but that they meet at the words for all of them. */
#ifndef GA_DEVICE_H
#define GA_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#define GA_JOIN_(a, b) a##_##b
#define GA_JOIN(a, b) GA_JOIN_(a, b)
/* A symbol of this backend: every backend's copy of a kernel is in the one executable. */
#define GA_SYMBOL(name) GA_JOIN(name, GA_BACKEND)

#if defined(GA_BACKEND_CUDA)
#include "device_cuda.h"
#elif defined(GA_BACKEND_HIP)
#include "device_hip.h"
#elif defined(GA_BACKEND_CPU)
#include "device_cpu.h"
#else
#error "define GA_BACKEND and one of GA_BACKEND_CUDA, GA_BACKEND_HIP, GA_BACKEND_CPU"
#endif
#include "device_cycles.h"

#endif
