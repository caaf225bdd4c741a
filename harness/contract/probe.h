/* What the timer probe takes and gives. */
#ifndef GA_PROBE_H
#define GA_PROBE_H

#include <stdint.h>

struct ga_probe_result {
    uint64_t step_ticks, step_cycles; /* smallest difference seen between two reads */
    uint64_t ticks, cycles;           /* of the whole probe, so cycles / ticks is the SM's clock */
};

struct ga_probe_args {
    uint64_t duration_ticks;
    struct ga_probe_result *result;
};

#endif
