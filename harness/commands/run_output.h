/* What a run prints of its tables. */
#ifndef GA_RUN_OUTPUT_H
#define GA_RUN_OUTPUT_H

#include "runfile.h"
#include "table.h"

/* The table at the end: counts, and every row where there are few. */
void ga_print_table(const struct ga_table *table);

/* What a run left, in a few lines. in: file: its run.csv; benches: those that it was to measure. */
void ga_print_end(const struct ga_runfile *file, const char *directory,
                  const struct ga_bench *const *benches, size_t n);

/* What to do with it: commands. in: as ga_print_end; n may be 0. */
void ga_print_next(const char *directory, const struct ga_bench *const *benches, size_t n,
                   const struct ga_runfile *file);

#endif
