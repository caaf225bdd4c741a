/* A table of an earlier run, read by the names of its columns and without a plan: the benchmark and the
 * program that wrote it may be older than this one. The columns before `status` are a point's
 * coordinates. */
#ifndef GA_MEASURED_H
#define GA_MEASURED_H

#include "csv.h"
#include "status.h"

/* One row. key: its coordinates, "n=1, e=32". instruction, ops: the cells of these columns, also where run.csv has
 * them for all rows; "" where there is none. median_ns: a number only where status is ok; of a brief table worked out
 * of median_cycles and sm_mhz. low_ns, high_ns: its interval: least and most median of a process, in tables of several; else
 * ci_low, ci_high; NaN where there is none. low_cycles, high_cycles: likewise, if the table has it in cycles of an SM; else
 * NaN. */
struct ga_measured {
    char *key;
    const char *instruction, *ops, *kept; /* in the same allocation */
    unsigned long line;
    enum ga_status status;
    double median_ns, low_ns, high_ns, low_cycles, high_cycles;
};

/* at[n], sorted by key; no key is there twice. of_set: of several processes (`run --repeat`). own: ga_measured_free. */
struct ga_measured_table {
    const char *path;
    bool of_set;
    char *axis[GA_CSV_MAX_FIELDS];
    unsigned n_axes;
    struct ga_measured *at;
    size_t n, capacity;
};

/* out: *is_table: the file's header has the column `status`. run.csv and *_samples.csv do not. */
enum ga_status ga_measured_is_table(const char *path, bool *is_table, struct ga_err *err);

/* in: path, which the table keeps; like: NULL, or the table whose coordinates this one must have, in
 * whose order the keys name them; keep: NULL, or names of columns whose cells are wanted, the last NULL,
 * none twice. err: GA_WRONG if its coordinates are others than those of like, but for what either may lack; GA_FILE, also if
 * there is no run.csv beside it; GA_USAGE naming file, line, value and what was expected, for a run of the stand-in or an
 * emulator, too. The table is to be freed in any case. */
enum ga_status ga_measured_read(const char *path, const struct ga_measured_table *like,
                                const char *const *keep, struct ga_measured_table *table,
                                struct ga_err *err);
void ga_measured_free(struct ga_measured_table *table);

/* out: whether tables of older programs may lack this axis. All that they measured is its value GA_MEASURED_LACKED, and they
 * are read as if they said so. */
#define GA_MEASURED_LACKED "usual"
bool ga_measured_may_lack(const char *axis);

/* out: the row's cell in column keep[k]. */
const char *ga_measured_cell(const struct ga_measured *row, unsigned k);

/* Nothing that is measured or counted is beyond, and no product or quotient of a few such numbers is beyond a
 * double. */
#define GA_MEASURED_LEAST 1e-18
#define GA_MEASURED_MOST 1e18
/* What a message says that was expected; the second of a number that may not be 0. */
#define GA_MEASURED_EXPECTED "a number, 0 or from 1e-18 to 1e18"
#define GA_MEASURED_EXPECTED_ABOVE_0 "a number above 0, from 1e-18 to 1e18"

/* out: *number. err: false, and *number is untouched, unless the text is one of number.h without a minus, and 0 or in the
 * range above. */
bool ga_measured_number(const char *text, double *number);

#endif
