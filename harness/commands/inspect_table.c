/* The rows of `inspect` for people: one line for all targets that have the
 * same, loops first, barriers last. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inspect.h"
#include "short_name.h"

enum { FEW_TARGETS = 2 };

/* Kernels, in the order of their symbols, and how they are called in the table. */
struct kernels {
    const char **symbols;
    char *texts; /* GA_KERNEL_LETTERS + 1 letters each */
    size_t n;
};

static int compare_symbols(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void free_kernels(struct kernels *kernels) {
    free(kernels->symbols);
    free(kernels->texts);
}

/* out: *kernels, those of the rows; own: free_kernels. */
static bool name_kernels(const struct ga_inventory *v, struct kernels *kernels) {
    char **const names = calloc(v->n + 1, sizeof *names);
    *kernels = (struct kernels){malloc((v->n + 1) * sizeof *kernels->symbols), NULL, 0};
    for (size_t i = 0; kernels->symbols && i < v->n; i++)
        kernels->symbols[i] = v->at[i].kernel;
    if (kernels->symbols)
        qsort(kernels->symbols, v->n, sizeof *kernels->symbols, compare_symbols);
    bool failed = !names || !kernels->symbols;
    for (size_t i = 0; !failed && i < v->n; i++)
        if (i == 0 || strcmp(kernels->symbols[i], kernels->symbols[kernels->n - 1]) != 0) {
            kernels->symbols[kernels->n] = kernels->symbols[i];
            names[kernels->n] = ga_demangled(kernels->symbols[i]);
            failed = !names[kernels->n++];
        }
    kernels->texts = failed ? NULL : ga_short_names(names, kernels->n, GA_KERNEL_LETTERS);
    for (size_t i = 0; names && i < kernels->n; i++)
        free(names[i]);
    free(names);
    return kernels->texts != NULL;
}

static const char *name_of(const struct kernels *kernels, const char *symbol) {
    const char **const found =
        bsearch(&symbol, kernels->symbols, kernels->n, sizeof *kernels->symbols, compare_symbols);
    return kernels->texts + (size_t)(found - kernels->symbols) * (GA_KERNEL_LETTERS + 1);
}

static const struct ga_price *price_of(const struct ga_found *row) {
    return row->price && row->price->table ? row->price : NULL;
}

static int compare_lines(const void *left, const void *right) {
    const struct ga_found *const a = left, *const b = right;
    int order = (a->key.class == GA_CLASS_BARRIER) - (b->key.class == GA_CLASS_BARRIER);
    if (order == 0)
        order = b->key.loop - a->key.loop;
    if (order == 0)
        order = strcmp(a->file, b->file);
    if (order == 0)
        order = strcmp(a->kernel, b->kernel);
    if (order == 0)
        order = ga_key_compare(&a->key, &b->key);
    if (order == 0)
        order = (a->count > b->count) - (a->count < b->count);
    if (order == 0)
        order = !price_of(a) - !price_of(b);
    if (order == 0)
        order = strcmp(a->target, b->target);
    return order ? order : (a->offset > b->offset) - (a->offset < b->offset);
}

/* in: a: the first of a line, whose price the line shows: b has the same, or none. */
static bool are_alike(const struct ga_found *a, const struct ga_found *b) {
    return (price_of(b) == price_of(a) || !price_of(b)) && a->count == b->count &&
           strcmp(a->kernel, b->kernel) == 0 && strcmp(a->file, b->file) == 0 &&
           ga_key_compare(&a->key, &b->key) == 0;
}

/* A row's cells but the last, which needs no width. Columns are as wide as their widest cell; empty ones are left out. */
enum field {
    KERNEL,
    TARGET,
    AT,
    NAME,
    OPERATION,
    TYPE,
    SCOPE,
    ORDER,
    SPACE,
    RESULT,
    NS,
    PER_S,
    N_FIELDS
};
struct line {
    char text[N_FIELDS][GA_KERNEL_LETTERS + 1];
};
static const struct line heads = {{"kernel", "target", "count", "instruction", "operation", "type",
                                   "scope", "order", "space", "result", "ns", "G/s"}};

static bool is_number(enum field f) { return f == AT || f == NS || f == PER_S; }

static void say_targets(const struct ga_found *rows, size_t n, char *text, size_t size) {
    if (n == 1)
        snprintf(text, size, "%s", rows[0].target);
    else if (n <= FEW_TARGETS)
        snprintf(text, size, "%s %s", rows[0].target, rows[1].target);
    else
        snprintf(text, size, "%s +%zu", rows[0].target, n - 1);
}

static const double apart = 0.05; /* as a share: from which on GPUs differ */

/* Both ends where GPUs differ. */
static void say_number(double own, double least, double most, int digits, char *text, size_t size) {
    if (most > least * (1 + apart))
        snprintf(text, size, "%.*f to %.*f", digits, least, digits, most);
    else if (own > 0)
        snprintf(text, size, "%.*f", digits, own);
}

static void say_price(const struct ga_price *p, struct line *line) {
    const size_t size = sizeof *line->text;
    if (!p)
        return;
    say_number(p->own.thread_ns, p->least.thread_ns, p->most.thread_ns, 1, line->text[NS], size);
    say_number(p->own.word_per_s / 1e9, p->least.word_per_s / 1e9, p->most.word_per_s / 1e9, 3,
               line->text[PER_S], size);
}

static void say(const struct ga_found *rows, size_t n, bool each, const struct kernels *kernels,
                struct line *line) {
    const struct ga_sass_key *const k = &rows->key;
    const char *const cells[N_FIELDS] = {[KERNEL] = name_of(kernels, rows->kernel),
                                         [NAME] = k->name,
                                         [OPERATION] = ga_operation_name(k->operation),
                                         [TYPE] = ga_type_name(k->type),
                                         [SCOPE] = ga_scope_name(k->scope),
                                         [ORDER] = ga_order_name(k->order),
                                         [SPACE] = ga_space_name(k->space),
                                         [RESULT] =
                                             k->class == GA_CLASS_ATOMIC ? ga_result_name(k) : ""};
    for (enum field f = 0; f < N_FIELDS; f++) {
        const size_t last = sizeof *line->text - 1;
        if (!memccpy(line->text[f], cells[f] ? cells[f] : "", '\0', last))
            line->text[f][last] = '\0';
    }
    say_targets(rows, n, line->text[TARGET], sizeof *line->text);
    snprintf(line->text[AT], sizeof *line->text, each ? "0x%04x" : "%u",
             each ? rows->offset : rows->count);
    say_price(price_of(rows), line);
}

static void widen(const struct line *line, int *widths) {
    for (enum field f = 0; f < N_FIELDS; f++)
        if ((int)strlen(line->text[f]) > widths[f])
            widths[f] = (int)strlen(line->text[f]);
}

static void print_cells(const struct line *line, const int *widths) {
    char text[N_FIELDS * sizeof *line->text + N_FIELDS], *end = text;
    for (enum field f = 0; f < N_FIELDS; f++) {
        const int n = (int)strlen(line->text[f]), width = widths[f] > n ? widths[f] : n;
        if (widths[f] == 0)
            continue;
        memset(end, ' ', (size_t)width + 1);
        memcpy(end + (is_number(f) ? width - n : 0), line->text[f], (size_t)n);
        end += width + 1;
    }
    fwrite(text, 1, (size_t)(end - text), stdout);
}

static void print_loop(const struct ga_found *row, bool each) {
    const struct ga_sass_key *const k = &row->key;
    printf("%-8s%s%s", ga_loop_name(k->loop), k->adds ? " adds " : "", ga_type_name(k->adds));
    ga_inspect_marks(k);
    printf("%s%s%s\n", k->class == GA_CLASS_ASYNC ? " asynchronous" : "",
           each && *row->source ? " " : "", each ? row->source : "");
}

/* in: lines: n sorted ones; those that differ in their target alone are a row. */
static void print_rows(const struct ga_found *lines, size_t n_lines, bool each,
                       const struct kernels *kernels) {
    int widths[N_FIELDS] = {0};
    struct line head = heads, line;
    for (int printing = 0; printing <= 1; printing++)
        for (size_t i = 0, n = 0; i < n_lines; i += n) {
            for (n = 1; !each && i + n < n_lines && are_alike(&lines[i], &lines[i + n]);)
                n++;
            say(&lines[i], n, each, kernels, &line);
            if (i == 0 && printing) {
                for (enum field f = 0; f < N_FIELDS; f++)
                    if (widths[f] == 0)
                        *head.text[f] = '\0';
                if (each)
                    snprintf(head.text[AT], sizeof *head.text, "offset");
                widen(&head, widths);
                print_cells(&head, widths);
                printf("loop\n");
            }
            if (printing) {
                print_cells(&line, widths);
                print_loop(&lines[i], each);
            } else
                widen(&line, widths);
        }
}

static const char *plural(uint32_t n) { return n == 1 ? "" : "s"; }

void ga_inspect_count(const struct ga_inventory *v, char *text) {
    const uint32_t all = v->n_functions + v->n_passed;
    char of[24] = "";
    if (v->n_passed > 0)
        snprintf(of, sizeof of, " of %u", all);
    snprintf(text, GA_COUNTED, "%u%s function%s in %u module%s of %zu file%s", v->n_functions, of,
             plural(all), v->n_modules, plural(v->n_modules), v->n_files,
             v->n_files == 1 ? "" : "s");
}

static void print_unread(const struct ga_inventory *v) {
    for (size_t i = 0; i < v->n_files; i++) {
        const struct ga_unread *const u = &v->unread[i];
        if (u->n_ptx > 0)
            printf("%s: PTX in %u module%s is source, which the driver compiles; not read\n",
                   u->file, u->n_ptx, plural(u->n_ptx));
        if (u->n_old > 0)
            printf("%s: %u module%s for targets before sm_%d or gfx900; not read\n", u->file,
                   u->n_old, plural(u->n_old), GA_OLDEST_SM);
        if (u->n_other > 0)
            printf("%s: %u module%s of the compiler's intermediate code; not read\n", u->file,
                   u->n_other, plural(u->n_other));
        if (u->n_lines > 0)
            printf(
                "%s: source lines of %u module%s, some or all: damaged, not 32-bit DWARF 2 to 5, "
                "or compressed and without zlib1g or libzstd1; not read\n",
                u->file, u->n_lines, plural(u->n_lines));
    }
}

enum ga_status ga_inspect_print(const struct ga_inventory *v, bool each, struct ga_err *err) {
    struct kernels kernels = {NULL, NULL, 0};
    struct ga_found *const lines = malloc((v->n + 1) * sizeof *lines);
    const bool named = name_kernels(v, &kernels);
    char text[GA_COUNTED];
    if (lines && named && v->n > 0) {
        memcpy(lines, v->at, v->n * sizeof *lines);
        qsort(lines, v->n, sizeof *lines, compare_lines);
        print_rows(lines, v->n, each, &kernels);
    }
    free(lines);
    free_kernels(&kernels);
    if (!lines || !named)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    print_unread(v);
    ga_inspect_count(v, text);
    printf("%s\n", text);
    return GA_OK;
}
