/* A benchmark's results: one row a point, in memory and as <id>.csv. */
#ifndef GA_TABLE_H
#define GA_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "plan.h"
#include "runfile.h"
#include "stats.h"

/* All columns of common_columns.def, whether this benchmark's file has them or not. Names are static or interned. */
struct ga_row {
    bool is_measured; /* there is one: all else counts only then */
#define GA_OUTCOME(group, field, ...) enum ga_status field;
#define GA_NAME(group, field, ...) const char *field;
#define GA_COUNT(group, field, ...) uint64_t field;
#define GA_REAL(group, field, ...) double field;
#include "common_columns.def"
#undef GA_OUTCOME
#undef GA_NAME
#undef GA_COUNT
#undef GA_REAL
    double tally[GA_MAX_TALLIES]; /* of the benchmark; in the file behind the columns */
};

/* rows[plan->n_points]. own: ga_table_free. */
struct ga_table {
    const struct ga_plan *plan;
    struct ga_row *rows;
};

enum ga_status ga_table_make(const struct ga_plan *plan, struct ga_table *table,
                             struct ga_err *err);
void ga_table_free(struct ga_table *table);

/* What was measured of a point. samples: in cycles or ticks, as `timer` says; NULL: there are none.
 * access: ticks an access took a thread, over the samples the median of the threads' mean, least and
 * most; fairness: see struct ga_spread. */
struct ga_observation {
    const struct ga_summary *samples;
    enum ga_timer timer;
    double tick_ns, sm_mhz;
    struct ga_work work;
    bool threads; /* the four that follow are there */
    struct ga_summary access;
    double access_min, access_max, fairness;
    const double *tallies; /* NULL: there are none */
};

/* out: the row's numbers, without those that other rows decide; its names are left alone. */
void ga_row_fill(struct ga_row *row, const struct ga_observation *observed);

/* Columns of GA_UNLESS_ALIKE that are the same in all rows of a long table, once all have been measured, are lines of
 * run.csv in place of columns: "<id>.<column>". tell: sets the lines of the columns that the table will lack;
 * run.csv is to be on the disk before the table is written. untell: removes those of the columns that it has, once it is on the
 * disk. So a process that is killed at any time loses none: a column that is there counts more than its line. */
void ga_table_tell(const struct ga_table *table, struct ga_runfile *run);
void ga_table_untell(const struct ga_table *table, struct ga_runfile *run);

/* Writes the measured rows. err: GA_FILE. */
enum ga_status ga_table_write(const struct ga_table *table, const char *path, struct ga_err *err);

/* Reads rows of an earlier run into the table: those of its points that are there and whose status is a result (ok,
 * wrong, unsupported). Columns that the file lacks are those that run has. out: *n_read. err: GA_USAGE naming file,
 * line, value and what was expected; GA_FILE. The table may be partly filled then. */
enum ga_status ga_table_read(struct ga_table *table, const struct ga_runfile *run, const char *path,
                             uint32_t *n_read, struct ga_err *err);

/* Works out what the file of a brief table does not say, of the rows that are there. */
void ga_table_complete(struct ga_table *table, const struct ga_limits *limits);

/* out: whether the row is measured and has that status. */
static inline bool ga_row_is(const struct ga_row *row, enum ga_status status) {
    return row->is_measured && row->status == status;
}

/* out: how many rows have this status. */
uint32_t ga_table_count(const struct ga_table *table, enum ga_status status);

/* out: how many rows that are ok have this message. */
uint32_t ga_table_count_message(const struct ga_table *table, const char *message);

#endif
