/* Samples to a summary. Pure: no I/O, no device. */
#ifndef GA_STATS_H
#define GA_STATS_H

#include <stddef.h>

#include "status.h"

/* In the unit of the samples. ci: 95 % confidence interval of the median from order statistics,
 * which assumes nothing of the distribution but that they are independent; NaN below 6, where none exists. */
struct ga_summary {
    size_t n;
    double min, q1, median, q3, max;
    double ci_low, ci_high;
};

/* in: samples[n], n >= 1, sorted in place. out: *summary. err: GA_ERROR for n == 0 or a NaN,
 * summary untouched, samples in any order. src: quartiles by linear interpolation (Hyndman and Fan
 * 1996, type 7); interval by the binomial distribution of the ranks (David and Nagaraja, Order
 * Statistics, section 7.1). */
enum ga_status ga_summarize(double *samples, size_t n, struct ga_summary *summary,
                            struct ga_err *err);

/* out: k such that the k-th smallest and the k-th largest (from 1) of n samples enclose the median
 * with at least 95 % confidence, the largest such k; 0 if there is none. */
size_t ga_median_rank(size_t n);

/* Puts the interval that visits give in the place of the samples': of one visit these resemble each other, and as many as
 * they are they cover less than they seem to. By ranks, too, and no narrower than to the median of all samples.
 * in: medians[n] of the visits, sorted in place. out: summary->ci_low, ci_high; NaN below 6 visits. */
void ga_interval_of_visits(double *medians, size_t n, struct ga_summary *summary);

/* Why the sampling of a point may stop. */
enum ga_stop { GA_GO_ON, GA_STOP_INTERVAL, GA_STOP_RESOLUTION, GA_STOP_CAP };

/* in: relative: half the interval's width, as a share of the median, that is narrow enough;
 * resolution: the step of the samples, in their unit; one of more units leaves the median uncertain by half of it,
 * however alike they are; cap: the most samples. out: why to stop, if so. */
enum ga_stop ga_stop_rule(const struct ga_summary *summary, double relative, double resolution,
                          size_t cap);

/* out: "", "interval", "resolution" or "cap", as the CSV's column `stop` has it. */
const char *ga_stop_name(enum ga_stop stop);

#endif
