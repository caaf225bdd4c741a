/* What blocks tell each other, and how they wait. All of it by relaxed accesses at device scope, so that a kernel has
 * the atomics and fences that it measures and no others. */
#ifndef GA_TALK_H
#define GA_TALK_H

#include "bench.h"
#include "device_order.h"

GA_DEVICE uint32_t ga_see(const uint32_t *p) { return ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(p); }
GA_DEVICE void ga_say(uint32_t *p, uint32_t x) { ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(p, x); }

/* At least so long, but no longer than half a turn of a counter that wraps. */
GA_DEVICE void ga_idle(uint64_t cycles) {
    const uint64_t begin = ga_cycles(), most = ga_most_idle(cycles);
    while (ga_cycles_between(begin, ga_cycles()) < most)
        ga_pause();
}

#endif
