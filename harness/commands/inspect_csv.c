/* The rows of `inspect` as CSV or JSON: a column a fact, names as sass_words.def has them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inspect.h"
#include "row_file.h"

enum { COLUMNS = 33, PRICE_DIGITS = 7 };
static const char *const columns[COLUMNS] = {"kernel",
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
                                             "file",
                                             "skips",
                                             "shares",
                                             "places",
                                             "phased"};

/* A row's columns, and what they point to besides the row. */
struct cells {
    struct ga_row_cell at[COLUMNS];
    char rows[64], cheaper_rows[64], advice[GA_ADVICE];
};

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

static void take_price(const struct ga_found *row, struct cells *cells, struct ga_row_cell *at) {
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
    const struct ga_row_cell all[] = {{p->regime ? p->regime : "", 0},
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

/* in: name: of the kernel, as people read it. own: the row's and the name's. */
static void fill(const struct ga_found *row, const char *name, struct cells *cells) {
    enum { FACTS = 18 };
    const struct ga_sass_key *const k = &row->key;
    const struct ga_row_cell facts[FACTS] = {{row->kernel, 0},
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
    const struct ga_row_cell last[] = {{name, 0},
                                       {row->file, 0},
                                       {k->skips ? "zero" : "", 0},
                                       {k->shares ? "yes" : "", 0},
                                       {k->places ? "yes" : "", 0},
                                       {k->phased ? "yes" : "", 0}};
    memcpy(cells->at + COLUMNS - sizeof last / sizeof *last, last, sizeof last);
}

static enum ga_status put(const struct ga_inventory *v, const char *path, bool json,
                          struct ga_err *err) {
    struct ga_row_file file;
    enum ga_status status =
        ga_row_file_create(&file, path, json, columns, COLUMNS, PRICE_DIGITS, err);
    if (status != GA_OK)
        return status;
    char *name = NULL;
    for (size_t i = 0; i < v->n; i++) {
        struct cells cells;
        if (i == 0 || strcmp(v->at[i].kernel, v->at[i - 1].kernel) != 0) {
            free(name);
            name = ga_demangled(v->at[i].kernel);
        }
        if (!name) {
            ga_row_file_abandon(&file);
            return ga_fail(err, GA_ERROR, "inspect: out of memory");
        }
        fill(&v->at[i], name, &cells);
        ga_row_file_add(&file, cells.at);
    }
    free(name);
    return ga_row_file_close(&file, err);
}

enum ga_status ga_inspect_csv(const struct ga_inventory *v, const char *path, struct ga_err *err) {
    const enum ga_status status =
        ga_csv_may_replace(path, columns[0], "holds nothing that inspect wrote", err);
    return status == GA_OK ? put(v, path, false, err) : status;
}

enum ga_status ga_inspect_json(const struct ga_inventory *v, const char *path, struct ga_err *err) {
    return put(v, path, true, err);
}
