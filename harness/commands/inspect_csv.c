/* The rows of `inspect` as CSV: a column a fact, names as sass_words.def has
 * them. */
#include <stdlib.h>

#include "csv.h"
#include "inspect.h"

const char *const ga_inspect_columns[GA_INSPECT_COLUMNS] = {
    "kernel", "target", "class",   "instruction", "operation", "type",   "scope", "order", "space",
    "result", "loop",   "guarded", "lanes",       "count",     "offset", "name",  "file"};

const char *ga_result_name(const struct ga_sass_key *key) {
    if (key->class == GA_CLASS_ATOMIC)
        return key->used ? "used" : "unused";
    return key->class == GA_CLASS_REDUCTION || key->class == GA_CLASS_ASYNC ? "none" : "";
}

void ga_inspect_cells(const struct ga_found *row, const char *name, struct ga_cell *cells) {
    const struct ga_sass_key *const k = &row->key;
    const struct ga_cell all[GA_INSPECT_COLUMNS] = {{row->kernel, 0},
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
                                                    {k->guarded ? "yes" : "no", 0},
                                                    {k->lanes ? "combined" : "", 0},
                                                    {NULL, row->count},
                                                    {NULL, row->offset},
                                                    {name, 0},
                                                    {row->file, 0}};
    for (size_t i = 0; i < GA_INSPECT_COLUMNS; i++)
        cells[i] = all[i];
}

static enum ga_status put_row(struct ga_csv_out *out, const struct ga_found *row,
                              struct ga_err *err) {
    struct ga_cell cells[GA_INSPECT_COLUMNS];
    char *const name = ga_demangled(row->kernel);
    if (!name)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    ga_inspect_cells(row, name, cells);
    for (size_t i = 0; i < GA_INSPECT_COLUMNS; i++)
        if (cells[i].text)
            ga_csv_name(out, cells[i].text);
        else
            ga_csv_count(out, cells[i].number);
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
