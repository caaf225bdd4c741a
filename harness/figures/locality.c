/* Figure: every SM against every line of memory, those that are alike side by side. */
#include <math.h>
#include <stdlib.h>

#include "component.h"
#include "figure.h"

static size_t index_of(struct ga_frame *all, const char *column, double number) {
    size_t i = 0;
    while (i < all->n && ga_number(all, column)[i] != number)
        i++;
    return i;
}

/* out: a row for each pair, SM by SM as sorted: place of line and SM, ns an add. */
static struct ga_frame *sorted_map(struct ga_frame *rows) {
    struct ga_work *const work = rows->work;
    struct ga_frame *const sms = ga_unique(rows, "sm"), *const lines = ga_unique(rows, "line");
    const size_t n = sms->n * lines->n;
    double *const map = ga_work_take(work, n + 1, sizeof *map);
    size_t *const y = ga_work_take(work, sms->n + 1, sizeof *y), *const x = ga_work_take(
                                                                     work, lines->n + 1, sizeof *x);
    struct ga_frame *const cells = ga_frame_make(work, map && x && y ? n : 0);
    double *const line = ga_number(cells, "line"), *const sm = ga_number(cells, "sm"),
                  *const ns = ga_number(cells, "ns");
    if (!map || !x || !y || cells->n == 0)
        return cells;
    for (size_t i = 0; i < n; i++)
        map[i] = NAN;
    for (size_t i = 0; i < rows->n; i++)
        map[index_of(sms, "sm", ga_number(rows, "sm")[i]) * lines->n +
            index_of(lines, "line", ga_number(rows, "line")[i])] = ga_number(rows, "ns")[i];
    ga_component_sort(work, map, sms->n, lines->n, y, x);
    for (size_t i = 0; i < n; i++) {
        line[i] = (double)x[i % lines->n];
        const size_t row = i / lines->n;
        sm[i] = (double)y[row];
        ns[i] = map[i];
    }
    ga_sort(cells, "sm line");
    return cells;
}

/* How many of the cells take how long, in steps of a nanosecond number. */
static struct ga_frame *histogram_of(struct ga_frame *cells, double lowest, double bin, size_t n) {
    struct ga_frame *const histogram = ga_frame_make(cells->work, n);
    double *const ns = ga_number(histogram, "ns"), *const count = ga_number(histogram, "cells");
    for (size_t i = 0; i < histogram->n; i++) {
        ns[i] = lowest + ((double)i + 0.5) * bin;
        count[i] = 0;
    }
    for (size_t i = 0; i < cells->n; i++) {
        const double at = floor((ga_number(cells, "ns")[i] - lowest) / bin);
        if (at >= 0 && at < (double)histogram->n)
            count[(size_t)at]++;
    }
    return histogram;
}

/* A round step, near to raw. */
static double step_of(double raw) {
    const double unit = pow(10, floor(log10(raw)));
    const double of = raw / unit;
    return unit * (of < 1.5 ? 1 : of < 3.5 ? 2 : of < 7.5 ? 5 : 10);
}

void ga_figure_global_locality(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "global_locality.csv", "sm line allocation page median_ns ops");
    ga_keep(rows, "allocation", "0"); /* the lines that follow one another */
    ga_keep(rows, "page", "0");
    ga_keep_above(rows, "median_ns", 0);
    double *const ns = ga_number(rows, "ns");
    for (size_t i = 0; i < rows->n; i++)
        ns[i] = ga_number(rows, "median_ns")[i] / ga_number(rows, "ops")[i];
    struct ga_frame *const cells = sorted_map(rows);
    ga_frame_write(cells, "map", "line sm ns");
    ga_sort(rows, "ns");
    if (rows->n == 0) {
        work->said = GA_NO_ROW;
        return;
    }
    /* All cells, but for the few beyond 0.5 and 99.5 % that are far off the others. */
    const double least = ga_number(rows, "ns")[0], most = ga_number(rows, "ns")[rows->n - 1];
    const double low = ga_number(rows, "ns")[rows->n / 200],
                 high = ga_number(rows, "ns")[rows->n - 1 - rows->n / 200];
    double lowest = fmax(least, low - 0.25 * (high - low));
    double highest = fmin(most, high + 0.25 * (high - low));
    const double bin = step_of(fmax(highest - lowest, 0.01 * highest) / 60); /* noise is finer */
    lowest = floor(lowest / bin) * bin;
    highest = (floor(highest / bin) + 1) * bin;
    struct ga_frame *const histogram =
        histogram_of(rows, lowest, bin, (size_t)((highest - lowest) / bin + 0.5));
    size_t shown = 0;
    for (size_t i = 0; i < histogram->n; i++)
        shown += (size_t)ga_number(histogram, "cells")[i];
    ga_frame_write(histogram, "histogram", "ns cells");
    ga_set_number(work, "lowest", lowest);
    ga_set_number(work, "highest", highest);
    ga_set_number(work, "bin", bin);
    ga_set_number(work, "n_cells", (double)rows->n);
    ga_set_number(work, "n_beyond", (double)(rows->n - shown));
    ga_set_number(work, "median_ns", ga_number(ga_group(rows, "", "ns"), "median")[0]);
    ga_set_number(work, "last_line", ga_most(cells, "line"));
    ga_set_number(work, "last_sm", ga_most(cells, "sm"));
}
