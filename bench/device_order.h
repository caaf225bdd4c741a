/* What orders memory without changing it, as templates on scope and order:
 *
 *   ga_load<S, O>(p)       relaxed, acquire or seq_cst
 *   ga_store<S, O>(p, x)   relaxed, release or seq_cst
 *   ga_fence<S, O>()       acquire, release, acq_rel or seq_cst
 *
 * of 32 and 64 bits. Pointers are to device memory, that of a peer, or the host's. Orders and scopes are
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

#endif
