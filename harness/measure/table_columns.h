/* Which columns a table has, and which stand in run.csv in their place. */
#ifndef GA_TABLE_COLUMNS_H
#define GA_TABLE_COLUMNS_H

#include <stddef.h>

#include "csv.h"
#include "table.h"

enum ga_column_kind { GA_STATUS, GA_WORD, GA_WHOLE, GA_NUMBER };

/* A row of common_columns.def; offset: in struct ga_row. */
struct ga_column {
    unsigned group;
    const char *name;
    enum ga_column_kind kind;
    size_t offset;
    const char *unit, *meaning;
};

enum {
    GA_N_COLUMNS = 0
#define GA_OUTCOME(...) +1
#define GA_NAME(...) +1
#define GA_COUNT(...) +1
#define GA_REAL(...) +1
#include "common_columns.def"
#undef GA_OUTCOME
#undef GA_NAME
#undef GA_COUNT
#undef GA_REAL
};
extern const struct ga_column ga_columns[GA_N_COLUMNS];

/* The columns of a benchmark's table behind its axes, in order; and those that run.csv has in their place, with the
 * text that all rows have. */
struct ga_layout {
    const struct ga_column *at[GA_N_COLUMNS], *constant[GA_N_COLUMNS];
    const char *text[GA_N_COLUMNS];
    uint32_t n, n_constant;
};

/* Of a table that is to be written. */
struct ga_layout ga_layout_of(const struct ga_table *table);
/* Of a file, whose header was read last: a column that is there counts, whatever run says. */
struct ga_layout ga_layout_read(const struct ga_bench *bench, const struct ga_runfile *run,
                                const struct ga_csv_in *header);

#endif
