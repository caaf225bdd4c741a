#include "fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

size_t ga_distinct(double *values, size_t n) {
    size_t n_distinct = 0;
    qsort(values, n, sizeof *values, ascending);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || values[i] != values[i - 1])
            values[n_distinct++] = values[i];
    return n_distinct;
}

size_t ga_place(const double *values, size_t n, double value) {
    const double *const at = bsearch(&value, values, n, sizeof *values, ascending);
    return at ? (size_t)(at - values) : n;
}

double ga_median(double *values, size_t n) {
    if (n == 0)
        return NAN;
    qsort(values, n, sizeof *values, ascending);
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

struct ga_two ga_two_means(double *values, size_t n) {
    struct ga_two best = {.separation = NAN};
    if (n < 2)
        return best;
    qsort(values, n, sizeof *values, ascending);
    /* Relative to the smallest, so that squares lose no digits. */
    double total = 0, squares = 0, below = 0, least = INFINITY;
    for (size_t i = 0; i < n; i++) {
        total += values[i] - values[0];
        squares += (values[i] - values[0]) * (values[i] - values[0]);
    }
    for (size_t k = 1; k < n; k++) {
        below += values[k - 1] - values[0];
        const double first = below / (double)k, second = (total - below) / (double)(n - k);
        const double within = squares - below * first - (total - below) * second;
        if (within >= least)
            continue;
        least = within;
        best.n[0] = k;
        best.n[1] = n - k;
        best.mean[0] = values[0] + first;
        best.mean[1] = values[0] + second;
    }
    /* What rounding leaves of a sum of squares is none. */
    const double noise = 1e-12 * squares;
    const double gap = best.mean[1] - best.mean[0];
    best.separation = least > noise ? gap / sqrt(least / (double)n) : gap > 0 ? INFINITY : 0;
    return best;
}

struct ga_line ga_fit_line(const double *x, const double *y, size_t n) {
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0;
    for (size_t i = 0; i < n; i++) {
        mean_x += x[i] / (double)n;
        mean_y += y[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
    }
    const double slope = xy / xx, left = yy - slope * xy;
    return (struct ga_line){slope, sqrt((left > 0 ? left : 0) / (double)(n - 2) / xx)};
}

void ga_remove_means(double *x, size_t n, size_t m) {
    for (size_t c = 0; c < m; c++) {
        double sum = 0;
        for (size_t r = 0; r < n; r++)
            sum += x[r * m + c];
        for (size_t r = 0; r < n; r++)
            x[r * m + c] -= sum / (double)n;
    }
    for (size_t r = 0; r < n; r++) {
        double sum = 0;
        for (size_t c = 0; c < m; c++)
            sum += x[r * m + c];
        for (size_t c = 0; c < m; c++)
            x[r * m + c] -= sum / (double)m;
    }
}

/* Of two vectors with mean 0; 0 if one of them is all 0. */
static double correlation(const double *a, const double *b, size_t m) {
    double ab = 0, aa = 0, bb = 0;
    for (size_t i = 0; i < m; i++) {
        ab += a[i] * b[i];
        aa += a[i] * a[i];
        bb += b[i] * b[i];
    }
    return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

uint32_t ga_group_rows(const double *x, size_t n, size_t m, double least, double *sums,
                       uint32_t *group) {
    uint32_t n_groups = 0;
    for (size_t r = 0; r < n; r++) {
        double most = least;
        group[r] = n_groups;
        for (uint32_t g = 0; g < n_groups; g++) {
            const double c = correlation(x + r * m, sums + g * m, m);
            if (c > most) {
                most = c;
                group[r] = g;
            }
        }
        double *const sum = sums + group[r] * m;
        if (group[r] == n_groups) {
            memset(sum, 0, m * sizeof *sum);
            n_groups++;
        }
        for (size_t c = 0; c < m; c++)
            sum[c] += x[r * m + c];
    }
    return n_groups;
}
