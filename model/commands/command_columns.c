/* `columns`: what the columns of a CSV file mean that this program wrote. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "answers.h"
#include "backend.h"
#include "csv.h"
#include "inspect_words.h"
#include "table_columns.h"
#include "terminal.h"

enum kind {
#define GA_KIND(id, ...) KIND_##id,
#define GA_COLUMN(...)
#include "columns.def"
#undef GA_KIND
    N_KINDS
};

static const char *const row_of[N_KINDS] = {
#define GA_KIND(id, row) row,
#include "columns.def"
#undef GA_KIND
#undef GA_COLUMN
};

/* names: "n, e, c". */
static const struct meaning {
    enum kind kind;
    const char *names, *text;
} meanings[] = {
#define GA_KIND(...)
#define GA_COLUMN(id, names, text) {KIND_##id, names, text},
#include "columns.def"
};
enum { N_MEANINGS = sizeof meanings / sizeof *meanings, NAME = 22, UNIT = 10, LEAST_TEXT = 30 };

/* "  name  unit  text", the text in lines of its own column, as wide as the terminal or 80 letters. */
static void put(const char *name, const char *unit, const char *text) {
    const unsigned terminal = ga_terminal_width(STDOUT_FILENO);
    const int indent = 2 + NAME + 2 + UNIT + 1, width = (terminal ? (int)terminal : 80) - indent;
    const size_t room = width < LEAST_TEXT ? LEAST_TEXT : (size_t)width;
    if (strlen(name) > NAME)
        printf("  %s\n%*s%-*s ", name, NAME + 4, "", UNIT, unit);
    else
        printf("  %-*s  %-*s ", NAME, name, UNIT, unit);
    while (strlen(text) > room) {
        size_t n = room;
        while (n > 0 && text[n] != ' ')
            n--;
        n = n ? n : room;
        printf("%.*s\n%*s", (int)n, text, indent, "");
        text += n + (text[n] == ' ');
    }
    printf("%s\n", text);
}

/* in: names: "n, e, c". out: whether one of them is name. */
static bool has_name(const char *names, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = names; at; at = strchr(at, ',') ? strchr(at, ',') + 2 : NULL)
        if (strcspn(at, ",") == length && strncmp(at, name, length) == 0)
            return true;
    return false;
}

static const struct meaning *find(enum kind kind, const char *name) {
    for (size_t i = 0; i < N_MEANINGS; i++)
        if (meanings[i].kind == kind && has_name(meanings[i].names, name))
            return &meanings[i];
    return NULL;
}

static void put_kind(enum kind kind) {
    printf("one row: %s\n", row_of[kind]);
    for (size_t i = 0; i < N_MEANINGS; i++)
        if (meanings[i].kind == kind)
            put(meanings[i].names, "", meanings[i].text);
}

static void put_all(void) {
    printf("one row: a point of a benchmark; before these its axes, behind them its counts "
           "(`gpu-atomics list`)\n");
    for (size_t c = 0; c < GA_N_COLUMNS; c++)
        put(ga_columns[c].name, ga_columns[c].unit, ga_columns[c].meaning);
    for (int k = 0; k < N_KINDS; k++) {
        printf("\n");
        put_kind((enum kind)k);
    }
}

/* in: path: of DIR/NAME.csv or DIR/NAME_samples.csv. out: the benchmark of that name, or NULL. */
static const struct ga_bench *bench_of(const char *path) {
    const char *const slash = strrchr(path, '/');
    const char *const name = slash ? slash + 1 : path;
    size_t n = 0;
    const struct ga_bench *const *const all = ga_backends[0]->benches(&n);
    for (size_t i = 0; i < n; i++) {
        const size_t length = strlen(all[i]->id);
        if (strncmp(name, all[i]->id, length) == 0 &&
            (strcmp(name + length, ".csv") == 0 || strcmp(name + length, "_samples.csv") == 0))
            return all[i];
    }
    return NULL;
}

/* A column that all tables may have, of this benchmark's. */
static void put_common(const struct ga_bench *bench, const struct ga_column *column) {
    char text[512];
    const char *const name = column->name;
    const bool is_price = bench->price_over && strcmp(name, "price") == 0;
    const bool is_slope = bench->slope_axis && strcmp(name, "slope_ns") == 0;
    if (is_price)
        snprintf(text, sizeof text, "%s: %s", column->meaning, bench->price_over);
    else
        snprintf(text, sizeof text, "%s%s%s", column->meaning, is_slope ? "; the axis: " : "",
                 is_slope ? bench->slope_axis : "");
    put(name, column->unit, text);
}

/* A benchmark's own column, or one that all tables may have. out: false: neither. */
static bool put_of_bench(const struct ga_bench *bench, const char *name) {
    for (uint32_t a = 0; a < bench->n_axes; a++)
        if (strcmp(bench->axes[a].name, name) == 0) {
            put(name, bench->axes[a].unit, bench->axes[a].help);
            return true;
        }
    for (uint32_t t = 0; t < bench->n_tallies; t++)
        if (strcmp(bench->tallies[t].name, name) == 0) {
            put(name, bench->tallies[t].unit, bench->tallies[t].help);
            return true;
        }
    for (size_t c = 0; c < GA_N_COLUMNS; c++)
        if (strcmp(ga_columns[c].name, name) == 0) {
            put_common(bench, &ga_columns[c]);
            return true;
        }
    return false;
}

/* The kind that knows most of the names. err: GA_USAGE if it knows less than half of them. */
static enum ga_status kind_of(const struct ga_csv_in *in, enum kind *kind, struct ga_err *err) {
    unsigned most = 0;
    for (int k = 0; k < N_KINDS; k++) {
        unsigned known = 0;
        for (unsigned f = 0; f < in->n_fields; f++)
            known += find((enum kind)k, in->field[f]) != NULL;
        if (known > most) {
            most = known;
            *kind = (enum kind)k;
        }
    }
    return 2 * most >= in->n_fields && most > 0
               ? GA_OK
               : ga_fail(err, GA_USAGE,
                         "%s, line %lu: '%s' begins no file of this program; expected a table that "
                         "`run` "
                         "wrote, under its name, or what a --csv did",
                         in->path, in->line, in->n_fields ? in->field[0] : "");
}

static void put_header(const struct ga_csv_in *in, const struct ga_bench *bench, enum kind kind) {
    if (bench)
        printf("one row: %s\n",
               ga_csv_find(in, "status") < in->n_fields ? bench->sample : row_of[kind]);
    else
        printf("one row: %s\n", row_of[kind]);
    for (unsigned f = 0; f < in->n_fields; f++) {
        const struct meaning *const m = find(kind, in->field[f]);
        if (bench && put_of_bench(bench, in->field[f]))
            continue;
        put(in->field[f], "", m ? m->text : "not known to this version");
    }
}

static enum ga_status explain(const char *path, struct ga_err *err) {
    struct ga_csv_in in;
    bool more = false;
    enum kind kind = KIND_SAMPLES;
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    const struct ga_bench *const bench = bench_of(path);
    status = ga_csv_read(&in, &more, err);
    if (status == GA_OK && !more)
        status = ga_fail(err, GA_USAGE, "%s: empty, expected a line of names", path);
    if (status == GA_OK && !bench)
        status = kind_of(&in, &kind, err);
    if (status == GA_OK && kind == KIND_RUN && !bench)
        put_kind(kind);
    else if (status == GA_OK)
        put_header(&in, bench, kind);
    ga_csv_end(&in);
    return status;
}

enum ga_status ga_command_columns(const struct ga_request *request, struct ga_err *err) {
    enum ga_status status = GA_OK;
    if (request->n_directories == 0)
        put_all();
    for (uint32_t i = 0; i < request->n_directories && status == GA_OK; i++) {
        if (request->n_directories > 1)
            printf("%s%s: ", i ? "\n" : "", request->directory[i]);
        status = explain(request->directory[i], err);
    }
    return status;
}
