/* The rows of `inspect` for people: one line for all targets that have the
 * same, loops first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inspect.h"

enum { FEW_TARGETS = 2 };

/* The middle of a long name tells least: its namespace and its last arguments
 * stay. */
void ga_short_name(const char *name, char *text) {
    const size_t n = strlen(name);
    if (n <= GA_SHORT_NAME)
        snprintf(text, GA_SHORT_NAME + 1, "%s", name);
    else
        snprintf(text, GA_SHORT_NAME + 1, "%.*s..%s", GA_SHORT_NAME / 2 - 1, name,
                 name + n - (GA_SHORT_NAME - GA_SHORT_NAME / 2 - 1));
}

static int compare_lines(const void *left, const void *right) {
    const struct ga_found *const a = left, *const b = right;
    int order = b->key.loop - a->key.loop;
    if (order == 0)
        order = strcmp(a->file, b->file);
    if (order == 0)
        order = strcmp(a->kernel, b->kernel);
    if (order == 0)
        order = ga_key_compare(&a->key, &b->key);
    if (order == 0)
        order = (a->count > b->count) - (a->count < b->count);
    if (order == 0)
        order = strcmp(a->target, b->target);
    return order ? order : (a->offset > b->offset) - (a->offset < b->offset);
}

static bool are_alike(const struct ga_found *a, const struct ga_found *b) {
    return a->count == b->count && strcmp(a->kernel, b->kernel) == 0 &&
           strcmp(a->file, b->file) == 0 && ga_key_compare(&a->key, &b->key) == 0;
}

static void print_targets(const struct ga_found *rows, size_t n) {
    char text[64];
    if (n == 1)
        snprintf(text, sizeof text, "%s", rows[0].target);
    else if (n <= FEW_TARGETS)
        snprintf(text, sizeof text, "%s %s", rows[0].target, rows[1].target);
    else
        snprintf(text, sizeof text, "%s +%zu", rows[0].target, n - 1);
    printf(" %-13s", text);
}

/* Of the first target that has one. */
static void print_price(const struct ga_found *rows, size_t n) {
    const struct ga_price *p = NULL;
    for (size_t i = 0; i < n && !(p && p->table); i++)
        p = rows[i].price;
    if (p && p->own.thread_ns > 0)
        printf(" %6.1f", p->own.thread_ns);
    else
        printf(" %6s", "");
    if (p && p->own.word_per_s > 0)
        printf(" %6.3f", p->own.word_per_s / 1e9);
    else
        printf(" %6s", "");
}

static enum ga_status print_line(const struct ga_found *rows, size_t n, bool each,
                                 struct ga_err *err) {
    const struct ga_sass_key *const k = &rows->key;
    char *const name = ga_demangled(rows->kernel), shown[GA_SHORT_NAME + 1];
    if (!name)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    ga_short_name(name, shown);
    printf("%-*s", GA_SHORT_NAME, shown);
    print_targets(rows, n);
    if (each)
        printf(" 0x%04x", rows->offset);
    else
        printf(" %6u", rows->count);
    printf(" %-12s %-10s %-7s %-6s %-7s %-18s %-6s", k->name, ga_operation_name(k->operation),
           ga_type_name(k->type), ga_scope_name(k->scope), ga_order_name(k->order),
           ga_space_name(k->space), k->class == GA_CLASS_ATOMIC ? ga_result_name(k) : "");
    print_price(rows, n);
    printf(" %-8s%s%s%s%s%s%s%s%s\n", ga_loop_name(k->loop), k->adds ? " adds " : "",
           ga_type_name(k->adds), k->guarded ? " guarded" : "", k->lanes ? " lanes combined" : "",
           k->again ? " again" : "", k->class == GA_CLASS_ASYNC ? " asynchronous" : "",
           each && *rows->source ? " " : "", each ? rows->source : "");
    free(name);
    return GA_OK;
}

static void print_unread(const struct ga_inventory *v) {
    for (size_t i = 0; i < v->n_files; i++) {
        const struct ga_unread *const u = &v->unread[i];
        if (u->n_ptx > 0)
            printf("%s: PTX in %u modules is source, which the driver compiles; not "
                   "read\n",
                   u->file, u->n_ptx);
        if (u->n_old > 0)
            printf("%s: %u modules for targets before sm_%d; not read\n", u->file, u->n_old,
                   GA_OLDEST_SM);
        if (u->n_other > 0)
            printf("%s: %u modules of the compiler's intermediate code; not read\n", u->file,
                   u->n_other);
    }
}

enum ga_status ga_inspect_print(const struct ga_inventory *v, bool each, struct ga_err *err) {
    enum ga_status status = GA_OK;
    struct ga_found *const lines = malloc((v->n + 1) * sizeof *lines);
    if (!lines)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    if (v->n > 0) {
        memcpy(lines, v->at, v->n * sizeof *lines);
        qsort(lines, v->n, sizeof *lines, compare_lines);
        printf("%-*s %-13s %6s %-12s %-10s %-7s %-6s %-7s %-18s %-6s %6s %6s %s\n", GA_SHORT_NAME,
               "kernel", "target", each ? "offset" : "count", "instruction", "operation", "type",
               "scope", "order", "space", "result", "ns", "G/s", "loop");
    }
    for (size_t i = 0, n = 0; status == GA_OK && i < v->n; i += n) {
        for (n = 1; !each && i + n < v->n && are_alike(&lines[i], &lines[i + n]);)
            n++;
        status = print_line(&lines[i], n, each, err);
    }
    free(lines);
    print_unread(v);
    if (status == GA_OK)
        printf("%u functions in %u modules of %zu file%s\n", v->n_functions, v->n_modules,
               v->n_files, v->n_files == 1 ? "" : "s");
    return status;
}
