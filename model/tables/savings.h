/* What other ways of doing the same save, by the measured tables: the evidence of advice. */
#ifndef GA_SAVINGS_H
#define GA_SAVINGS_H

#include "model_device.h"

/* Times as fast as an atomic for each add: a warp's lanes together by one atomic, and a block's in shared memory; NaN: not
 * measured. The least of all inputs and sizes. of: which adds were measured. */
struct ga_saving {
    const char *of;
    double by_warp, by_block;
};

/* counts: of keys, by adds of 1 (global_aggregation); sums: of floats by key (global_sums); sum: all floats in one, by a tree
 * (global_determinism). loop_u64, loop_f32: cycles of a warp's add on one word of shared memory, which is a loop, over an
 * add of u32 (shared_demand); NaN: not measured. */
struct ga_savings {
    struct ga_saving counts, sums, sum;
    double loop_u64, loop_f32;
};

/* in: directory with the tables, and the device of which they are; what is missing or cannot be read is NaN. */
void ga_savings_read(const char *directory, const struct ga_model_device *device,
                     struct ga_savings *savings);

/* in: adds: what a launch's atomics do on device memory; unused: nobody reads their results; on_word: they are on one word.
 * out: what was measured of the same; NULL: nothing was, or that is not known. */
const struct ga_saving *ga_savings_of(const struct ga_savings *savings, enum ga_l2_adds adds,
                                      bool unused, bool on_word);

#endif
