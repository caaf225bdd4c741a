#include "compare_rows.h"

#include <math.h>

static const char *const columns[] = {"table",          "points",     "compared",
                                      "within",         "apart",      "ratio_5",
                                      "ratio_median",   "ratio_95",   "ratio_most",
                                      "most_at",        "only_first", "only_second",
                                      "status_differs", "lost",       "instruction_differs",
                                      "work_differs",   "verdict",    "why"};
enum { N_COLUMNS = sizeof columns / sizeof *columns, DIGITS = 7 };

enum ga_status ga_compare_rows_create(struct ga_row_file *rows, const char *path,
                                      struct ga_err *err) {
    const enum ga_status status = ga_csv_may_replace(path, columns[0], "holds no comparison", err);
    return status == GA_OK ? ga_row_file_create(rows, path, false, columns, N_COLUMNS, DIGITS, err)
                           : status;
}

static struct ga_row_cell number(double value) { return (struct ga_row_cell){NULL, value}; }
static struct ga_row_cell count(size_t n) { return number((double)n); }

static struct ga_row_cell quantile(struct ga_comparison *c, double share) {
    return number(c->n_ok > 0 ? ga_quantile(c->ratio, c->n_ok, share) : NAN);
}

void ga_compare_rows_add(struct ga_row_file *rows, const char *table, struct ga_comparison *c,
                         const char *verdict, const char *why) {
    const bool any = c->n_ok > 0;
    const struct ga_row_cell cells[N_COLUMNS] = {{table, 0},
                                                 count(c->n_both),
                                                 count(c->n_ok),
                                                 count(c->n_alike),
                                                 count(c->n_apart),
                                                 quantile(c, 0.05),
                                                 quantile(c, 0.5),
                                                 quantile(c, 0.95),
                                                 number(any ? c->farthest_ratio : NAN),
                                                 {any ? c->farthest->key : "", 0},
                                                 count(c->n_only[0]),
                                                 count(c->n_only[1]),
                                                 count(c->n_status),
                                                 count(c->n_lost),
                                                 count(c->n_instruction),
                                                 count(c->n_work),
                                                 {verdict, 0},
                                                 {why, 0}};
    ga_row_file_add(rows, cells);
}
