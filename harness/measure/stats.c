#include "stats.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The sample at a fractional position of the sorted samples. */
static double at(const double *sorted, size_t n, double share) {
    const double position = share * (double)(n - 1);
    const size_t below = (size_t)position;
    const double rest = position - (double)below;
    return rest > 0 ? sorted[below] + rest * (sorted[below + 1] - sorted[below]) : sorted[below];
}

/* Each sample is below the median with probability 1/2, so the number below is binomial. k - 1 is
 * the largest count whose lower tail holds at most 2.5 %. Logarithms, since 2^-n underflows. */
size_t ga_median_rank(size_t n) {
    double log_term = -(double)n * log(2.0), tail = 0;
    for (size_t k = 0; k <= n / 2; k++) {
        tail += exp(log_term);
        if (tail > 0.025)
            return k;
        log_term += log((double)(n - k)) - log((double)(k + 1));
    }
    return 0;
}

/* The rank depends on n alone, and a table has few: of a point's samples, and of its visits. */
static size_t median_rank_cached(size_t n) {
    enum { KEPT = 64 };
    static _Thread_local struct { size_t n, rank; } kept[KEPT];
    if (n != kept[n % KEPT].n) {
        kept[n % KEPT].rank = ga_median_rank(n);
        kept[n % KEPT].n = n;
    }
    return kept[n % KEPT].rank;
}

/* Samples often come sorted; that costs one look. */
static void sort(double *samples, size_t n) {
    size_t i = 1;
    while (i < n && samples[i - 1] <= samples[i])
        i++;
    if (i < n)
        qsort(samples, n, sizeof *samples, ascending);
}

enum ga_status ga_summarize(double *samples, size_t n, struct ga_summary *summary,
                            struct ga_err *err) {
    if (n == 0)
        return ga_fail(err, GA_ERROR, "no samples to summarize");
    for (size_t i = 0; i < n; i++)
        if (isnan(samples[i]))
            return ga_fail(err, GA_ERROR, "sample %zu of %zu is not a number", i + 1, n);
    sort(samples, n);
    const size_t rank = median_rank_cached(n);
    *summary = (struct ga_summary){
        .n = n,
        .min = samples[0],
        .q1 = at(samples, n, 0.25),
        .median = at(samples, n, 0.5),
        .q3 = at(samples, n, 0.75),
        .max = samples[n - 1],
        .ci_low = rank ? samples[rank - 1] : NAN,
        .ci_high = rank ? samples[n - rank] : NAN,
    };
    return GA_OK;
}

void ga_interval_of_visits(double *medians, size_t n, struct ga_summary *summary) {
    const size_t rank = median_rank_cached(n);
    sort(medians, n);
    summary->ci_low = rank ? fmin(medians[rank - 1], summary->median) : NAN;
    summary->ci_high = rank ? fmax(medians[n - rank], summary->median) : NAN;
}

enum ga_stop ga_stop_rule(const struct ga_summary *summary, double relative, double resolution,
                          size_t cap) {
    const double between = (summary->ci_high - summary->ci_low) / 2, within = (resolution - 1) / 2;
    const double half_width =
        between < within ? within : between; /* NaN, if there is no interval */
    if (half_width <= relative * summary->median)
        return GA_STOP_INTERVAL;
    if (half_width <= resolution)
        return GA_STOP_RESOLUTION;
    return summary->n >= cap ? GA_STOP_CAP : GA_GO_ON;
}

const char *ga_stop_name(enum ga_stop stop) {
    static const char *const names[] = {"", "interval", "resolution", "cap"};
    return names[stop];
}
