/* The rows of `inspect` as CSV: a column a fact, names as sass_words.def has them. */
#include <stdlib.h>

#include "csv.h"
#include "inspect.h"

static const char *const columns[] = {
    "kernel", "target", "class",   "instruction", "operation", "type",   "scope", "order", "space",
    "result", "loop",   "guarded", "lanes",       "count",     "offset", "name",  "file"};

static const char *result_of(const struct ga_sass_key *key) {
    if (key->class == GA_CLASS_ATOMIC)
        return key->used ? "used" : "unused";
    return key->class == GA_CLASS_REDUCTION || key->class == GA_CLASS_ASYNC ? "none" : "";
}

static enum ga_status put_row(struct ga_csv_out *out, const struct ga_found *row,
                              struct ga_err *err) {
    const struct ga_sass_key *const k = &row->key;
    char *const name = ga_demangled(row->kernel);
    if (!name)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    const char *const texts[] = {row->kernel,
                                 row->target,
                                 ga_class_name(k->class),
                                 k->name,
                                 ga_operation_name(k->operation),
                                 ga_type_name(k->type),
                                 ga_scope_name(k->scope),
                                 ga_order_name(k->order),
                                 ga_space_name(k->space),
                                 result_of(k),
                                 ga_loop_name(k->loop),
                                 k->guarded ? "yes" : "no",
                                 k->lanes ? "combined" : ""};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ga_csv_name(out, texts[i]);
    ga_csv_count(out, row->count);
    ga_csv_count(out, row->offset);
    ga_csv_name(out, name);
    ga_csv_name(out, row->file);
    ga_csv_end_line(out);
    free(name);
    return GA_OK;
}

enum ga_status ga_inspect_csv(const struct ga_inventory *v, const char *path, struct ga_err *err) {
    struct ga_csv_out out;
    enum ga_status status =
        ga_csv_may_replace(path, columns[0], "holds nothing that inspect wrote", err);
    if (status == GA_OK)
        status = ga_csv_create(&out, path, err);
    if (status != GA_OK)
        return status;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        ga_csv_name(&out, columns[i]);
    ga_csv_end_line(&out);
    for (size_t i = 0; status == GA_OK && i < v->n; i++)
        status = put_row(&out, &v->at[i], err);
    if (status != GA_OK) {
        ga_csv_abandon(&out);
        return status;
    }
    return ga_csv_close(&out, err);
}
