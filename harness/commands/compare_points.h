/* A table of two runs, point by point. */
#ifndef GA_COMPARE_POINTS_H
#define GA_COMPARE_POINTS_H

#include <stdbool.h>

#include "measured.h"

/* own: ga_comparison_free; its points are the tables'. */
struct ga_comparison {
    size_t n_both, n_only[2];
    size_t n_status, n_lost; /* whose status differs, and of these: was ok and is not */
    size_t n_instruction;
    size_t n_work; /* ok in both, of other numbers of operations: the times say nothing */
    double within; /* percent */
    bool of_sets;  /* both are of several processes */
    size_t n_ok, n_alike;
    size_t n_apart;          /* of n_alike: within `within`, and their intervals do not overlap */
    double *percent, *ratio; /* [n_ok], |second - first| / first, second / first */
    const struct ga_measured *lost; /* the first of them */
    double worst_percent;           /* the largest */
    /* Of the points that n_alike does not count: the one that differs most, in both runs. */
    const struct ga_measured *unlike[2];
    double unlike_percent;
    const struct ga_measured
        *farthest; /* the point with the ratio that is farthest from 1, either way */
    double farthest_ratio;
};

/* in: tables[2], the second read like the first; within: percent. err: GA_ERROR for lack of memory. To be freed in any
 * case. */
enum ga_status ga_compare_points(const struct ga_measured_table *tables, double within,
                                 struct ga_comparison *comparison, struct ga_err *err);
void ga_comparison_free(struct ga_comparison *comparison);

/* in: values[n], n > 0, sorted in place; share from 0 to 1. out: linear between two values (Hyndman and Fan's type 7). */
double ga_quantile(double *values, size_t n, double share);

/* A line a table of two devices, below the heads; the point that is farthest from 1 stands below it. */
void ga_print_ratio_heads(void);
void ga_print_ratios(const char *name, struct ga_comparison *comparison);

/* Likewise of runs of one device; percent. Below it what one run alone has, what differs, how many points are not
 * alike, and which of them differs most. */
void ga_print_difference_heads(double within);
void ga_print_differences(const char *name, const char *const *directory,
                          struct ga_comparison *comparison);

#endif
