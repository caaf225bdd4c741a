#include "sampling.h"

static const double USUAL_RELATIVE = 0.01;
enum { LEAST_VISITS = 6, CAP_FACTOR = 2 };

static uint32_t less(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t more(uint32_t a, uint32_t b) { return a > b ? a : b; }

struct ga_sampling ga_sampling_of(const struct ga_bench *bench, uint32_t wanted, bool once) {
    const double relative = bench->interval > 0 ? bench->interval : USUAL_RELATIVE;
    if (once)
        return (struct ga_sampling){1, 1, 1, relative};
    if (bench->whole_visits) {
        const uint32_t n = less(wanted, bench->visit_samples);
        return (struct ga_sampling){n, n, n, relative};
    }
    const uint32_t in_visit =
        less((wanted + LEAST_VISITS - 1) / LEAST_VISITS, bench->visit_samples);
    const uint32_t least = (wanted + in_visit - 1) / in_visit * in_visit;
    return (struct ga_sampling){in_visit, least, more(CAP_FACTOR * least, LEAST_VISITS * in_visit),
                                relative};
}
