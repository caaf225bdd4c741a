/* Plan and backend to samples, samples to a table. */
#ifndef GA_RUN_H
#define GA_RUN_H

#include <signal.h>

#include "conditions.h"
#include "sampling.h"
#include "series.h"
#include "table.h"

/* What a run of one benchmark says of itself, for run.csv. */
struct ga_run_report {
    double wall_s, kernel_s;
    double
        sentinel_median; /* of the medians of one point, re-measured through the run; by the row's timer */
    uint32_t sentinel;     /* its index in the plan */
    double sentinel_drift; /* (largest - smallest) / median of those, 0 with one */
    uint32_t sentinel_visits;
    double warm_up_s;
    double moved; /* share of the revisits that were on another SM; NaN without revisits */
    struct ga_conditions conditions; /* after the warm-up, every second, and at the end */
    bool warm;                       /* the SM clock had settled when the measuring began */
};

/* Called between batches. done and total count points. */
struct ga_run_hooks {
    void *context;
    void (*progress)(void *context, uint32_t done, uint32_t total);
    /* Writes what is finished; a failure ends the run. */
    enum ga_status (*checkpoint)(void *context, struct ga_err *err);
};

/* Set by the signal handler: finish the batch and return GA_INTERRUPTED. */
extern volatile sig_atomic_t ga_interrupted;

/* in: table: rows that have a status are kept and not measured again. series: NULL unless the row
 * has that flag. out: table rows, *report. err: GA_ERROR, GA_TIMEOUT (device), GA_FILE
 * (checkpoint), GA_INTERRUPTED; the rows finished until then stand. */
enum ga_status ga_run(struct ga_gpu *gpu, struct ga_table *table,
                      const struct ga_sampling *sampling, struct ga_series *series,
                      const struct ga_run_hooks *hooks, struct ga_run_report *report,
                      struct ga_err *err);

#endif
