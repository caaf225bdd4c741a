#include "table_columns.h"

#include <stdio.h>
#include <string.h>

enum column_group {
    GA_EVERY,
    GA_UNLESS_ALIKE,
    GA_IN_CYCLES,
    GA_IN_NS,
    GA_ALL_IN_CYCLES,
    GA_NOT_IN_BRIEF,
    GA_OF_THREADS,
    GA_OF_LOADS,
    GA_LENGTHENED,
    GA_PRICED,
    GA_SLOPED,
    GA_OF_PROCESSES
};

const struct ga_column ga_columns[GA_N_COLUMNS] = {
#define GA_OUTCOME(group, field, unit, meaning)                                                    \
    {group, #field, GA_STATUS, offsetof(struct ga_row, field), unit, meaning},
#define GA_NAME(group, field, unit, meaning)                                                       \
    {group, #field, GA_WORD, offsetof(struct ga_row, field), unit, meaning},
#define GA_COUNT(group, field, unit, meaning)                                                      \
    {group, #field, GA_WHOLE, offsetof(struct ga_row, field), unit, meaning},
#define GA_REAL(group, field, unit, meaning)                                                       \
    {group, #field, GA_NUMBER, offsetof(struct ga_row, field), unit, meaning},
#include "common_columns.def"
};
enum { LONG = 1000 }; /* rows from which on a column that is constant is left out */

static bool has_group(const struct ga_bench *bench, unsigned group) {
    switch (group) {
    case GA_IN_CYCLES:
        return bench->timer == GA_CYCLES;
    case GA_IN_NS:
        return bench->timer == GA_TICKS;
    case GA_ALL_IN_CYCLES:
        return bench->timer == GA_CYCLES && !bench->brief;
    case GA_NOT_IN_BRIEF:
        return !bench->brief;
    case GA_OF_THREADS:
        return bench->threads;
    case GA_OF_LOADS:
        return bench->load_axis != NULL;
    case GA_LENGTHENED:
        return bench->length_axis != NULL;
    case GA_PRICED:
        return bench->reference != NULL;
    case GA_SLOPED:
        return bench->slope_axis != NULL;
    case GA_OF_PROCESSES:
        return false;
    default:
        return true;
    }
}

/* in: text: NULL, or what all rows have there, and run.csv in place of the column. */
static void lay_out(struct ga_layout *layout, const struct ga_bench *bench,
                    const struct ga_column *column, const char *text) {
    if (!has_group(bench, column->group))
        return;
    if (!text) {
        layout->at[layout->n++] = column;
        return;
    }
    layout->constant[layout->n_constant] = column;
    layout->text[layout->n_constant++] = text;
}

static const char *constant_key(const struct ga_bench *bench, const struct ga_column *column,
                                char *key) {
    snprintf(key, GA_KEY, "%s.%s", bench->id, column->name);
    return key;
}

struct ga_layout ga_layout_read(const struct ga_bench *bench, const struct ga_runfile *run,
                                const struct ga_csv_in *header) {
    struct ga_layout layout = {.n = 0};
    char key[GA_KEY];
    for (size_t c = 0; c < GA_N_COLUMNS; c++) {
        const bool may_lack = ga_columns[c].group == GA_UNLESS_ALIKE &&
                              ga_csv_find(header, ga_columns[c].name) == header->n_fields;
        const char *const text =
            may_lack ? ga_runfile_get(run, constant_key(bench, &ga_columns[c], key)) : NULL;
        lay_out(&layout, bench, &ga_columns[c], text);
    }
    return layout;
}

static const void *cell_of(const struct ga_row *row, const struct ga_column *column) {
    return (const char *)row + column->offset;
}

/* out: the word that all rows of a long, whole table have there; NULL if there is none. */
static const char *constant_of(const struct ga_table *table, const struct ga_column *column) {
    if (column->group != GA_UNLESS_ALIKE || table->plan->n_points < LONG)
        return NULL;
    const char *const *const first = cell_of(&table->rows[0], column);
    for (uint32_t i = 0; i < table->plan->n_points; i++) {
        const char *const *const other = cell_of(&table->rows[i], column);
        if (!table->rows[i].is_measured || strcmp(*first, *other) != 0)
            return NULL;
    }
    return *first;
}

struct ga_layout ga_layout_of(const struct ga_table *table) {
    struct ga_layout layout = {.n = 0};
    for (size_t c = 0; c < GA_N_COLUMNS; c++)
        lay_out(&layout, table->plan->bench, &ga_columns[c], constant_of(table, &ga_columns[c]));
    return layout;
}

void ga_table_tell(const struct ga_table *table, struct ga_runfile *run) {
    const struct ga_layout layout = ga_layout_of(table);
    char key[GA_KEY];
    for (uint32_t c = 0; c < layout.n_constant; c++)
        ga_runfile_set(run, constant_key(table->plan->bench, layout.constant[c], key), "%s",
                       layout.text[c]);
}

void ga_table_untell(const struct ga_table *table, struct ga_runfile *run) {
    const struct ga_layout layout = ga_layout_of(table);
    char key[GA_KEY];
    for (uint32_t c = 0; c < layout.n; c++)
        if (layout.at[c]->group == GA_UNLESS_ALIKE)
            ga_runfile_remove(run, constant_key(table->plan->bench, layout.at[c], key));
}
