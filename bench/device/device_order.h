/* What orders memory without changing it, as templates on scope and order:
 *
 *   ga_load<S, O>(p)       relaxed, acquire or seq_cst
 *   ga_store<S, O>(p, x)   relaxed, release or seq_cst
 *   ga_fence<S, O>()       acquire, release, acq_rel or seq_cst; also of a cluster, where there are some
 *   ga_threadfence<S>()    what the C dialect calls __threadfence_block, __threadfence and _system
 *
 * and accesses without an order:
 *
 *   ga_load_plain(p), ga_store_plain(p, x)        of memory that nobody else accesses meanwhile
 *   ga_load_volatile(p), ga_store_volatile(p, x)  as a volatile object of the C dialect
 *   ga_load_mmio(p), ga_store_mmio(p, x)          past all caches, as for the registers of a device
 *
 * of 32 and 64 bits; those without an order of 32. Pointers are to device memory, that of a peer, or the host's. Orders and scopes are
 * those of device_atomics.h. */
#ifndef GA_DEVICE_ORDER_H
#define GA_DEVICE_ORDER_H

#include "device_atomics.h"

#if defined(GA_BACKEND_CUDA)
#include "device_order_cuda.h"
#elif defined(GA_BACKEND_HIP)
#include "device_order_hip.h"
#else
#include "device_order_cpu.h"
#endif

/* out: the order of the fence that ga_fence<S, order>() makes: a compiler without fences of one side makes one of both. */
static inline enum ga_order ga_fence_order(enum ga_order order) {
#if defined(GA_BACKEND_CUDA) && !GA_CUDA_ONE_SIDED
    return order == GA_ACQUIRE || order == GA_RELEASE ? GA_ACQ_REL : order;
#else
    return order;
#endif
}

#endif
