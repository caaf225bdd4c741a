/* Columns are arrays of their own, so that one can be added; taking rows copies them. */
#include "frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ga_next_word(const char *list, size_t *at, char word[64]) {
    *at += strspn(list + *at, " ");
    const size_t n = strcspn(list + *at, " ");
    snprintf(word, 64, "%.*s", (int)n, list + *at);
    *at += n;
    return n > 0;
}

bool ga_is_word(const char *list, const char *word) {
    char one[64];
    for (size_t at = 0; ga_next_word(list, &at, one);)
        if (strcmp(one, word) == 0)
            return true;
    return false;
}

struct ga_frame *ga_frame_make(struct ga_work *work, size_t n) {
    static struct ga_frame none; /* where there is no memory for one: nothing is done any more */
    struct ga_frame *const frame = ga_work_take(work, 1, sizeof *frame);
    if (!frame) {
        none = (struct ga_frame){.work = work};
        return &none;
    }
    frame->work = work;
    frame->n = n;
    return frame;
}

static struct ga_column *find(const struct ga_frame *frame, const char *name) {
    for (unsigned c = 0; c < frame->n_columns; c++)
        if (strcmp(frame->column[c].name, name) == 0)
            return (struct ga_column *)&frame->column[c];
    return NULL;
}

bool ga_has(const struct ga_frame *frame, const char *column) {
    return find(frame, column) != NULL;
}

/* A frame without memory for its cells has no rows, and a column that holds nothing. */
static struct ga_column *find_or_add(struct ga_frame *frame, const char *name) {
    static struct ga_column none;
    struct ga_column *column = find(frame, name);
    if (column)
        return column;
    column = frame->n_columns < GA_FRAME_COLUMNS ? &frame->column[frame->n_columns] : &none;
    column->name = ga_work_text(frame->work, "%s", name);
    column->text = ga_work_take(frame->work, frame->n + 1, sizeof *column->text);
    column->number = ga_work_take(frame->work, frame->n + 1, sizeof *column->number);
    if (column == &none)
        ga_work_fail(frame->work, GA_ERROR, "%s: more than %d columns", frame->work->stem,
                     GA_FRAME_COLUMNS);
    if (frame->work->status != GA_OK)
        frame->n = 0;
    for (size_t i = 0; i < frame->n; i++) {
        column->text[i] = "";
        column->number[i] = NAN;
    }
    frame->n_columns += column != &none;
    return column;
}

double *ga_number(struct ga_frame *frame, const char *column) {
    return find_or_add(frame, column)->number;
}

const char **ga_text(struct ga_frame *frame, const char *column) {
    return find_or_add(frame, column)->text;
}

bool ga_is(struct ga_frame *frame, size_t row, const char *column, const char *text) {
    return strcmp(ga_text(frame, column)[row], text) == 0;
}

struct ga_frame *ga_frame_rows(const struct ga_frame *from, const size_t *rows, size_t n) {
    struct ga_frame *const to = ga_frame_make(from->work, rows ? n : 0);
    for (unsigned c = 0; rows && c < from->n_columns; c++) {
        const struct ga_column *const old = &from->column[c];
        struct ga_column *const new = find_or_add(to, old->name);
        for (size_t i = 0; i < to->n; i++) {
            new->text[i] = old->text[rows[i]];
            new->number[i] = old->number[rows[i]];
        }
    }
    return to;
}

void ga_keep_marked(struct ga_frame *frame, const bool *marked) {
    size_t n = 0;
    for (size_t i = 0; i < frame->n; i++) {
        if (!marked[i])
            continue;
        for (unsigned c = 0; c < frame->n_columns; c++) {
            frame->column[c].text[n] = frame->column[c].text[i];
            frame->column[c].number[n] = frame->column[c].number[i];
        }
        n++;
    }
    frame->n = n;
}

struct ga_frame *ga_frame_copy(const struct ga_frame *from) {
    size_t *const rows = ga_work_take(from->work, from->n + 1, sizeof *rows);
    for (size_t i = 0; rows && i < from->n; i++)
        rows[i] = i;
    return ga_frame_rows(from, rows, rows ? from->n : 0);
}

static void keep_words(struct ga_frame *frame, const char *column, const char *words, bool wanted) {
    const struct ga_column *const of = find(frame, column);
    bool *const marked = ga_work_take(frame->work, frame->n + 1, sizeof *marked);
    if (!of || !marked)
        return;
    for (size_t i = 0; i < frame->n; i++)
        marked[i] = ga_is_word(words, of->text[i]) == wanted;
    ga_keep_marked(frame, marked);
}

void ga_keep(struct ga_frame *frame, const char *column, const char *words) {
    keep_words(frame, column, words, true);
}

void ga_drop(struct ga_frame *frame, const char *column, const char *words) {
    keep_words(frame, column, words, false);
}

static void keep_numbers(struct ga_frame *frame, const char *column, double number, bool above) {
    const struct ga_column *const of = find_or_add(frame, column);
    bool *const marked = ga_work_take(frame->work, frame->n + 1, sizeof *marked);
    if (!marked)
        return;
    for (size_t i = 0; i < frame->n; i++)
        marked[i] = above ? of->number[i] > number : of->number[i] == number;
    ga_keep_marked(frame, marked);
}

void ga_keep_number(struct ga_frame *frame, const char *column, double number) {
    keep_numbers(frame, column, number, false);
}

void ga_keep_above(struct ga_frame *frame, const char *column, double limit) {
    keep_numbers(frame, column, limit, true);
}

const char *ga_narrow(struct ga_frame *frame, const char *column, const char *wanted) {
    const struct ga_column *const of = find(frame, column);
    if (!of || frame->n == 0)
        return "";
    const char *kept = of->text[0];
    for (size_t i = 0; i < frame->n; i++)
        if (strcmp(of->text[i], wanted) == 0)
            kept = of->text[i];
    bool *const marked = ga_work_take(frame->work, frame->n, sizeof *marked);
    for (size_t i = 0; marked && i < frame->n; i++)
        marked[i] = strcmp(of->text[i], kept) == 0;
    if (marked)
        ga_keep_marked(frame, marked);
    return kept;
}

struct order {
    const struct ga_column *by[GA_FRAME_COLUMNS];
    unsigned n;
};

static int compare_cells(const struct ga_column *by, size_t a, size_t b) {
    const double x = by->number[a], y = by->number[b];
    if (isnan(x) != isnan(y))
        return isnan(x) ? 1 : -1;
    return isnan(x) ? strcmp(by->text[a], by->text[b]) : (x > y) - (x < y);
}

static int compare_rows(const void *a, const void *b, void *of) {
    const struct order *const order = of;
    const size_t i = *(const size_t *)a, j = *(const size_t *)b;
    for (unsigned k = 0; k < order->n; k++) {
        const int less = compare_cells(order->by[k], i, j);
        if (less)
            return less;
    }
    return (i > j) - (i < j);
}

void ga_sort(struct ga_frame *frame, const char *columns) {
    struct order order = {.n = 0};
    char name[64];
    for (size_t at = 0; ga_next_word(columns, &at, name) && order.n < GA_FRAME_COLUMNS;)
        order.by[order.n++] = find_or_add(frame, name);
    size_t *const rows = ga_work_take(frame->work, frame->n + 1, sizeof *rows);
    for (size_t i = 0; rows && i < frame->n; i++)
        rows[i] = i;
    if (!rows || frame->n == 0)
        return;
    qsort_r(rows, frame->n, sizeof *rows, compare_rows, &order);
    *frame = *ga_frame_rows(frame, rows, frame->n);
}

static bool are_alike(const struct order *of, size_t a, size_t b) {
    for (unsigned k = 0; k < of->n; k++)
        if (strcmp(of->by[k]->text[a], of->by[k]->text[b]) != 0)
            return false;
    return true;
}

struct ga_frame *ga_unique(const struct ga_frame *frame, const char *columns) {
    struct order of = {.n = 0};
    char name[64];
    size_t n = 0;
    size_t *const rows = ga_work_take(frame->work, frame->n + 1, sizeof *rows);
    for (size_t at = 0; ga_next_word(columns, &at, name) && of.n < GA_FRAME_COLUMNS;)
        if (find(frame, name))
            of.by[of.n++] = find(frame, name);
    for (size_t i = 0; rows && i < frame->n; i++) {
        size_t k = 0;
        while (k < n && !are_alike(&of, rows[k], i))
            k++;
        if (k == n)
            rows[n++] = i;
    }
    struct ga_frame *const all = ga_frame_rows(frame, rows, n);
    struct ga_frame *const some = ga_frame_make(frame->work, all->n);
    for (unsigned k = 0; k < of.n; k++)
        some->column[some->n_columns++] = *find(all, of.by[k]->name);
    return some;
}

static const char *join(struct ga_frame *frame, const char *column, const char *quote) {
    const char *words = "";
    for (size_t i = 0; i < frame->n; i++)
        words = ga_work_text(frame->work, "%s%s%s%s%s", words, i ? " " : "", quote,
                             find_or_add(frame, column)->text[i], quote);
    return words;
}

const char *ga_words(struct ga_frame *frame, const char *column) { return join(frame, column, ""); }

const char *ga_quoted_words(struct ga_frame *frame, const char *column) {
    return join(frame, column, "\"");
}

const char *ga_sorted_words(const struct ga_frame *frame, const char *column) {
    struct ga_frame *const all = ga_unique(frame, column);
    ga_sort(all, column);
    return ga_words(all, column);
}

double ga_least(struct ga_frame *frame, const char *column) {
    const double *const number = ga_number(frame, column);
    double least = NAN;
    for (size_t i = 0; i < frame->n; i++)
        least = fmin(least, number[i]);
    return least;
}

double ga_most(struct ga_frame *frame, const char *column) {
    const double *const number = ga_number(frame, column);
    double most = NAN;
    for (size_t i = 0; i < frame->n; i++)
        most = fmax(most, number[i]);
    return most;
}
