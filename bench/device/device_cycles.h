/* What passes between two looks at ga_cycles(). Where the counter is narrow it wraps within a sample, so a difference is
 * taken modulo its range; the fixed-rate timer, read outside of the sample, says that it was shorter than a turn at
 * the highest clock there is. A backend's header says
 *   GA_CYCLE_BITS             of the counter; 64: it does not wrap
 *   GA_MOST_CYCLES_A_TICK     of ga_ticks(), at the highest clock of any such GPU
 * src: AMD, "RDNA3 Instruction Set Architecture", HW_REG_SHADER_CYCLES. */
#ifndef GA_DEVICE_CYCLES_H
#define GA_DEVICE_CYCLES_H

#define GA_IS_NARROW (GA_CYCLE_BITS < 64)
#define GA_CYCLE_MASK (UINT64_MAX >> (64 - GA_CYCLE_BITS))

GA_DEVICE uint64_t ga_cycles_between(uint64_t begin, uint64_t end) {
    return (end - begin) & GA_CYCLE_MASK;
}

/* Of two times that are less than an eighth of a turn apart, or the first long ago. */
GA_DEVICE bool ga_is_before(uint64_t t, uint64_t then) {
    return GA_IS_NARROW ? ga_cycles_between(then, t) > GA_CYCLE_MASK - (GA_CYCLE_MASK >> 3)
                        : t < then;
}

/* The longest that ga_idle and the like can tell from less. */
GA_DEVICE uint64_t ga_most_idle(uint64_t cycles) {
    return GA_IS_NARROW && cycles > GA_CYCLE_MASK / 2 ? GA_CYCLE_MASK / 2 : cycles;
}

/* The marks of a sample: the cycles, and above them the ticks where the counter is narrow. */
GA_DEVICE uint64_t ga_mark(uint64_t ticks, uint64_t cycles) {
    return ticks << GA_CYCLE_BITS % 64 | (cycles & GA_CYCLE_MASK);
}
GA_DEVICE uint64_t ga_start_after(uint32_t x) {
    if (!GA_IS_NARROW)
        return ga_cycles_after(x);
    const uint64_t ticks = ga_mark(ga_ticks_after(x), 0);
    return ticks | (ga_cycles_after((uint32_t)(ticks >> 32)) & GA_CYCLE_MASK);
}
GA_DEVICE uint64_t ga_start(void) { return GA_IS_NARROW ? ga_start_after(0) : ga_cycles(); }
GA_DEVICE uint64_t ga_stop_after(uint32_t x) {
    const uint64_t cycles = ga_cycles_after(x);
    return GA_IS_NARROW ? ga_mark(ga_ticks(), cycles) : cycles;
}
GA_DEVICE uint64_t ga_stop(void) { return GA_IS_NARROW ? ga_stop_after(0) : ga_cycles(); }

/* in: marks. out: whether ga_cycles_between tells them apart. */
GA_DEVICE bool ga_is_within(uint64_t start, uint64_t stop) {
    return !GA_IS_NARROW ||
           (stop - start) >> GA_CYCLE_BITS % 64 < GA_CYCLE_MASK / GA_MOST_CYCLES_A_TICK;
}

/* Durations fit 32 bits; one that does not reads as the largest. */
GA_DEVICE uint32_t ga_fit(uint64_t duration) {
    return duration < UINT32_MAX ? (uint32_t)duration : UINT32_MAX;
}

/* in: marks. out: the cycles; the largest number if the counter cannot tell. */
GA_DEVICE uint32_t ga_elapsed(uint64_t start, uint64_t stop) {
    return ga_is_within(start, stop) ? ga_fit(ga_cycles_between(start, stop)) : UINT32_MAX;
}

#endif
