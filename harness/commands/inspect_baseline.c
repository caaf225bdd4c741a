/* What an earlier `inspect --csv` wrote, as what is known and allowed: its
 * rows, each as one text of the facts that make two instructions the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "inspect.h"
#include "number.h"

/* Columns of the CSV; together they are the text. */
static const char *const facts[] = {"kernel", "target", "instruction", "operation", "type", "scope",
                                    "order",  "space",  "result",      "loop",      "adds"};
enum { OPERATION = 3, N_FACTS = sizeof facts / sizeof *facts };

/* own: caller, free; NULL for want of memory. */
static char *join(const char *const *parts) {
    size_t n = 1;
    for (int i = 0; i < N_FACTS; i++)
        n += strlen(parts[i]) + 1;
    char *const text = malloc(n), *at = text;
    for (int i = 0; text && i < N_FACTS; i++)
        at += sprintf(at, "%s\t", parts[i]);
    return text;
}

static char *text_of(const struct ga_found *row) {
    const struct ga_sass_key *const k = &row->key;
    const char *const parts[N_FACTS] = {row->kernel,
                                        row->target,
                                        k->name,
                                        ga_operation_name(k->operation),
                                        ga_type_name(k->type),
                                        ga_scope_name(k->scope),
                                        ga_order_name(k->order),
                                        ga_space_name(k->space),
                                        ga_result_name(k),
                                        ga_loop_name(k->loop),
                                        ga_type_name(k->adds)};
    return join(parts);
}

static int compare(const void *a, const void *b) {
    return strcmp(((const struct ga_known *)a)->text, ((const struct ga_known *)b)->text);
}

static enum ga_status add(struct ga_baseline *b, char *text, uint64_t count, struct ga_err *err) {
    struct ga_known *const larger =
        b->n % 256 ? b->at : realloc(b->at, (b->n + 256) * sizeof *b->at);
    if (!text || !larger) {
        free(text);
        return ga_fail(err, GA_ERROR, "--baseline: out of memory");
    }
    b->at = larger;
    b->at[b->n++] = (struct ga_known){text, count};
    return GA_OK;
}

static enum ga_status read_row(const struct ga_csv_in *in, const unsigned *columns,
                               struct ga_baseline *b, struct ga_err *err) {
    const char *parts[N_FACTS];
    uint64_t count = 0;
    for (int i = 0; i <= N_FACTS; i++)
        if (columns[i] >= in->n_fields)
            return ga_fail(err, GA_USAGE, "%s:%lu: the row has %u cells, fewer than the header",
                           in->path, in->line, in->n_fields);
    for (int i = 0; i < N_FACTS; i++)
        parts[i] = in->field[columns[i]];
    b->names_barriers |= strcmp(parts[OPERATION], ga_operation_name(GA_OP_NAMED_SYNC)) == 0;
    if (!ga_parse_whole(in->field[columns[N_FACTS]], 0, UINT32_MAX, &count))
        return ga_fail(err, GA_USAGE, "%s:%lu: count: '%s' is not a whole number", in->path,
                       in->line, in->field[columns[N_FACTS]]);
    return add(b, join(parts), count, err);
}

static enum ga_status find_columns(const struct ga_csv_in *in, unsigned *columns,
                                   struct ga_err *err) {
    for (int i = 0; i <= N_FACTS; i++) {
        const char *const name = i < N_FACTS ? facts[i] : "count";
        columns[i] = ga_csv_find(in, name);
        if (columns[i] == in->n_fields)
            return ga_fail(err, GA_USAGE,
                           "%s: there is no column %s; expected what inspect --csv wrote", in->path,
                           name);
    }
    return GA_OK;
}

/* Same facts of several rows count together. */
static void sum_up(struct ga_baseline *b) {
    size_t kept = 0;
    if (b->n > 0)
        qsort(b->at, b->n, sizeof *b->at, compare);
    for (size_t i = 0; i < b->n; i++)
        if (kept > 0 && compare(&b->at[kept - 1], &b->at[i]) == 0) {
            b->at[kept - 1].count += b->at[i].count;
            free(b->at[i].text);
        } else {
            b->at[kept++] = b->at[i];
        }
    b->n = kept;
}

enum ga_status ga_baseline_read(const char *path, struct ga_baseline *b, struct ga_err *err) {
    struct ga_csv_in in;
    unsigned columns[N_FACTS + 1] = {0};
    bool more = false;
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    status = ga_csv_read(&in, &more, err);
    if (status == GA_OK && !more)
        status = ga_fail(err, GA_USAGE, "%s: expected what inspect --csv wrote", path);
    if (status == GA_OK)
        status = find_columns(&in, columns, err);
    while (ga_csv_next(&in, &status, err))
        status = read_row(&in, columns, b, err);
    ga_csv_end(&in);
    if (status == GA_OK)
        sum_up(b);
    return status;
}

static enum ga_status take(struct ga_baseline *b, const struct ga_found *row, bool *known,
                           struct ga_err *err) {
    const struct ga_known wanted = {text_of(row), 0};
    if (!wanted.text)
        return ga_fail(err, GA_ERROR, "--baseline: out of memory");
    struct ga_known *const found = bsearch(&wanted, b->at, b->n, sizeof *b->at, compare);
    *known = found && found->count > 0;
    if (*known)
        found->count--;
    free(wanted.text);
    return GA_OK;
}

enum ga_status ga_baseline_take(struct ga_baseline *b, const struct ga_found *row, bool as_sync,
                                bool *known, struct ga_err *err) {
    *known = false;
    if (b->n == 0)
        return GA_OK;
    const enum ga_status status = take(b, row, known, err);
    if (status != GA_OK || *known || !as_sync || b->names_barriers ||
        row->key.operation != GA_OP_NAMED_SYNC)
        return status;
    struct ga_found plain = *row;
    plain.key.operation = GA_OP_SYNC;
    return take(b, &plain, known, err);
}

void ga_baseline_free(struct ga_baseline *b) {
    for (size_t i = 0; i < b->n; i++)
        free(b->at[i].text);
    free(b->at);
    *b = (struct ga_baseline){.at = NULL};
}
