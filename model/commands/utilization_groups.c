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

static double known(double x) { return isnan(x) ? 0 : x; }

/* in: n: launches that it has; 0 or a power of 2: there is no room for another. out: false for want of memory. */
static bool add_unit(struct ga_group_unit *unit, size_t n, const struct ga_launch_answer *answer,
                     bool is_l2, double ns) {
    const struct ga_unit_answer of = ga_unit_answer_of(answer, is_l2);
    const struct ga_expected *const gain = &of.gain;
    const bool has_none = ga_has_no_atomics(answer, is_l2);
    struct ga_group_launch *const launches =
        n & (n - 1) ? unit->launches : realloc(unit->launches, (n ? 2 * n : 1) * sizeof *launches);
    if (!launches)
        return false;
    unit->launches = launches;
    launches[n] = has_none
                      ? (struct ga_group_launch){.verdict = of.verdict}
                      : (struct ga_group_launch){of.verdict, gain->share, gain->low, gain->high};
    unit->n_alike[of.verdict]++;
    ga_kernel_gain_add(&unit->gain, answer, is_l2, ns);
    if (!has_none && !isnan(gain->share)) {
        unit->busy += ns * known(of.share);
        unit->to_busy += ns * known(of.most);
    }
    return true;
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
    if (!group || !add_unit(&group->units[0], group->n, answer, false, ns) ||
        !add_unit(&group->units[1], group->n, answer, true, ns))
        return ga_fail(err, GA_ERROR, "model utilization: out of memory");
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

/* What has to be done first, then what loses the most; what is not known last. */
static int by_share(const void *left, const void *right) {
    static const int places[GA_N_VERDICTS] = {
        [GA_BOTTLENECK] = 0, [GA_LEFT_OPEN] = 1, [GA_UNKNOWN] = 2, [GA_NOT] = 3};
    const struct ga_group_launch *const a = left, *const b = right;
    const double x = isnan(a->share) ? -1 : a->share, y = isnan(b->share) ? -1 : b->share;
    return a->verdict != b->verdict ? places[a->verdict] - places[b->verdict] : (x < y) - (x > y);
}

void ga_groups_judge(struct ga_groups *groups, const struct ga_savings *savings,
                     enum ga_profiler profiler) {
    for (size_t g = 0; g < groups->n; g++) {
        struct ga_group *const group = &groups->at[g];
        struct ga_headline *const h = &group->headline;
        const double us = group->ns / (double)group->n / 1000;
        for (int u = 0; u < 2; u++)
            qsort(group->units[u].launches, group->n, sizeof *group->units[u].launches, by_share);
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

bool ga_group_differs(const struct ga_group *group, const struct ga_group_unit *unit) {
    double highest_low = 0, lowest_high = 1;
    for (size_t i = 0; i < group->n; i++) {
        highest_low = fmax(highest_low, unit->launches[i].low);
        lowest_high = fmin(lowest_high, unit->launches[i].high);
    }
    return highest_low > lowest_high;
}

size_t ga_group_alike(const struct ga_group *group, const struct ga_group_unit *unit, size_t from) {
    const struct ga_group_launch *const at = unit->launches;
    double low = at[from].low;
    size_t end = from + 1;
    for (; end < group->n && at[end].verdict == at[from].verdict &&
           isnan(at[end].share) == isnan(at[from].share) && !(at[end].high < low);
         end++)
        low = fmin(low, at[end].low);
    return end;
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
    for (size_t g = 0; g < groups->n; g++) {
        free(groups->at[g].units[0].launches);
        free(groups->at[g].units[1].launches);
        free(groups->at[g].kernel);
    }
    free(groups->at);
    *groups = (struct ga_groups){.at = NULL};
}
