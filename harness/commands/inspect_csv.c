/* The rows of `inspect` as CSV: a column a fact, names as sass_words.def has
 * them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "inspect.h"

const char *const ga_inspect_columns[GA_INSPECT_COLUMNS] = {"kernel",
                                                            "target",
                                                            "class",
                                                            "instruction",
                                                            "operation",
                                                            "type",
                                                            "scope",
                                                            "order",
                                                            "space",
                                                            "result",
                                                            "loop",
                                                            "adds",
                                                            "guarded",
                                                            "lanes",
                                                            "again",
                                                            "count",
                                                            "offset",
                                                            "source",
                                                            "regime",
                                                            "thread_ns",
                                                            "word_ops_per_s",
                                                            "rows",
                                                            "cheaper",
                                                            "cheaper_thread_ns",
                                                            "cheaper_word_ops_per_s",
                                                            "cheaper_rows",
                                                            "advice",
                                                            "name",
                                                            "file"};

const char *ga_result_name(const struct ga_sass_key *key) {
    if (key->class == GA_CLASS_ATOMIC)
        return key->used ? "used" : "unused";
    return key->class == GA_CLASS_REDUCTION || key->class == GA_CLASS_ASYNC ? "none" : "";
}

/* "global_operations.csv:14:19": the table, and the lines of the thread's time and the word's rate. */
static void name_rows(const char *table, const struct ga_cost *cost, char *text, size_t size) {
    size_t n = 0;
    *text = '\0';
    if (cost->thread_line || cost->word_line)
        n = (size_t)snprintf(text, size, "%s", table);
    if (cost->thread_line)
        n += (size_t)snprintf(text + n, size - n, ":%lu", cost->thread_line);
    if (cost->word_line)
        snprintf(text + n, size - n, ":%lu", cost->word_line);
}

static void take_price(const struct ga_found *row, struct ga_cells *cells, struct ga_cell *at) {
    static const char *const cheaper[] = {[GA_CHEAPER_NONE] = "",
                                          [GA_CHEAPER_REDUCTION] = "reduction",
                                          [GA_CHEAPER_DEVICE] = "device-scope",
                                          [GA_CHEAPER_BLOCK] = "block-scope",
                                          [GA_CHEAPER_NATIVE] = "native",
                                          [GA_CHEAPER_PACKED] = "packed",
                                          [GA_CHEAPER_INTEGER] = "integer"};
    static const struct ga_price unknown = {.own = {NAN, NAN, 0, 0}, .cheaper = {NAN, NAN, 0, 0}};
    const struct ga_price *const p = row->price ? row->price : &unknown;
    name_rows(p->table, &p->own, cells->rows, sizeof cells->rows);
    name_rows(p->table, &p->cheaper, cells->cheaper_rows, sizeof cells->cheaper_rows);
    ga_advice(row, cells->advice);
    const struct ga_cell all[] = {{p->regime ? p->regime : "", 0},
                                  {NULL, p->own.thread_ns},
                                  {NULL, p->own.word_per_s},
                                  {cells->rows, 0},
                                  {cheaper[p->form], 0},
                                  {NULL, p->cheaper.thread_ns},
                                  {NULL, p->cheaper.word_per_s},
                                  {cells->cheaper_rows, 0},
                                  {cells->advice, 0}};
    memcpy(at, all, sizeof all);
}

void ga_inspect_cells(const struct ga_found *row, const char *name, struct ga_cells *cells) {
    enum { FACTS = 18 };
    const struct ga_sass_key *const k = &row->key;
    const struct ga_cell facts[FACTS] = {{row->kernel, 0},
                                         {row->target, 0},
                                         {ga_class_name(k->class), 0},
                                         {k->name, 0},
                                         {ga_operation_name(k->operation), 0},
                                         {ga_type_name(k->type), 0},
                                         {ga_scope_name(k->scope), 0},
                                         {ga_order_name(k->order), 0},
                                         {ga_space_name(k->space), 0},
                                         {ga_result_name(k), 0},
                                         {ga_loop_name(k->loop), 0},
                                         {ga_type_name(k->adds), 0},
                                         {k->guarded ? "yes" : "no", 0},
                                         {k->lanes ? "combined" : "", 0},
                                         {k->again ? "yes" : "", 0},
                                         {NULL, row->count},
                                         {NULL, row->offset},
                                         {row->source, 0}};
    memcpy(cells->at, facts, sizeof facts);
    take_price(row, cells, cells->at + FACTS);
    cells->at[GA_INSPECT_COLUMNS - 2] = (struct ga_cell){name, 0};
    cells->at[GA_INSPECT_COLUMNS - 1] = (struct ga_cell){row->file, 0};
}

static enum ga_status put_row(struct ga_csv_out *out, const struct ga_found *row,
                              struct ga_err *err) {
    struct ga_cells cells;
    char *const name = ga_demangled(row->kernel);
    if (!name)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    ga_inspect_cells(row, name, &cells);
    for (size_t i = 0; i < GA_INSPECT_COLUMNS; i++)
        if (cells.at[i].text)
            ga_csv_name(out, cells.at[i].text);
        else
            ga_csv_real(out, cells.at[i].number, GA_PRICE_DIGITS);
    ga_csv_end_line(out);
    free(name);
    return GA_OK;
}

enum ga_status ga_inspect_csv(const struct ga_inventory *v, const char *path, struct ga_err *err) {
    struct ga_csv_out out;
    enum ga_status status =
        ga_csv_may_replace(path, ga_inspect_columns[0], "holds nothing that inspect wrote", err);
    if (status == GA_OK)
        status = ga_csv_create(&out, path, err);
    if (status != GA_OK)
        return status;
    for (size_t i = 0; i < GA_INSPECT_COLUMNS; i++)
        ga_csv_name(&out, ga_inspect_columns[i]);
    ga_csv_end_line(&out);
    for (size_t i = 0; status == GA_OK && i < v->n; i++)
        status = put_row(&out, &v->at[i], err);
    if (status != GA_OK) {
        ga_csv_abandon(&out);
        return status;
    }
    return ga_csv_close(&out, err);
}
