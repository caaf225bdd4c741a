/* Request and axes to points, and the order in which they are measured. Pure. */
#ifndef GA_PLAN_H
#define GA_PLAN_H

#include "bench.h"

/* "quick", "paper", "full", "emulator", by preset; then NULL. */
extern const char *const ga_preset_names[GA_N_PRESETS + 1];

/* One --axis: "name=values". */
struct ga_axis_choice {
    const char *name, *values;
};

/* own: ga_plan_free. points: in the order of the axes, the last one fastest, each once. order: a
 * permutation of 0 .. n_points - 1, by the seed. */
struct ga_plan {
    const struct ga_bench *bench;
    struct ga_point *points;
    uint32_t *order;
    uint32_t n_points;
    uint32_t n_left_out; /* points that are not usual, and not asked for */
    uint64_t seed;
    const struct ga_keys *keys; /* of the user, or NULL */
};

/* in: choices replace the preset's values of the axes they name; those of other benchmarks' axes
 * are passed over. Of every combination of the values that they give, the points are those that are usual,
 * or, where none is, all: so naming a value of one axis takes a part of what the preset measures, and what a
 * preset leaves out is measured by naming it. Without choices there is one combination, of no values.
 * GA_EMULATOR: no integer of an axis that is not named is above 4, or the least that there may be; of each combination
 * there is one point, and each value of the other axes stands in one of them, unless all that have it do more than 2^14
 * warp instructions.
 * GA_QUICK on a GPU, no axis named: ga_bench.also, too.
 * out: *plan. err: GA_USAGE for a bad value or if no combination is a point; *plan
 * is untouched. */
enum ga_status ga_plan_make(const struct ga_bench *bench, const struct ga_limits *limits,
                            enum ga_preset preset, const struct ga_axis_choice *choices,
                            uint32_t n_choices, uint64_t seed, struct ga_plan *plan,
                            struct ga_err *err);
void ga_plan_free(struct ga_plan *plan);

/* out: true and *index if the point is one of the plan's. */
bool ga_plan_find(const struct ga_plan *plan, const struct ga_point *point, uint32_t *index);

/* out: whether one of the points counts the user's keys. */
bool ga_plan_counts_keys(const struct ga_plan *plan);

/* out: e.g. "n=3, e=1, c=0". own: caller, capacity bytes; returns text. */
const char *ga_point_text(const struct ga_bench *bench, const struct ga_point *point, char *text,
                          size_t capacity);

#endif
