/* What blocks tell each other, and how they wait. All of it by relaxed accesses at device scope, so that a kernel has
 * the atomics and fences that it measures and no others. */
#ifndef GA_TALK_H
#define GA_TALK_H

#include "bench.h"
#include "device_order.h"

GA_DEVICE uint32_t ga_see(const uint32_t *p) { return ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(p); }
GA_DEVICE void ga_say(uint32_t *p, uint32_t x) { ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(p, x); }

/* Durations fit 32 bits; one that does not reads as the largest. */
GA_DEVICE uint32_t ga_elapsed(uint64_t begin, uint64_t end) {
    return end - begin < UINT32_MAX ? (uint32_t)(end - begin) : UINT32_MAX;
}

GA_DEVICE void ga_idle(uint64_t cycles) {
    const uint64_t begin = ga_cycles();
    while (ga_cycles() - begin < cycles)
        ga_pause();
}

#endif
