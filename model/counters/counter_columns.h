/* What the columns of profilers' tables hold, by their names. */
#ifndef GA_COUNTER_COLUMNS_H
#define GA_COUNTER_COLUMNS_H

#include "counters.h"

/* Of a column. A counter's is GA_COUNTER_COLUMN and its row of counters.def. */
enum ga_column {
    GA_NO_COLUMN,
    GA_ID_COLUMN,
    GA_KERNEL_COLUMN,
    GA_DEVICE_COLUMN,
    GA_CC_COLUMN,
    GA_NAME_COLUMN,
    GA_UNIT_COLUMN,
    GA_VALUE_COLUMN,
    GA_COUNTER_COLUMN
};

/* A row of counters.def. */
enum ga_counter_kind { COUNT, PERCENT, RATIO, MEAN, TIME };
struct ga_counter {
    enum ga_profiler profiler;
    const char *name;
    enum ga_quantity quantity;
    enum ga_counter_kind kind;
};

/* A table's form: a row a launch; a row a counter of a launch; a row a counter of a kernel, over all its
 * launches. */
enum ga_counter_form { GA_NO_FORM, GA_WIDE, GA_LONG, GA_SUMMARY };

/* out: the counter with that name, NULL if it is none; profiler: GA_NO_PROFILER for any. */
const struct ga_counter *ga_counter_find(enum ga_profiler profiler, const char *name);
const struct ga_counter *ga_counter_of(unsigned column);

/* out: what a header's field says of its column, an enum ga_column or a counter's. */
unsigned char ga_column_of(enum ga_profiler profiler, const char *name);

/* out: whose header a record is, GA_NO_PROFILER if it is none, and *form. */
enum ga_profiler ga_counter_header(const struct ga_records *records, enum ga_counter_form *form);

#endif
