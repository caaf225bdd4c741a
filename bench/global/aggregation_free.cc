/* global_aggregation's method `free`: the compiler may combine the lanes of a warp into one add, and does,
 * because it sees that all add to one address. On AMD this file alone is compiled with that
 * optimization; see bench/CMakeLists.txt. */
#include "aggregation.h"

/* Contends: every thread of the device, on one word. Progress assumed: none. Expected: a device-scope add
 * without a result, by one lane of a warp, after the lanes have been counted. */
GA_KERNEL_FULL(global_aggregation_free, aggregation_args) {
    const struct keyed_lap lap = keyed_begin();
    keyed_each(a.keys, a.n_quads, [&](uint32_t key, uint32_t) {
        if (key < a.bins)
            aggregation_add(a.counts, 1);
    });
    keyed_end(a.laps, lap);
}
