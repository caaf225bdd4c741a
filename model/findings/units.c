#include "units.h"

#include <math.h>
#include <string.h>

#include "splitmix64.h"

double ga_units_distinct(uint32_t units, uint32_t words) {
    /* expm1 and log1p: 1 - (1 - 1/U)^V of many units loses digits otherwise; U = 1 gives log 1 */
    return log(-(double)units * expm1(words * log1p(-1.0 / units)));
}

static uint32_t most_on_a_unit(uint32_t units, uint32_t words, uint32_t placement) {
    uint32_t on[GA_MOST_UNITS];
    uint32_t most = 0;
    memset(on, 0, units * sizeof *on);
    for (uint32_t w = 0; w < words; w++) {
        /* By number, so that every call sees the same placements. */
        const uint64_t n_th = (uint64_t)placement * GA_MOST_WORDS + w;
        const uint64_t random = ga_splitmix64_at(0, n_th) >> 32;
        const uint32_t n = ++on[random * units >> 32];
        most = n > most ? n : most;
    }
    return most;
}

double ga_units_busiest(uint32_t units, uint32_t words) {
    double sum = 0;
    for (uint32_t p = 0; p < GA_PLACEMENTS; p++)
        sum += log((double)words / most_on_a_unit(units, words, p));
    return sum / GA_PLACEMENTS;
}

static double squares(ga_units_model *model, uint32_t units, const uint32_t *words,
                      const double *gain, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        const double off = gain[i] - model(units, words[i]);
        sum += off * off;
    }
    return sum;
}

/* The best of first, first * factor, .. last. */
static struct ga_units_fit scan(ga_units_model *model, uint32_t first, uint32_t last, double factor,
                                const uint32_t *words, const double *gain, size_t n) {
    struct ga_units_fit best = {first, INFINITY}; /* residual: the sum of squares */
    for (uint32_t u = first; u <= last;) {
        const double sum = squares(model, u, words, gain, n);
        if (sum < best.residual)
            best = (struct ga_units_fit){u, sum};
        const uint32_t more = (uint32_t)(u * factor);
        u = u < last && more > last ? last : more > u ? more : u + 1;
    }
    return best;
}

struct ga_units_fit ga_units_fit(ga_units_model *model, const uint32_t *words, const double *gain,
                                 size_t n) {
    const struct ga_units_fit near = scan(model, 1, GA_MOST_UNITS, 1.15, words, gain, n);
    const uint32_t first = (uint32_t)(near.units / 1.2), last = (uint32_t)(near.units * 1.2) + 1;
    struct ga_units_fit fit =
        scan(model, first ? first : 1, last < GA_MOST_UNITS ? last : GA_MOST_UNITS, 1.01, words,
             gain, n);
    fit.residual = exp(sqrt(fit.residual / (double)n)) - 1;
    return fit;
}
