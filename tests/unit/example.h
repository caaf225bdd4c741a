/* A made-up benchmark for the tests of plans and tables: 2 axes, of which not all combinations are
 * points. With the preset `quick` on a device of 4 warps it has 7 points. */
#ifndef GA_EXAMPLE_H
#define GA_EXAMPLE_H

#include "plan.h"

static void example_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)limits->warps_per_sm;
}

static const char *const example_labels[] = {"add", "cas", "min, or max", NULL};
static const struct ga_axis example_axes[] = {
    {.name = "n", .range = example_range, .values = {"all", "1..max*2", "max"}},
    {.name = "op", .labels = example_labels, .values = {"add,cas", "all", "add"}},
};

/* "cas" only of more than one warp. */
static bool example_valid(const struct ga_limits *limits, const struct ga_point *point) {
    (void)limits;
    return point->at[1] != 1 || point->at[0] > 1;
}

static const struct ga_bench example = {
    .id = "made_up", .axes = example_axes, .n_axes = 2, .valid = example_valid};
static const struct ga_limits example_limits = {.warps_per_sm = 4};

#endif
