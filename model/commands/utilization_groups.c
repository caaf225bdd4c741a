#include "utilization_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"

static struct ga_group *find(const struct ga_groups *groups, const struct ga_launch_counters *l) {
    for (size_t g = groups->n; g-- > 0;) /* the last are the likeliest */
        if (strcmp(groups->at[g].kernel, l->kernel) == 0 &&
            strcmp(groups->at[g].grid, l->grid) == 0 && strcmp(groups->at[g].block, l->block) == 0)
            return &groups->at[g];
    return NULL;
}

/* out: a group without launches; NULL for want of memory. */
static struct ga_group *begin(struct ga_groups *groups, const struct ga_launch_counters *launch) {
    if (groups->n == groups->capacity) {
        const size_t wanted = groups->capacity ? 2 * groups->capacity : 32;
        void *const larger = realloc(groups->at, wanted * sizeof *groups->at);
        if (!larger)
            return NULL;
        groups->at = larger;
        groups->capacity = wanted;
    }
    struct ga_group *const group = &groups->at[groups->n];
    *group = (struct ga_group){.kernel = strdup(launch->kernel), .first = groups->n};
    if (!group->kernel)
        return NULL;
    memcpy(group->grid, launch->grid, sizeof group->grid);
    memcpy(group->block, launch->block, sizeof group->block);
    groups->n++;
    return group;
}

enum ga_status ga_groups_add(struct ga_groups *groups, const struct ga_launch_counters *launch,
                             const struct ga_headline *headline, struct ga_err *err) {
    struct ga_group *group = find(groups, launch);
    const double ns = launch->at[GA_Q_duration];
    const double length = isnan(ns) ? launch->at[GA_Q_cycles] : ns;
    if (!group)
        group = begin(groups, launch);
    if (!group)
        return ga_fail(err, GA_ERROR, "model utilization: out of memory");
    group->n++;
    group->n_alike[headline->verdict]++;
    group->ns += ns;
    groups->ns += ns;
    groups->n_launches++;
    if (group->n == 1 || length > group->longest) {
        group->longest = isnan(length) ? 0 : length;
        group->headline = *headline;
        snprintf(group->reason, sizeof group->reason, "%s", headline->reason);
        group->headline.reason = NULL;
    }
    return GA_OK;
}

/* The largest first, what is not known last, and those that are alike as they stand in the file. */
static int by_number(double a, double b, const struct ga_group *left,
                     const struct ga_group *right) {
    const double x = isnan(a) ? -1 : a, y = isnan(b) ? -1 : b;
    return x != y ? (x < y) - (x > y) : (left->first > right->first) - (left->first < right->first);
}
static int by_time(const void *left, const void *right) {
    const struct ga_group *const a = left, *const b = right;
    return by_number(a->ns, b->ns, a, b);
}
static int by_busy(const void *left, const void *right) {
    const struct ga_group *const a = left, *const b = right;
    return by_number(a->headline.most, b->headline.most, a, b);
}
static int by_launches(const void *left, const void *right) {
    const struct ga_group *const a = left, *const b = right;
    return by_number((double)a->n, (double)b->n, a, b);
}
static int by_name(const void *left, const void *right) {
    const struct ga_group *const a = left, *const b = right;
    const int order = strcmp(a->kernel, b->kernel);
    return order ? order : by_number(0, 0, a, b);
}

static const char *const orders[] = {"time", "busy", "launches", "name", NULL};
static int (*const compare[])(const void *, const void *) = {by_time, by_busy, by_launches,
                                                             by_name};

static size_t order_of(const char *order) {
    size_t i = 0;
    while (order && orders[i] && strcmp(orders[i], order) != 0)
        i++;
    return i;
}

enum ga_status ga_groups_order(const char *order, struct ga_err *err) {
    if (orders[order_of(order)])
        return GA_OK;
    const char *const near = ga_nearest(order, orders);
    return ga_fail(err, GA_USAGE, "--sort: '%s' is none of time, busy, launches and name%s%s%s",
                   order, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

void ga_groups_sort(struct ga_groups *groups, const char *order) {
    if (groups->n > 0)
        qsort(groups->at, groups->n, sizeof *groups->at, compare[order_of(order)]);
}

void ga_groups_free(struct ga_groups *groups) {
    for (size_t g = 0; g < groups->n; g++)
        free(groups->at[g].kernel);
    free(groups->at);
    *groups = (struct ga_groups){.at = NULL};
}
