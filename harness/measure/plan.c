#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "axis.h"
#include "cover.h"
#include "splitmix64.h"

const char *const ga_preset_names[GA_N_PRESETS + 1] = {"quick", "paper", "full", "emulator", NULL};

/* Fisher and Yates. The modulo's bias is below n / 2^64. */
static void shuffle(uint32_t *order, uint32_t n, uint64_t seed) {
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    for (uint32_t i = n; i > 1; i--) {
        const uint32_t j = (uint32_t)(ga_splitmix64(&seed) % i);
        const uint32_t x = order[i - 1];
        order[i - 1] = order[j];
        order[j] = x;
    }
}

/* The values of all axes, and which of these the user has named. */
struct product {
    const struct ga_bench *bench;
    const struct ga_limits *limits;
    struct ga_values values[GA_MAX_AXES];
    bool named[GA_MAX_AXES];
};

/* What an emulator can do: no integer above SMALL, or the least that the axis has. */
static void make_small(const struct ga_axis *axis, const struct ga_limits *limits,
                       struct ga_values *values) {
    enum { SMALL = 4 };
    int32_t first = 0, last = 0;
    uint32_t n = 0;
    ga_axis_range(axis, limits, &first, &last);
    const int32_t most = first > SMALL ? first : SMALL;
    if (axis->labels || values->at[values->n - 1] <= most)
        return;
    while (values->at[n] < most)
        n++;
    values->at[n] = most;
    *values = (struct ga_values){values->at, n + 1, false};
}

/* clip: as in axis.h, of named axes. */
static enum ga_status choose(struct product *p, enum ga_preset preset,
                             const struct ga_axis_choice *choices, uint32_t n_choices, bool clip,
                             struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (uint32_t a = 0; status == GA_OK && a < p->bench->n_axes; a++) {
        const struct ga_axis *const axis = &p->bench->axes[a];
        const char *text = axis->values[preset == GA_EMULATOR ? GA_QUICK : preset];
        for (uint32_t i = 0; i < n_choices; i++)
            if (strcmp(choices[i].name, axis->name) == 0) {
                text = choices[i].values;
                p->named[a] = true;
            }
        status = ga_axis_parse(axis, p->limits, text, clip || !p->named[a], &p->values[a], err);
        if (status == GA_OK && preset == GA_EMULATOR && !p->named[a])
            make_small(axis, p->limits, &p->values[a]);
    }
    return status;
}

/* Counts through all combinations like an odometer. out: false after the last. */
static bool advance(const struct product *p, uint32_t *index) {
    uint32_t a = p->bench->n_axes;
    while (a > 0 && ++index[a - 1] == p->values[a - 1].n)
        index[--a] = 0;
    return a > 0;
}

static bool has_value(const struct ga_values *values, int32_t value) {
    bool has = false;
    for (uint32_t i = 0; i < values->n; i++)
        has |= values->at[i] == value;
    return has;
}

/* Puts what an axis' `max` stands for into a point that has it. out: false if another point has that, too. */
static bool settle_max(const struct product *p, uint32_t a, struct ga_point *point) {
    const struct ga_values *const values = &p->values[a];
    const int32_t last = values->at[values->n - 1];
    if (!p->bench->axes[a].most || !values->max || point->at[a] != last)
        return true;
    point->at[a] = p->bench->axes[a].most(p->limits, point);
    return point->at[a] == last || !has_value(values, point->at[a]);
}

/* out: whether the combination is a point, and *point. */
static bool is_point(const struct product *p, const uint32_t *index, struct ga_point *point) {
    bool alone = true;
    *point = (struct ga_point){{0}};
    for (uint32_t a = 0; a < p->bench->n_axes; a++)
        point->at[a] = p->values[a].at[index[a]];
    for (uint32_t a = 0; a < p->bench->n_axes; a++)
        alone &= settle_max(p, a, point);
    return alone && (!p->bench->valid || p->bench->valid(p->limits, point));
}

static bool is_usual(const struct product *p, const struct ga_point *point) {
    return !p->bench->usual || p->bench->usual(p->limits, point);
}

/* out: the number of the combination of named values that it has; index NULL: how many there are. */
static size_t group_of(const struct product *p, const uint32_t *index) {
    size_t group = 0, n = 1;
    for (uint32_t a = 0; a < p->bench->n_axes; a++)
        if (p->named[a]) {
            group = group * p->values[a].n + (index ? index[a] : 0);
            n *= p->values[a].n;
        }
    return index ? group : n;
}

/* out: has_usual[group], of zeros. */
static void mark_usual(const struct product *p, bool *has_usual) {
    uint32_t index[GA_MAX_AXES] = {0};
    do {
        struct ga_point point;
        if (is_point(p, index, &point) && is_usual(p, &point))
            has_usual[group_of(p, index)] = true;
    } while (advance(p, index));
}

/* out: how many points there are, and *n_left_out; points: NULL, or room for them. */
static uint32_t combine(const struct product *p, const bool *has_usual, struct ga_point *points,
                        uint32_t *n_left_out) {
    uint32_t index[GA_MAX_AXES] = {0}, n = 0;
    *n_left_out = 0;
    do {
        struct ga_point point;
        if (!is_point(p, index, &point))
            continue;
        if (has_usual[group_of(p, index)] && !is_usual(p, &point)) {
            ++*n_left_out;
            continue;
        }
        if (points)
            points[n] = point;
        n++;
    } while (advance(p, index));
    return n;
}

static int compare_points(const void *a, const void *b) {
    const struct ga_point *const x = a, *const y = b;
    for (uint32_t i = 0; i < GA_MAX_AXES; i++)
        if (x->at[i] != y->at[i])
            return x->at[i] < y->at[i] ? -1 : 1;
    return 0;
}

/* Names the first combination, as an example. */
static enum ga_status no_point(const struct product *p, struct ga_err *err) {
    const uint32_t first[GA_MAX_AXES] = {0};
    char text[GA_LABEL];
    struct ga_point point;
    is_point(p, first, &point);
    return ga_fail(err, GA_USAGE,
                   "%s: no combination of these --axis values is a point, as %s is none; "
                   "`list --bench %s` says what the axes mean",
                   p->bench->id, ga_point_text(p->bench, &point, text, sizeof text), p->bench->id);
}

static enum ga_status make(const struct product *p, enum ga_preset preset, struct ga_plan *made,
                           struct ga_err *err) {
    const char *const id = p->bench->id;
    bool *const has_usual = calloc(group_of(p, NULL), sizeof *has_usual);
    enum ga_status status = GA_OK;
    if (!has_usual)
        return ga_fail(err, GA_ERROR, "%s: out of memory", id);
    mark_usual(p, has_usual);
    made->n_points = combine(p, has_usual, NULL, &made->n_left_out);
    made->points = calloc(made->n_points + 1u, sizeof *made->points);
    made->order = calloc(made->n_points + 1u, sizeof *made->order);
    if (made->n_points == 0) {
        status = no_point(p, err);
    } else if (!made->points || !made->order) {
        status = ga_fail(err, GA_ERROR, "%s: out of memory for %u points", id, made->n_points);
    } else {
        combine(p, has_usual, made->points, &made->n_left_out);
        if (preset == GA_EMULATOR) {
            const uint32_t n =
                ga_cover(p->bench, p->limits, p->named, made->points, made->n_points);
            made->n_left_out += made->n_points - n;
            made->n_points = n;
        }
        /* What a `max` stands for need not be behind the values before it. */
        qsort(made->points, made->n_points, sizeof *made->points, compare_points);
    }
    free(has_usual);
    return status;
}

/* A plan without its order. */
static enum ga_status make_points(const struct ga_bench *bench, const struct ga_limits *limits,
                                  enum ga_preset preset, const struct ga_axis_choice *choices,
                                  uint32_t n_choices, bool clip, struct ga_plan *made,
                                  struct ga_err *err) {
    struct product p = {.bench = bench, .limits = limits};
    enum ga_status status = choose(&p, preset, choices, n_choices, clip, err);
    if (status == GA_OK)
        status = make(&p, preset, made, err);
    for (uint32_t a = 0; a < bench->n_axes; a++)
        free(p.values[a].at);
    return status;
}

/* Adds the points of another plan, those alone that are not there. */
static enum ga_status append(struct ga_plan *made, const struct ga_plan *more, struct ga_err *err) {
    const size_t most = (size_t)made->n_points + more->n_points + 1;
    const uint32_t n_before = made->n_points;
    struct ga_point *const points = realloc(made->points, most * sizeof *points);
    if (points)
        made->points = points;
    uint32_t *const order = realloc(made->order, most * sizeof *order);
    if (order)
        made->order = order;
    if (!points || !order)
        return ga_fail(err, GA_ERROR, "%s: out of memory", made->bench->id);
    for (uint32_t i = 0; i < more->n_points; i++)
        if (!bsearch(&more->points[i], points, n_before, sizeof *points, compare_points))
            points[made->n_points++] = more->points[i];
    qsort(points, made->n_points, sizeof *points, compare_points);
    return GA_OK;
}

/* in: one of ga_bench.also. Adds its points, those alone that are not there. */
static enum ga_status add_also(const struct ga_limits *limits, const char *also,
                               struct ga_plan *made, struct ga_err *err) {
    struct ga_axis_choice choices[GA_MAX_AXES];
    struct ga_plan more = {.bench = made->bench};
    char text[GA_LABEL], *rest = NULL;
    uint32_t n = 0;
    snprintf(text, sizeof text, "%s", also);
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *const values = strchr(word, '=');
        *values = '\0';
        choices[n++] = (struct ga_axis_choice){word, values + 1};
    }
    enum ga_status status =
        make_points(made->bench, limits, GA_QUICK, choices, n, true, &more, err);
    if (status == GA_USAGE && more.points)
        status = GA_OK; /* a small device has none of them */
    if (status == GA_OK)
        status = append(made, &more, err);
    ga_plan_free(&more);
    return status;
}

static bool names_axis(const struct ga_bench *bench, const struct ga_axis_choice *choices,
                       uint32_t n_choices) {
    bool names = false;
    for (uint32_t i = 0; i < n_choices; i++)
        for (uint32_t a = 0; a < bench->n_axes; a++)
            names |= strcmp(choices[i].name, bench->axes[a].name) == 0;
    return names;
}

enum ga_status ga_plan_make(const struct ga_bench *bench, const struct ga_limits *limits,
                            enum ga_preset preset, const struct ga_axis_choice *choices,
                            uint32_t n_choices, uint64_t seed, struct ga_plan *plan,
                            struct ga_err *err) {
    const bool is_gpu = limits->memory_bytes > 0 && !limits->emulated;
    struct ga_plan made = {.bench = bench, .seed = seed};
    enum ga_status status =
        make_points(bench, limits, preset, choices, n_choices, false, &made, err);
    if (preset == GA_QUICK && is_gpu && bench->also && !names_axis(bench, choices, n_choices))
        for (uint32_t i = 0; status == GA_OK && bench->also[i]; i++)
            status = add_also(limits, bench->also[i], &made, err);
    if (status == GA_OK) {
        shuffle(made.order, made.n_points, seed);
        *plan = made;
    } else {
        ga_plan_free(&made);
    }
    return status;
}

bool ga_plan_find(const struct ga_plan *plan, const struct ga_point *point, uint32_t *index) {
    const struct ga_point *const found =
        bsearch(point, plan->points, plan->n_points, sizeof *plan->points, compare_points);
    if (found)
        *index = (uint32_t)(found - plan->points);
    return found != NULL;
}

void ga_plan_free(struct ga_plan *plan) {
    free(plan->points);
    free(plan->order);
    *plan = (struct ga_plan){0};
}

bool ga_plan_counts_keys(const struct ga_plan *plan) {
    bool counts = false;
    for (uint32_t i = 0; plan->bench->counts_keys && i < plan->n_points && !counts; i++)
        counts = plan->bench->counts_keys(&plan->points[i]);
    return counts;
}

/* Appends "axis=value" of all axes with a separator, at `at`. */
static void write_point(const struct ga_bench *bench, const struct ga_point *point,
                        const char *separator, char *text, size_t capacity, size_t at) {
    for (uint32_t a = 0; a < bench->n_axes && at < capacity; a++) {
        char value[16];
        at += (size_t)snprintf(text + at, capacity - at, "%s%s=%s", at ? separator : "",
                               bench->axes[a].name,
                               ga_axis_text(&bench->axes[a], point->at[a], value, sizeof value));
    }
}

const char *ga_point_text(const struct ga_bench *bench, const struct ga_point *point, char *text,
                          size_t capacity) {
    write_point(bench, point, ", ", text, capacity, 0);
    return text;
}

const char *ga_label(const struct ga_bench *bench, const struct ga_point *point, char *text,
                     size_t capacity) {
    write_point(bench, point, " ", text, capacity,
                (size_t)snprintf(text, capacity, "%s", bench->id));
    return text;
}
