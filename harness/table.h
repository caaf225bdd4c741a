/* A benchmark's results: one row a point, in memory and as <id>.csv. */
#ifndef GA_TABLE_H
#define GA_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "plan.h"
#include "stats.h"

/* The columns of columns.def. Names are static or interned. */
struct ga_row {
#define GA_NAME(field, ...) const char *field;
#define GA_COUNT(field, ...) uint64_t field;
#define GA_REAL(field, ...) double field;
#include "columns.def"
#undef GA_NAME
#undef GA_COUNT
#undef GA_REAL
};

/* rows[plan->n_points]; a row whose status is NULL has not been measured. own: ga_table_free. */
struct ga_table {
    const struct ga_plan *plan;
    struct ga_row *rows;
};

enum ga_status ga_table_make(const struct ga_plan *plan, struct ga_table *table,
                             struct ga_err *err);
void ga_table_free(struct ga_table *table);

/* in: the statistics of the samples in cycles (NULL: there are none), the work of one sample, the
 * SM clock in MHz. out: the row's numbers; its names are left alone. */
void ga_row_fill(struct ga_row *row, const struct ga_summary *cycles, struct ga_work work,
                 double sm_mhz);

/* Writes the measured rows. err: GA_FILE. */
enum ga_status ga_table_write(const struct ga_table *table, const char *path, struct ga_err *err);

/* Reads rows of an earlier run into the table: those of its points that are there and whose status
 * is a result (ok, wrong, unsupported). out: *n_read. err: GA_USAGE naming file, line, value and
 * what was expected; GA_FILE. The table may be partly filled then. */
enum ga_status ga_table_read(struct ga_table *table, const char *path, uint32_t *n_read,
                             struct ga_err *err);

/* out: a copy of the text that lasts as long as the process. Names repeat: each is kept once. */
const char *ga_intern(const char *text);

/* out: how many rows have this status. */
uint32_t ga_table_count(const struct ga_table *table, enum ga_status status);

#endif
