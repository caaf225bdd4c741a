/* How many warps of a kernel one multiprocessor holds, and what limits them: arithmetic on the vendors'
 * published limits (occupancy.def), without a GPU. */
#ifndef GA_OCCUPANCY_H
#define GA_OCCUPANCY_H

#include <stdint.h>
#include <stdio.h>

#include "kinds.h"
#include "status.h"

/* A row of occupancy.def. */
struct ga_occupancy_limits {
    const char *target;
    enum ga_vendor vendor;
    uint32_t warps, blocks, partitions;
    uint32_t registers, register_unit, most_registers; /* of a lane */
    uint32_t shared, shared_most, shared_unit, shared_reserved;
    uint32_t warp_size, usual_warp_size, threads;
};

enum ga_occupancy_limit {
    GA_BY_WARPS,
    GA_BY_BLOCKS,
    GA_BY_REGISTERS,
    GA_BY_SHARED,
    GA_N_OCCUPANCY_LIMITS
};

/* registers: of a thread (on AMD vector registers); shared_bytes, threads: of a block, static and dynamic
 * together; warp_size: 0 for the usual one. */
struct ga_occupancy_kernel {
    const char *target;
    uint64_t registers, shared_bytes, threads, warp_size;
};

/* blocks_by: blocks that each limit alone would leave. blocks is the least of them, of which limit is the
 * first. */
struct ga_occupancy_answer {
    struct ga_occupancy_limits limits;
    uint32_t warp_size, warps_per_block;
    uint32_t blocks_by[GA_N_OCCUPANCY_LIMITS];
    uint32_t blocks, warps;
    enum ga_occupancy_limit limit;
};

/* err: GA_USAGE for a target that is not known (all that are, are named) and for a kernel that no
 * multiprocessor of the target can hold. */
enum ga_status ga_occupancy_of(const struct ga_occupancy_kernel *kernel,
                               struct ga_occupancy_answer *answer, struct ga_err *err);

/* out: warps per SM of a target, 0 if it is not known. */
uint32_t ga_occupancy_warps(const char *target);

/* Prints the answer: limits, what each leaves, and what would have to change for more. */
void ga_occupancy_print(FILE *out, const struct ga_occupancy_kernel *kernel,
                        const struct ga_occupancy_answer *answer);

#endif
