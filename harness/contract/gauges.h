/* What a vendor's management library says of a GPU at one moment. */
#ifndef GA_GAUGES_H
#define GA_GAUGES_H

#include <stdbool.h>
#include <stdint.h>

/* The name in run.csv, where its unit stands, too. The performance state: 0 is the fastest. */
#define GA_GAUGES(GAUGE)                                                                           \
    GAUGE(SM_MHZ, "sm_mhz")                                                                        \
    GAUGE(MEMORY_MHZ, "memory_mhz")                                                                \
    GAUGE(POWER_W, "power_w")                                                                      \
    GAUGE(TEMPERATURE_C, "temperature_c")                                                          \
    GAUGE(PERFORMANCE_STATE, "performance_state")

enum ga_gauge {
#define GA_GAUGE(id, name) GA_GAUGE_##id,
    GA_GAUGES(GA_GAUGE)
#undef GA_GAUGE
        GA_N_GAUGES
};

/* Why its clocks are lower than they could be, a bit each.
 * src: NVML API reference, nvmlClocksEventReasons. */
#define GA_REASONS(REASON)                                                                         \
    REASON("idle")                                                                                 \
    REASON("application clocks")                                                                   \
    REASON("software power cap")                                                                   \
    REASON("hardware slowdown")                                                                    \
    REASON("sync boost")                                                                           \
    REASON("software thermal slowdown")                                                            \
    REASON("hardware thermal slowdown")                                                            \
    REASON("hardware power brake")                                                                 \
    REASON("display clocks")

/* at: NaN: it does not say. ecc_pending: of the next start: 1 on, 0 off, -1: it does not say. */
struct ga_gauges {
    double at[GA_N_GAUGES];
    uint64_t reasons;
    bool has_reasons;
    int ecc_pending;
};

#endif
