/* Figure: one word between two SMs, for every pair, and for one SM by way, order and scope. */
#include <math.h>

#include "figure.h"

enum { MOST_SMS = 4096 }; /* the map has a cell for each pair */

/* The cells of a map of n SMs; a pair's time is the same either way. */
static double *pair_times(struct ga_frame *rows, size_t n) {
    double *const ns = ga_work_take(rows->work, n * n + 1, sizeof *ns);
    for (size_t i = 0; ns && i < n * n; i++)
        ns[i] = NAN;
    for (size_t i = 0; ns && i < rows->n; i++) {
        const size_t a = (size_t)ga_number(rows, "sm")[i],
                     b = (size_t)ga_number(rows, "partner")[i];
        ns[a * n + b] = ns[b * n + a] = ga_number(rows, "ns")[i];
    }
    return ns;
}

/* out: the SM's place, by its time from the first, which is itself the first. */
static size_t place_of(const double *from_first, size_t n, size_t sm) {
    size_t place = 0;
    const double own = sm == 0 || isnan(from_first[sm]) ? 0 : from_first[sm];
    for (size_t i = 0; i < n; i++) {
        const double other = i == 0 || isnan(from_first[i]) ? 0 : from_first[i];
        place += other < own || (other == own && i < sm);
    }
    return place;
}

static struct ga_frame *sorted_map(struct ga_frame *rows, size_t n) {
    double *const ns = pair_times(rows, n);
    struct ga_frame *const map = ga_frame_make(rows->work, ns ? n * n : 0);
    for (size_t a = 0, i = 0; ns && a < n && i < map->n; a++)
        for (size_t b = 0; b < n; b++, i++) {
            ga_number(map, "x")[i] = (double)place_of(ns, n, b);
            ga_number(map, "y")[i] = (double)place_of(ns, n, a);
            ga_number(map, "ns")[i] = ns[i];
        }
    ga_sort(map, "y x");
    return map;
}

void ga_figure_global_ping_pong(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(work, "global_ping_pong.csv",
                                                "way scope order line sm partner median_ns ops");
    double *const ns = ga_number(rows, "ns");
    for (size_t i = 0; i < rows->n; i++)
        ns[i] = ga_number(rows, "median_ns")[i] / ga_number(rows, "ops")[i];
    ga_keep_above(rows, "ns", 0);
    ga_keep_above(rows, "sm", -1);
    ga_keep_above(rows, "partner", -1);
    if (rows->n == 0) {
        work->said = GA_NO_ROW;
        return;
    }
    ga_set_number(work, "most_ns", ga_most(rows, "ns"));
    struct ga_frame *const map = ga_frame_copy(rows);
    ga_keep(map, "way", "store");
    ga_keep(map, "scope", "device");
    ga_keep(map, "order", "relaxed");
    ga_keep(map, "line", "near");
    const double n = 1 + fmax(ga_most(rows, "sm"), ga_most(rows, "partner"));
    if (n > MOST_SMS) {
        ga_work_fail(work, GA_USAGE, "global_ping_pong.csv: SM %.0f, expected 0 to %d", n - 1,
                     MOST_SMS - 1);
        return;
    }
    ga_set_number(work, "n_sms", n);
    ga_frame_write(sorted_map(map, (size_t)n), "map", "x y ns");
    ga_keep_number(rows, "sm", 0);
    ga_frame_write(rows, "pairs", "way order scope line ns");
}
