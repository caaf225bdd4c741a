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
    for (int u = 0; u < 2; u++)
        group->units[u].lowest_high = 1;
    if (!group->kernel)
        return NULL;
    memcpy(group->grid, launch->grid, sizeof group->grid);
    memcpy(group->block, launch->block, sizeof group->block);
    groups->n++;
    return group;
}

static double known(double x) { return isnan(x) ? 0 : x; }

static void add_unit(struct ga_group_unit *unit, const struct ga_launch_answer *answer, bool is_l2,
                     double ns) {
    const struct ga_unit_answer own = ga_unit_answer_of(answer, is_l2), *const of = &own;
    const struct ga_expected *const gain = &of->gain;
    const bool has_none = ga_has_no_atomics(answer, is_l2);
    const size_t before = unit->n_alike[of->verdict]++;
    double *const least = &unit->least[of->verdict], *const most = &unit->most[of->verdict];
    const double share = has_none ? 0 : gain->share;
    if (before == 0)
        *least = *most = NAN;
    *least = fmin(*least, share);
    *most = fmax(*most, share);
    ga_kernel_gain_add(&unit->gain, answer, is_l2, ns);
    if (isnan(share))
        return;
    unit->highest_low = fmax(unit->highest_low, has_none ? 0 : gain->low);
    unit->lowest_high = fmin(unit->lowest_high, has_none ? 0 : gain->high);
    if (has_none)
        return;
    unit->busy += ns * known(of->share);
    unit->to_busy += ns * known(of->most);
}

enum ga_status ga_groups_add(struct ga_groups *groups, const struct ga_launch_answer *answer,
                             struct ga_err *err) {
    const struct ga_launch_counters *const launch = answer->launch;
    struct ga_group *group = find(groups, launch);
    const double ns = launch->at[GA_Q_duration];
    const double length = known(isnan(ns) ? launch->at[GA_Q_cycles] : ns);
    const double lost =
        known(ns) * fmax(known(answer->gains.shared.share), known(answer->gains.l2.share));
    if (!group)
        group = begin(groups, launch);
    if (!group)
        return ga_fail(err, GA_ERROR, "model utilization: out of memory");
    add_unit(&group->units[0], answer, false, ns);
    add_unit(&group->units[1], answer, true, ns);
    group->ns += ns;
    groups->ns += ns;
    groups->n_launches++;
    if (group->n++ > 0 && (lost != group->lost ? lost < group->lost : length <= group->longest))
        return GA_OK;
    group->lost = lost;
    group->longest = length;
    group->answer = *answer;
    group->answer.launch = NULL; /* which ends before */
    group->answer.types.slowest = group->answer.types.unmeasured = "";
    return GA_OK;
}

/* What goes away of all launches. us: a launch's, on the mean. */
static void weigh(const struct ga_group_unit *unit, double us, struct ga_expected *gain) {
    if (!(unit->gain.known_ns > 0))
        return;
    ga_kernel_gain_of(&unit->gain, &gain->share, &gain->low, &gain->high);
    gain->by.us = us;
}

void ga_groups_judge(struct ga_groups *groups, const struct ga_savings *savings,
                     enum ga_profiler profiler) {
    for (size_t g = 0; g < groups->n; g++) {
        struct ga_group *const group = &groups->at[g];
        struct ga_headline *const h = &group->headline;
        const double us = group->ns / (double)group->n / 1000;
        weigh(&group->units[0], us, &group->answer.gains.shared);
        weigh(&group->units[1], us, &group->answer.gains.l2);
        ga_headline_of(savings, profiler, &group->answer, h);
        const struct ga_group_unit *const unit = &group->units[h->is_l2];
        if (unit->gain.known_ns > 0) {
            h->share = unit->busy / (unit->gain.known_ns + unit->gain.none_ns);
            h->most = unit->to_busy / (unit->gain.known_ns + unit->gain.none_ns);
        }
        snprintf(group->reason, sizeof group->reason, "%s", h->reason);
        h->reason = NULL;
    }
}

bool ga_group_differs(const struct ga_group_unit *unit) {
    return unit->highest_low > unit->lowest_high;
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
