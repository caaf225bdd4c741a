/* Curves are rows of both tables under the same names; maps are what the figure of one run has, of each. */
#include "pairs.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "figures.h"
#include "group.h"
#include "origin.h"

static const struct ga_pair pairs[] = {
#define GA_CURVES(name_, table_, x_, base_, value_, per_, lines_, keep_, question_, across_, up_)  \
    {.name = #name_,                                                                               \
     .table = table_,                                                                              \
     .x = x_,                                                                                      \
     .base = base_,                                                                                \
     .value = value_,                                                                              \
     .per = per_,                                                                                  \
     .lines = lines_,                                                                              \
     .keep = keep_,                                                                                \
     .question = question_,                                                                        \
     .across = across_,                                                                            \
     .up = up_},
#define GA_MAPS(name_, table_, block_, least_, most_, unit_, question_, across_, up_)              \
    {.name = #name_,                                                                               \
     .table = table_,                                                                              \
     .is_map = true,                                                                               \
     .block = block_,                                                                              \
     .least = least_,                                                                              \
     .most = most_,                                                                                \
     .value = unit_,                                                                               \
     .question = question_,                                                                        \
     .across = across_,                                                                            \
     .up = up_},
#include "pairs.def"
#undef GA_CURVES
#undef GA_MAPS
};

const struct ga_pair *ga_pairs(size_t *n) {
    *n = sizeof pairs / sizeof *pairs;
    return pairs;
}

/* in: conditions "column=a,b column=c". */
static void keep(struct ga_frame *rows, const char *conditions) {
    while (*conditions) {
        const size_t n = strcspn(conditions, " "), name = strcspn(conditions, "=");
        char column[64], words[256];
        snprintf(column, sizeof column, "%.*s", (int)name, conditions);
        snprintf(words, sizeof words, "%.*s", (int)(n - name - 1), conditions + name + 1);
        for (char *p = words; *p; p++)
            if (*p == ',')
                *p = ' ';
        ga_keep(rows, column, words);
        conditions += n + (conditions[n] == ' ');
    }
}

/* out: the columns that a row of pairs.def needs, each once. */
static const char *columns_of(struct ga_work *work, const struct ga_pair *pair) {
    const char *all = ga_work_text(work, "%s %s %s", pair->x, pair->value, pair->per);
    char name[64];
    for (size_t at = 0; ga_next_word(pair->lines, &at, name);)
        all = ga_is_word(all, name) ? all : ga_work_text(work, "%s %s", all, name);
    for (const char *c = pair->keep; *c; c += strcspn(c, " "), c += *c == ' ') {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(c, "="), c);
        all = ga_is_word(all, name) ? all : ga_work_text(work, "%s %s", all, name);
    }
    return all;
}

/* out: of one run: line, x and the median of y, sorted. */
static struct ga_frame *read_curves(struct ga_work *work, const struct ga_pair *pair,
                                    const char *directory) {
    char name[64];
    struct ga_frame *const rows =
        ga_frame_from(work, directory, pair->table, columns_of(work, pair));
    keep(rows, pair->keep);
    double *const y = ga_number(rows, "y");
    for (size_t i = 0; i < rows->n; i++) {
        const char *line = "";
        for (size_t at = 0; ga_next_word(pair->lines, &at, name);)
            line = ga_work_text(work, "%s%s%s", line, *line ? "_" : "", ga_text(rows, name)[i]);
        ga_text(rows, "line")[i] = line;
        if (!strchr(pair->lines, ' '))
            ga_number(rows, "line")[i] = ga_number(rows, pair->lines)[i];
        y[i] = ga_number(rows, pair->value)[i] / (*pair->per ? ga_number(rows, pair->per)[i] : 1);
    }
    if (pair->base > 0)
        ga_keep_above(rows, pair->x, 0);
    ga_keep_above(rows, "y", 0);
    return ga_group(rows, ga_work_text(work, "line %s", pair->x), "y");
}

static void write_curves(struct ga_work *work, const struct ga_pair *pair,
                         const char *const tables[2]) {
    struct ga_frame *of[2];
    double least = INFINITY, most = 0, x_least = INFINITY, x_most = 0;
    for (int d = 0; d < 2; d++) {
        of[d] = read_curves(work, pair, tables[d]);
        least = fmin(least, ga_least(of[d], "median"));
        most = fmax(most, ga_most(of[d], "median"));
        x_least = fmin(x_least, ga_least(of[d], pair->x));
        x_most = fmax(x_most, ga_most(of[d], pair->x));
    }
    if (of[0]->n == 0 || of[1]->n == 0) {
        work->said = "no row";
        return;
    }
    const char *const columns = ga_work_text(work, "line %s median", pair->x);
    ga_frame_write(of[0], "first", columns);
    ga_frame_write(of[1], "second", columns);
    ga_set_text(work, "lines", ga_words(ga_unique(of[0], "line"), "line"));
    ga_set_number(work, "lowest", least);
    ga_set_number(work, "highest", most);
    ga_set_number(work, "x_least", x_least);
    ga_set_number(work, "x_most", x_most);
    ga_set_number(work, "x_log", pair->base);
}

/* What the figure of one run is made of, below a name of its own. */
static void write_maps(struct ga_work *work, const struct ga_pair *pair,
                       const char *const tables[2], const char *directory) {
    size_t n = 0;
    const struct ga_figure *figure = ga_figures(&n);
    while (strcmp(figure->name, pair->name) != 0)
        figure++;
    for (int d = 0; d < 2; d++) {
        char stem[PATH_MAX + 64];
        struct ga_work one;
        snprintf(stem, sizeof stem, "%s/%s-%d", directory, pair->name, d + 1);
        ga_work_begin(&one, tables[d], directory, stem, work->err);
        figure->work_out(&one);
        if (one.said)
            work->said = one.said;
        const enum ga_status status = ga_work_end(&one);
        if (status != GA_OK && work->status == GA_OK)
            work->status = status; /* the message is there */
    }
    ga_set_text(work, "block", pair->block);
    ga_set_number(work, "lowest", pair->least);
    ga_set_number(work, "highest", pair->most);
    ga_set_text(work, "unit", pair->value);
}

enum ga_status ga_pair_work_out(const struct ga_pair *pair, const char *const tables[2],
                                const char *directory, bool *drawable, struct ga_err *err) {
    char stem[PATH_MAX + 64];
    struct ga_work work;
    snprintf(stem, sizeof stem, "%s/%s", directory, pair->name);
    ga_work_begin(&work, tables[1], directory, stem, err);
    ga_set_origin(&work, pair->table);
    if (work.status == GA_OK)
        fputs("second = about; second_origin = origin; second_stand_in = is_stand_in\n", work.set);
    work.tables = tables[0];
    ga_set_origin(&work, pair->table);
    ga_set_text(&work, "question", pair->question);
    ga_set_text(&work, "across", pair->across);
    ga_set_text(&work, "up", pair->up);
    if (pair->is_map)
        write_maps(&work, pair, tables, directory);
    else
        write_curves(&work, pair, tables);
    *drawable = !work.said;
    return ga_work_end(&work);
}
