#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "axis.h"

/* src: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
static uint64_t splitmix64(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Fisher and Yates. The modulo's bias is below n / 2^64. */
static void shuffle(uint32_t *order, uint32_t n, uint64_t seed) {
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    for (uint32_t i = n; i > 1; i--) {
        const uint32_t j = (uint32_t)(splitmix64(&seed) % i);
        const uint32_t x = order[i - 1];
        order[i - 1] = order[j];
        order[j] = x;
    }
}

static const char *values_of(const struct ga_axis *axis, enum ga_preset preset,
                             const struct ga_axis_choice *choices, uint32_t n_choices) {
    const char *text = axis->values[preset];
    for (uint32_t i = 0; i < n_choices; i++)
        if (strcmp(choices[i].name, axis->name) == 0)
            text = choices[i].values;
    return text;
}

/* Counts through all combinations like an odometer; points == NULL: only counts the valid ones. */
static uint32_t combine(const struct ga_bench *bench, const struct ga_limits *limits,
                        const struct ga_values *values, struct ga_point *points) {
    uint32_t index[GA_MAX_AXES] = {0}, n = 0;
    for (;;) {
        struct ga_point p = {{0}};
        for (uint32_t a = 0; a < bench->n_axes; a++)
            p.at[a] = values[a].at[index[a]];
        if (!bench->valid || bench->valid(limits, &p)) {
            if (points)
                points[n] = p;
            n++;
        }
        uint32_t a = bench->n_axes;
        while (a > 0 && ++index[a - 1] == values[a - 1].n)
            index[--a] = 0;
        if (a == 0)
            return n;
    }
}

enum ga_status ga_plan_make(const struct ga_bench *bench, const struct ga_limits *limits,
                            enum ga_preset preset, const struct ga_axis_choice *choices,
                            uint32_t n_choices, uint64_t seed, struct ga_plan *plan,
                            struct ga_err *err) {
    struct ga_values values[GA_MAX_AXES] = {{NULL, 0}};
    struct ga_plan made = {.bench = bench, .seed = seed};
    enum ga_status status = GA_OK;
    for (uint32_t a = 0; status == GA_OK && a < bench->n_axes; a++)
        status =
            ga_axis_parse(&bench->axes[a], limits,
                          values_of(&bench->axes[a], preset, choices, n_choices), &values[a], err);
    if (status != GA_OK)
        goto out;
    made.n_points = combine(bench, limits, values, NULL);
    if (made.n_points == 0) {
        status =
            ga_fail(err, GA_USAGE,
                    "%s: no combination of these --axis values is a point; `list --bench %s` says "
                    "what the axes mean",
                    bench->id, bench->id);
        goto out;
    }
    made.points = calloc(made.n_points, sizeof *made.points);
    made.order = calloc(made.n_points, sizeof *made.order);
    if (!made.points || !made.order) {
        status =
            ga_fail(err, GA_ERROR, "%s: out of memory for %u points", bench->id, made.n_points);
        goto out;
    }
    combine(bench, limits, values, made.points);
    shuffle(made.order, made.n_points, seed);
    *plan = made;
out:
    if (status != GA_OK)
        ga_plan_free(&made);
    for (uint32_t a = 0; a < bench->n_axes; a++)
        free(values[a].at);
    return status;
}

static int compare_points(const void *a, const void *b) {
    const struct ga_point *const x = a, *const y = b;
    for (uint32_t i = 0; i < GA_MAX_AXES; i++)
        if (x->at[i] != y->at[i])
            return x->at[i] < y->at[i] ? -1 : 1;
    return 0;
}

/* The points ascend, because each axis does. */
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

bool ga_plan_needs_keys(const struct ga_plan *plan, const struct ga_limits *limits) {
    const struct ga_bench *const bench = plan->bench;
    struct ga_limits without = *limits;
    without.keys = NULL;
    bool needs = false;
    for (uint32_t i = 0; bench->unsupported && i < plan->n_points && !needs; i++)
        needs = bench->unsupported(&without, &plan->points[i]) &&
                !bench->unsupported(limits, &plan->points[i]);
    return needs;
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
