/* Figure: one add as a ladder of costs, from the pace of issuing over the way to a far line to an order's fence. */
#include <math.h>

#include "figure.h"

enum { MOST_RUNGS = 16 };

struct ladder {
    struct ga_frame *rungs;
    size_t n;
};

static void add_rung(struct ladder *ladder, const char *name, double ns, double mhz) {
    struct ga_frame *const rungs = ladder->rungs;
    if (ladder->n == rungs->n || !(ns > 0))
        return;
    ga_text(rungs, "name")[ladder->n] = name;
    ga_number(rungs, "ns")[ladder->n] = ns;
    ga_number(rungs, "cycles")[ladder->n] = ns * mhz * 1e-3;
    ga_text(rungs, "cost")[ladder->n] =
        ga_work_text(rungs->work, "%.3g ns, %.0f cycles", ns, ns * mhz * 1e-3);
    ladder->n++;
}

static void add_ns_per_op(struct ga_frame *rows) {
    double *const ns = ga_number(rows, "ns");
    for (size_t i = 0; i < rows->n; i++)
        ns[i] = ga_number(rows, "median_ns")[i] / ga_number(rows, "ops")[i];
}

/* A regime, at device scope with the most adds. */
static void add_regime(struct ladder *ladder, struct ga_frame *rows, const char *regime,
                       const char *name) {
    struct ga_frame *const one = ga_frame_copy(rows);
    ga_keep(one, "regime", regime);
    ga_narrow(one, "scope", "device");
    ga_keep_number(one, "adds", ga_most(one, "adds"));
    if (one->n > 0)
        add_rung(ladder, name, ga_number(one, "ns")[0], ga_number(one, "sm_mhz")[0]);
}

static void add_distances(struct ladder *ladder, struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "global_locality.csv", "median_ns ops sm_mhz");
    add_ns_per_op(rows);
    struct ga_frame *const all = ga_group(rows, "", "ns"), *const clock =
                                                               ga_group(rows, "", "sm_mhz");
    if (all->n == 0 || clock->n == 0)
        return;
    static const char *const names[] = {"latency, nearest line", "latency, median line",
                                        "latency, farthest line"},
                             *const at[] = {"least", "median", "most"};
    for (unsigned k = 0; k < 3; k++) {
        add_rung(ladder, names[k], ga_number(all, at[k])[0], ga_number(clock, "median")[0]);
    }
}

static void add_orders(struct ladder *ladder, struct ga_work *work) {
    static const char *const orders[][3] = {{"release", "device", "latency, release, device"},
                                            {"seq_cst", "device", "latency, seq_cst, device"},
                                            {"release", "system", "latency, release, system"},
                                            {"seq_cst", "system", "latency, seq_cst, system"}};
    static const char axes[] = "order scope operation type barrier regime contention";
    struct ga_frame *const rows =
        ga_frame_read(work, "global_operations.csv",
                      "operation type scope order barrier regime contention accesses access_ns "
                      "sm_mhz");
    ga_keep(rows, "accesses", "usual");
    for (unsigned k = 0; k < sizeof orders / sizeof *orders; k++) {
        const char *const texts[] = {orders[k][0], orders[k][1], "add",   "u32",
                                     "none",       "dependent",  "thread"};
        const size_t i = ga_row(rows, axes, texts);
        if (i < rows->n)
            add_rung(ladder, orders[k][2], ga_number(rows, "access_ns")[i],
                     ga_number(rows, "sm_mhz")[i]);
    }
}

void ga_figure_global_baseline(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "global_baseline.csv", "regime scope adds median_ns ops sm_mhz");
    struct ladder ladder = {.rungs = ga_frame_make(work, MOST_RUNGS)};
    add_ns_per_op(rows);
    add_regime(&ladder, rows, "unused", "issue, no result used");
    add_regime(&ladder, rows, "independent", "throughput, results used");
    const size_t without_distance = ladder.n;
    add_distances(&ladder, work);
    if (ladder.n == without_distance)
        add_regime(&ladder, rows, "dependent", "latency");
    add_orders(&ladder, work);
    ga_say_none(rows);
    struct ga_frame *const theirs =
        ga_frame_published(work, "maucher2025_figure2.csv", "gpu ops ns_per_access");
    ladder.rungs->n = ladder.n;
    ga_set_number(work, "n_rungs", (double)ladder.n);
    ga_set_text(work, "names", ga_quoted_words(ladder.rungs, "name"));
    ga_set_text(work, "costs", ga_quoted_words(ladder.rungs, "cost"));
    ga_set_number(work, "n_published", (double)theirs->n);
    ga_set_number(work, "lowest",
                  fmin(ga_least(ladder.rungs, "ns"), ga_least(theirs, "ns_per_access")));
    ga_set_number(work, "highest",
                  fmax(ga_most(ladder.rungs, "ns"), ga_most(theirs, "ns_per_access")));
    ga_frame_write(ladder.rungs, "rungs", "ns cycles");
    ga_frame_write(theirs, "published", "ops ns_per_access");
}
