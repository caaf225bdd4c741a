/* What one figure works with: where its tables are, memory for what it works out, and where that goes. Failures are kept,
 * not returned: after the first one every table is empty, and whoever began the work looks at its end. */
#ifndef GA_WORK_H
#define GA_WORK_H

#include <stddef.h>
#include <stdio.h>

#include "status.h"

struct ga_work {
    const char *tables, *published; /* the directories of the run, and of numbers of others */
    const char *stem; /* DIRECTORY/FIGURE: what is written is STEM.set and STEM.<block>.dat */
    FILE *set;
    struct ga_work_memory *memory;
    enum ga_status status; /* of the first failure */
    struct ga_err *err;
    const char *said; /* NULL, or why there is nothing to draw */
};

/* in: tables, published, stem: kept, not copied. out: STEM.set is open. own: ga_work_end in any case. */
void ga_work_begin(struct ga_work *work, const char *tables, const char *published,
                   const char *stem, struct ga_err *err);
/* out: the status; all memory is free and the files are closed. err: the first failure; GA_FILE if STEM.set is not
 * whole. */
enum ga_status ga_work_end(struct ga_work *work);

/* Keeps the first failure. */
void ga_work_fail(struct ga_work *work, enum ga_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* out: zeroed memory until ga_work_end; NULL, which is a failure, if there is none. */
void *ga_work_take(struct ga_work *work, size_t n, size_t size);
/* out: a text made as by printf, until ga_work_end; "" if there is no memory. */
const char *ga_work_text(struct ga_work *work, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A variable of the figure's script, in STEM.set. A number that is none is NaN there. Of a text, what ends a
 * line is a question mark. */
void ga_set_number(struct ga_work *work, const char *name, double value);
void ga_set_text(struct ga_work *work, const char *name, const char *text);

#endif
