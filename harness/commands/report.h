/* What a run says on the terminal. */
#ifndef GA_REPORT_H
#define GA_REPORT_H

#include "runfile.h"
#include "table.h"

/* A line that overwrites itself on a terminal; elsewhere a plain line at each tenth of the way. */
struct ga_progress {
    const char *id;
    double begin_s;
    uint32_t done_before; /* points that were there from an earlier run */
    uint32_t tenths;      /* printed so far */
};

void ga_progress_begin(struct ga_progress *progress, const char *id, uint32_t done_before);
void ga_progress_show(struct ga_progress *progress, uint32_t done, uint32_t total);
void ga_progress_end(void);

/* The table at the end: counts, and every row where there are few. alone: nothing else is measured, so that of many rows
 * extremes and the median are shown. */
void ga_print_table(const struct ga_table *table, bool alone);

/* What a run left, in a few lines. in: file: its run.csv; benches: those that it was to measure. */
void ga_print_end(const struct ga_runfile *file, const char *directory,
                  const struct ga_bench *const *benches, size_t n);

#endif
