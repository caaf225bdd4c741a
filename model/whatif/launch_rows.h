/* Launches of one run to rows: a row is a kernel with one grid and block. Rows of two runs are paired by these, launches
 * within a row by their order in time. */
#ifndef GA_LAUNCH_ROWS_H
#define GA_LAUNCH_ROWS_H

#include "observed.h"

/* Launches that count: of each row, n after the first `skip`. n = 0: all. */
struct ga_counted {
    uint64_t skip, n;
};

struct ga_span {
    uint64_t start_ns, end_ns;
    uint32_t device;
};

struct ga_launch_row {
    struct ga_launch_key key;
    size_t n;                   /* launches that count */
    const struct ga_span *span; /* n of them, in order of time */
};

struct ga_launch_rows {
    struct ga_launch_row *at; /* by key */
    size_t n;
    struct ga_span *spans; /* what at[].span points to */
};

/* in: launches, in any order; out: they are in order of row and time. own: ga_launch_rows_free. err: GA_ERROR for want of
 * memory. */
enum ga_status ga_launch_rows_make(struct ga_seen_launch *launches, size_t n,
                                   struct ga_counted counted, struct ga_launch_rows *rows,
                                   struct ga_err *err);
void ga_launch_rows_free(struct ga_launch_rows *rows);
/* Forgets the rows of all other kernels. */
void ga_launch_rows_keep(struct ga_launch_rows *rows, uint32_t kernel);

/* out: the sum of its first n launches. */
double ga_launch_row_ns(const struct ga_launch_row *row, size_t n);
/* Of each row so many launches as `of` has, too. out: *ns: when at least one of them ran; of several devices the sum. err:
 * GA_ERROR for want of memory. */
enum ga_status ga_launch_rows_busy(const struct ga_launch_rows *rows,
                                   const struct ga_launch_rows *of, double *ns, struct ga_err *err);

/* Of the launches that `of` lacks. out: *ns: when none but these ran, if the others took as long as in `of`, or less. err:
 * GA_ERROR for want of memory. */
enum ga_status ga_launch_rows_lacking(const struct ga_launch_rows *rows,
                                      const struct ga_launch_rows *of, double *ns,
                                      struct ga_err *err);

/* out: the row with that key, NULL: there is none. */
const struct ga_launch_row *ga_launch_rows_find(const struct ga_launch_rows *rows,
                                                const struct ga_launch_key *key);

/* Samples of one time, a run each. low, high: 95 % confidence interval of the mean, Student's t; NaN below two runs. */
struct ga_time_interval {
    size_t n;
    double mean, low, high;
};
enum { GA_MOST_RUNS = 30 };
/* in: n <= GA_MOST_RUNS. out: NaNs of n = 0. */
struct ga_time_interval ga_time_interval_of(const double *samples, size_t n);

#endif
