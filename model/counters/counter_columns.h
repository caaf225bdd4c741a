/* What the columns of profilers' tables hold, by their names. */
#ifndef GA_COUNTER_COLUMNS_H
#define GA_COUNTER_COLUMNS_H

#include "counters.h"

/* What a column of a table holds. */
enum ga_cell {
    GA_NO_CELL,
    GA_ID_CELL,
    GA_KERNEL_CELL,
    GA_FUNCTION_CELL,
    GA_DEVICE_CELL,
    GA_CC_CELL,
    GA_AGENT_CELL,
    GA_PROCESS_CELL,
    GA_GRID_CELL,
    GA_BLOCK_CELL,
    GA_NAME_CELL,
    GA_UNIT_CELL,
    GA_VALUE_CELL,
    GA_COUNTER_CELL
};

/* A counter's name in one profiler's files. */
enum ga_counter_kind { COUNT, PERCENT, RATIO, MEAN, TIME };
struct ga_counter_name {
    enum ga_profiler profiler;
    const char *text;
    enum ga_counter_kind kind;
    const char *gpus;
};

/* quantity, name: of a GA_COUNTER_CELL. */
struct ga_counter_column {
    enum ga_cell cell;
    enum ga_quantity quantity;
    const struct ga_counter_name *name;
};

/* A table's form: a row a launch; a row a counter of a launch; a row a counter of a kernel, over all its
 * launches; a row a GPU, to which the tables below refer. */
enum ga_counter_form { GA_NO_FORM, GA_WIDE, GA_LONG, GA_SUMMARY, GA_AGENTS };

/* out: what a header's field says of its column, or the name in a row of what its value is. */
struct ga_counter_column ga_counter_column_of(enum ga_profiler profiler, const char *name);

/* out: whose header a record is, GA_NO_PROFILER if it is none, and *form. */
enum ga_profiler ga_counter_header(const struct ga_records *records, enum ga_counter_form *form);

#endif
