/* A page of one set, or of several side by side. */
#ifndef GA_PAGE_H
#define GA_PAGE_H

#include <stdio.h>

#include "faults.h"
#include "print.h"

enum { GA_MOST_TABLES = 128 };

/* answers: of the sets, their directories and run.csv. tables[n_tables]: names, sorted, that a set has. figures: by set, the
 * directory of its figures, NULL: none. faults: by set. */
struct ga_page {
    const struct ga_sheet_of_answers *answers;
    const char *tables[GA_MOST_TABLES];
    size_t n_tables;
    const char *const *figures;
    const struct ga_faults *faults;
};

/* Writes all of it. err: GA_FILE; GA_USAGE naming file, line and value for a table that cannot be read. */
enum ga_status ga_page_write(const struct ga_page *page, FILE *out, struct ga_err *err);

/* Its sections. */
void ga_page_answers(const struct ga_page *page, FILE *out);
enum ga_status ga_page_figures(const struct ga_page *page, FILE *out, struct ga_err *err);
void ga_page_faults(const struct ga_page *page, FILE *out);
void ga_page_run(const struct ga_page *page, FILE *out);
enum ga_status ga_page_tables(const struct ga_page *page, FILE *out, struct ga_err *err);

/* What a page begins with: how one knows that a file may be replaced by another. */
#define GA_PAGE_MARK "<!doctype html>\n<!-- gpu-atomics report -->\n"

#endif
