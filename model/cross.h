/* A table of cross-contention as a grid: rates by stride and number of variables, of one slice. */
#ifndef GA_CROSS_GRID_H
#define GA_CROSS_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "findings.h"

/* rate[stride * n_variables + variables]: in operations a second, NaN where there is no row that is ok.
 * unsaturated: the row says that more load raises its rate. own: ga_cross_free. */
struct ga_cross {
    const char *table, *name; /* name: direct or scattered */
    char regime[16];
    double warps;
    double *stride, *variables; /* ascending */
    size_t n_strides, n_variables;
    size_t n_points, n_unchecked, n_left; /* left: rows in other slices, or not ok */
    double *rate;
    bool *unsaturated;
    double *scratch; /* room for n_strides */
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
/* out: the index of a value of `variables`, n_variables if it is none. */
size_t ga_cross_find(const struct ga_cross *cross, double variables);

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
