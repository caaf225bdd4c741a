/* A table of cross-contention: rates by stride and number of variables, of one slice. */
#ifndef GA_CROSS_GRID_H
#define GA_CROSS_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "findings.h"

/* Its stride by index. rate: in operations a second. unsaturated: the row says that more load raises its rate. */
struct ga_cross_point {
    size_t stride;
    double rate;
    bool unsaturated;
};

/* at[first[v]] .. at[first[v + 1] - 1]: the rows that are ok with variables[v], strides ascending: as many as the table
 * has, which are few of the grid that its strides and variables could span. own: ga_cross_free. */
struct ga_cross {
    const char *table, *name; /* name: direct or scattered */
    char regime[16];
    double warps;
    double *stride, *variables; /* ascending */
    size_t n_strides, n_variables;
    size_t n_points, n_unchecked, n_others; /* others: rows in other slices, or not ok */
    struct ga_cross_point *at;
    size_t *first;
    double *rate_of_one; /* by stride: what its rates are held against, NaN if nothing */
    double limit_of_one; /* in a launch without an end (T = a + b n); NaN: not known */
    double *scratch;     /* room for n_strides */
};

/* Reads the slice (regime and warps; scope=device, order=relaxed, barrier=none) with the most points; of
 * equals the one with fewest rows that are `unchecked`, then unused before other regimes, then the most
 * warps. like: NULL, or a table whose slice is taken. err: as ga_sheet_read. n_points 0: there is no such
 * slice. To be freed in any case. */
enum ga_status ga_cross_read(const char *path, const struct ga_cross *like, struct ga_cross *cross,
                             struct ga_err *err);
void ga_cross_free(struct ga_cross *cross);

/* out: rate with v variables over that with one at the same stride, or at the only stride at which the table
 * has one: its stride means nothing. NaN if one of them is missing. */
double ga_cross_gain(const struct ga_cross *cross, size_t stride, double variables);
/* out: NULL if there is no such row that is ok. */
const struct ga_cross_point *ga_cross_at(const struct ga_cross *cross, size_t stride,
                                         double variables);

/* The rules. out: stride index from which on two variables are undisturbed, n_strides if none. */
size_t ga_cross_pairs(const struct ga_cross *cross, struct ga_findings *findings);
void ga_cross_shares(const struct ga_cross *cross, size_t first, struct ga_findings *findings);
/* err: GA_ERROR for lack of memory. */
enum ga_status ga_cross_units(const struct ga_cross *cross, struct ga_findings *findings,
                              struct ga_err *err);
/* scattered over direct; both of one slice. */
void ga_cross_speed_up(const struct ga_cross *direct, const struct ga_cross *scattered,
                       struct ga_findings *findings);

#endif
