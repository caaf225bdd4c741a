#include "cross.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "ramp.h"
#include "sheet.h"

enum { VARIABLES, STRIDE, WARPS, REGIME, SCOPE, ORDER, BARRIER, ACCESSES, RATE, SATURATION };
static const struct ga_sheet_column columns[] = {
    {"variables", GA_SHEET_POSITIVE},
    {"stride_bytes", GA_SHEET_COUNT},
    {"warps", GA_SHEET_POSITIVE},
    {"regime", GA_SHEET_WORD},
    {"scope", GA_SHEET_WORD},
    {"order", GA_SHEET_WORD},
    {"barrier", GA_SHEET_WORD},
    {"accesses", GA_SHEET_WORD},
    {"rate_ops_per_s", GA_SHEET_POSITIVE},
    {"saturation", GA_SHEET_WORD},
};
enum { N_COLUMNS = sizeof columns / sizeof *columns };

struct slice {
    const char *regime;
    double warps;
    size_t n, n_unchecked;
};

static bool has_length(const struct ga_sheet *s, size_t r, const char *accesses) {
    return ga_sheet_is(s, r, SCOPE, "device") && ga_sheet_is(s, r, ORDER, "relaxed") &&
           ga_sheet_is(s, r, BARRIER, "none") && ga_sheet_is(s, r, ACCESSES, accesses);
}

static bool is_base(const struct ga_sheet *s, size_t r) { return has_length(s, r, "usual"); }

static bool is_in(const struct ga_sheet *s, size_t r, const struct slice *slice) {
    return is_base(s, r) && ga_sheet_number(s, r, WARPS) == slice->warps &&
           ga_sheet_is(s, r, REGIME, slice->regime);
}

static struct slice slice_of(const struct ga_sheet *s, const char *regime, double warps) {
    struct slice slice = {.regime = regime, .warps = warps};
    for (size_t r = 0; r < s->n; r++)
        if (is_in(s, r, &slice)) {
            slice.n++;
            slice.n_unchecked += ga_sheet_is(s, r, SATURATION, "unchecked");
        }
    return slice;
}

static bool is_better(const struct slice *a, const struct slice *b) {
    const bool a_unused = strcmp(a->regime, "unused") == 0;
    const bool b_unused = strcmp(b->regime, "unused") == 0;
    if (a->n != b->n)
        return a->n > b->n;
    if (a->n_unchecked != b->n_unchecked)
        return a->n_unchecked < b->n_unchecked;
    return a_unused != b_unused ? a_unused : a->warps > b->warps;
}

static struct slice choose(const struct ga_sheet *s) {
    struct slice best = {.regime = ""};
    for (size_t r = 0; r < s->n; r++) {
        const char *const regime = ga_sheet_word(s, r, REGIME);
        const double warps = ga_sheet_number(s, r, WARPS);
        bool known = !is_base(s, r);
        for (size_t q = 0; q < r && !known; q++)
            known = is_base(s, q) && ga_sheet_number(s, q, WARPS) == warps &&
                    ga_sheet_is(s, q, REGIME, regime);
        if (known)
            continue;
        const struct slice slice = slice_of(s, regime, warps);
        if (is_better(&slice, &best))
            best = slice;
    }
    return best;
}

/* out: values[], ascending, each once; how many there are. */
static size_t distinct(const struct ga_sheet *s, const struct slice *slice, unsigned column,
                       double *values) {
    size_t n = 0;
    for (size_t r = 0; r < s->n; r++)
        if (is_in(s, r, slice))
            values[n++] = ga_sheet_number(s, r, column);
    return ga_distinct(values, n);
}

/* A row of the slice, before it is one of its variables' points. */
struct entry {
    size_t variables, row; /* variables: by index */
    struct ga_cross_point point;
};

static int by_place(const void *a, const void *b) {
    const struct entry *const x = a, *const y = b;
    if (x->variables != y->variables)
        return x->variables < y->variables ? -1 : 1;
    if (x->point.stride != y->point.stride)
        return x->point.stride < y->point.stride ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static bool make(const struct slice *slice, struct ga_cross *c) {
    c->stride = calloc(slice->n + 1, sizeof *c->stride);
    c->variables = calloc(slice->n + 1, sizeof *c->variables);
    c->at = calloc(slice->n + 1, sizeof *c->at);
    c->first = calloc(slice->n + 2, sizeof *c->first);
    c->rate_of_one = calloc(slice->n + 1, sizeof *c->rate_of_one);
    c->scratch = calloc(slice->n + 1, sizeof *c->scratch);
    return c->stride && c->variables && c->at && c->first && c->rate_of_one && c->scratch;
}

/* Of rows at one place the last counts. in: entries: room for slice->n. */
static void fill(const struct ga_sheet *s, const struct slice *slice, struct entry *entries,
                 struct ga_cross *c) {
    size_t n = 0, n_points = 0;
    c->n_strides = distinct(s, slice, STRIDE, c->stride);
    c->n_variables = distinct(s, slice, VARIABLES, c->variables);
    for (size_t r = 0; r < s->n; r++)
        if (is_in(s, r, slice))
            entries[n++] = (struct entry){
                .variables =
                    ga_place(c->variables, c->n_variables, ga_sheet_number(s, r, VARIABLES)),
                .row = r,
                .point = {.stride =
                              ga_place(c->stride, c->n_strides, ga_sheet_number(s, r, STRIDE)),
                          .rate = ga_sheet_number(s, r, RATE),
                          .unsaturated = ga_sheet_is(s, r, SATURATION, "unsaturated")}};
    qsort(entries, n, sizeof *entries, by_place);
    for (size_t i = 0; i < n; i++) {
        const struct entry *const e = &entries[i], *const next = e + 1;
        if (i + 1 < n && e->variables == next->variables && e->point.stride == next->point.stride)
            continue;
        c->at[n_points++] = e->point;
        c->first[e->variables + 1] = n_points;
    }
}

/* Where one variable was measured with twice the accesses, too. */
static double find_limit(const struct ga_sheet *s, const struct slice *slice,
                         const struct ga_cross *c) {
    double limit = NAN;
    for (size_t r = 0; r < s->n; r++) {
        const size_t stride = ga_place(c->stride, c->n_strides, ga_sheet_number(s, r, STRIDE));
        if (has_length(s, r, "doubled") && ga_sheet_number(s, r, VARIABLES) == 1 &&
            ga_sheet_number(s, r, WARPS) == slice->warps &&
            ga_sheet_is(s, r, REGIME, slice->regime) && stride < c->n_strides &&
            !isnan(c->rate_of_one[stride]))
            limit = ga_rate_beyond_ramp(c->rate_of_one[stride], ga_sheet_number(s, r, RATE));
    }
    return limit;
}

/* The rate with one variable: at that stride, or where the table has it at one stride alone, there. */
static void hold_against_one(struct ga_cross *c) {
    const size_t one = ga_place(c->variables, c->n_variables, 1);
    const bool is_there = one < c->n_variables;
    const size_t from = is_there ? c->first[one] : 0, to = is_there ? c->first[one + 1] : 0;
    for (size_t s = 0; s < c->n_strides; s++)
        c->rate_of_one[s] = to - from == 1 ? c->at[from].rate : NAN;
    for (size_t i = from; i < to; i++)
        c->rate_of_one[c->at[i].stride] = c->at[i].rate;
}

static enum ga_status arrange(const struct ga_sheet *s, const struct slice *slice,
                              struct ga_cross *c, struct ga_err *err) {
    struct entry *const entries = calloc(slice->n + 1, sizeof *entries);
    const bool made = make(slice, c) && entries;
    if (made) {
        fill(s, slice, entries, c);
        hold_against_one(c);
        c->limit_of_one = find_limit(s, slice, c);
    }
    free(entries);
    return made ? GA_OK : ga_fail(err, GA_ERROR, "%s: out of memory", s->table.path);
}

enum ga_status ga_cross_read(const char *path, const struct ga_cross *like, struct ga_cross *cross,
                             struct ga_err *err) {
    struct ga_sheet sheet;
    *cross = (struct ga_cross){.n_points = 0};
    enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    if (status == GA_OK) {
        const struct slice slice =
            like && like->n_points ? slice_of(&sheet, like->regime, like->warps) : choose(&sheet);
        cross->warps = slice.warps;
        snprintf(cross->regime, sizeof cross->regime, "%s", slice.regime);
        cross->n_points = slice.n;
        cross->n_others = sheet.table.n - slice.n;
        cross->n_unchecked = slice.n_unchecked;
        status = arrange(&sheet, &slice, cross, err);
    }
    ga_sheet_free(&sheet);
    return status;
}

void ga_cross_free(struct ga_cross *cross) {
    free(cross->stride);
    free(cross->variables);
    free(cross->at);
    free(cross->first);
    free(cross->rate_of_one);
    free(cross->scratch);
    *cross = (struct ga_cross){.n_points = 0};
}

static int by_stride(const void *a, const void *b) {
    const size_t x = ((const struct ga_cross_point *)a)->stride;
    const size_t y = ((const struct ga_cross_point *)b)->stride;
    return (x > y) - (x < y);
}

const struct ga_cross_point *ga_cross_at(const struct ga_cross *c, size_t stride,
                                         double variables) {
    const struct ga_cross_point key = {.stride = stride};
    const size_t v = ga_place(c->variables, c->n_variables, variables);
    return v < c->n_variables ? bsearch(&key, c->at + c->first[v], c->first[v + 1] - c->first[v],
                                        sizeof key, by_stride)
                              : NULL;
}

double ga_cross_gain(const struct ga_cross *cross, size_t stride, double variables) {
    const struct ga_cross_point *const many = ga_cross_at(cross, stride, variables);
    return many ? many->rate / cross->rate_of_one[stride] : NAN;
}
