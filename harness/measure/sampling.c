#include "sampling.h"

static const double USUAL_RELATIVE = 0.01;
enum { LEAST_VISITS = 6, CAP_FACTOR = 2 };

static uint32_t less(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t more(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint32_t quotient_up(uint32_t a, uint32_t b) { return (a + b - 1) / b; }

struct ga_sampling ga_sampling_of(const struct ga_bench *bench, uint32_t wanted, bool once) {
    const double relative = bench->interval > 0 ? bench->interval : USUAL_RELATIVE;
    if (once || bench->whole_visits) {
        const uint32_t in_visit = less(wanted, bench->visit_samples);
        const uint32_t all = quotient_up(wanted, in_visit) * in_visit;
        return (struct ga_sampling){in_visit, all, all, relative};
    }
    const uint32_t in_visit = less(quotient_up(wanted, LEAST_VISITS), bench->visit_samples);
    const uint32_t least = more(quotient_up(wanted, in_visit), LEAST_VISITS) * in_visit;
    return (struct ga_sampling){in_visit, least, CAP_FACTOR * least, relative};
}
