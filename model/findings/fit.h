/* Distinct values, medians, two groups, groups of alike vectors. Pure. */
#ifndef GA_FIT_H
#define GA_FIT_H

#include <stddef.h>
#include <stdint.h>

/* Sorts values[n] and leaves each once. out: how many. */
size_t ga_distinct(double *values, size_t n);
/* out: which of values[n], distinct, it is; n if none. */
size_t ga_place(const double *values, size_t n, double value);

/* in: values[n], sorted in place. out: their median, NaN of none. */
double ga_median(double *values, size_t n);

/* The split of sorted values into two groups that are as narrow as possible (least sum of squares
 * within the groups: k-means with k = 2, exact). separation: distance of the means in standard
 * deviations within the groups; infinite if there is none within, NaN below two values. */
struct ga_two {
    size_t n[2];
    double mean[2], separation;
};
/* in: values[n], sorted in place. */
struct ga_two ga_two_means(double *values, size_t n);

/* The least-squares line through n points; error: the slope's standard error. */
struct ga_line {
    double slope, error;
};
struct ga_line ga_fit_line(const double *x, const double *y, size_t n);

/* in: x[n][m]. x loses the mean of each column, then that of each row. */
void ga_remove_means(double *x, size_t n, size_t m);

/* Each row joins the group with whose sum of rows it correlates most, if by more than `least`, or opens
 * a group of its own; in the order of the rows. in: x[n][m], each row's mean 0. out: group[n], from 0,
 * in order of their first rows. sums: room for n * m. out: how many groups there are. */
uint32_t ga_group_rows(const double *x, size_t n, size_t m, double least, double *sums,
                       uint32_t *group);

#endif
