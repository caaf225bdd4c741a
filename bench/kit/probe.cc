/* The smallest steps of a device's two clocks, for `devices` and `run`: one thread reads each many times in a
 * row and keeps the smallest difference that is not 0. No atomics. For 1024 threads, so that it can
 * be asked how many such blocks a cluster has. */
#include "bench.h"
#include "device.h"
#include "probe.h"

GA_KERNEL_FULL(ga_probe, ga_probe_args) {
    uint64_t step_ticks = UINT64_MAX, step_cycles = UINT64_MAX;
    const uint64_t begin_ticks = ga_ticks(), begin_cycles = ga_cycles();
    uint64_t ticks = begin_ticks, cycles = begin_cycles, all_cycles = 0, all_ticks = 0;
    while (ticks - begin_ticks < a.duration_ticks) {
        const uint64_t t = ga_ticks(), c = ga_cycles();
        if (t != ticks && t - ticks < step_ticks)
            step_ticks = t - ticks;
        const uint64_t passed = ga_cycles_between(cycles, c);
        if (c != cycles && passed < step_cycles)
            step_cycles = passed;
        if (GA_IS_NARROW && ga_is_within(ga_mark(ticks, 0), ga_mark(ga_ticks(), 0))) {
            all_cycles += passed;
            all_ticks += t - ticks;
        }
        ticks = t;
        cycles = c;
    }
    a.result->step_ticks = step_ticks;
    a.result->step_cycles = step_cycles;
    a.result->ticks = GA_IS_NARROW ? all_ticks : ticks - begin_ticks;
    a.result->cycles = GA_IS_NARROW ? all_cycles : cycles - begin_cycles;
}

extern "C" const void *GA_SYMBOL(ga_probe_entry)(void) { return GA_ENTRY(ga_probe); }
