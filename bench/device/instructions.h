/* The book of instructions, read: what the facts of a kernel must compile to on a target. */
#ifndef GA_INSTRUCTIONS_H
#define GA_INSTRUCTIONS_H

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Targets that make the same of everything, in the order of their hardware. */
enum ga_family {
    GA_NO_FAMILY, /* no GPU, or one that the book does not know */
    GA_SM_7X,
    GA_SM_8X,
    GA_SM_9X,
    GA_SM_1XX,
    GA_GFX9,
    GA_GFX90A,
    GA_GFX94,
    GA_GFX10,
    GA_GFX11,
    GA_GFX12,
    GA_N_FAMILIES
};

/* in: a target's name, as in ga_limits.target. */
enum ga_family ga_family_of(const char *target);

enum { GA_MAX_EXPECTED = 24, GA_EXPECTED_TEXT = 64 };

/* What a kernel must compile to. Fences are held to it only where has_all_fences; loads and stores only where it names
 * them, and then they must be there as often at least, because whatever steers a kernel has some too. */
struct ga_expect {
    struct ga_expected {
        char instruction[GA_EXPECTED_TEXT]; /* as the disassembler prints it */
        uint32_t count;                     /* how often it stands in the code */
        uint32_t facts;                     /* bit i: of the i-th fact of the variant */
        bool emulated; /* it is a compare-and-swap loop in place of an operation */
    } at[GA_MAX_EXPECTED];
    uint32_t n;
    bool has_all_fences;
    bool is_lacking; /* the target lacks an operation of the kernel, which has no atomic then */
};

/* out: *expect; false, and *expect is as before, if the book does not know the target. */
bool ga_expectation(const struct ga_variant *variant, const char *target, struct ga_expect *expect);

/* out: why a target has no such operation on device memory, NULL if it has, be it as a loop. */
const char *ga_lacks(enum ga_operation operation, enum ga_type type, const char *target);

/* out: whether an add of a known 1 to shared memory, its result unused, is an instruction of its own, which counts the lanes
 * of a word. */
bool ga_counts_lanes(const char *target);

/* out: bits of ga_cycles(); fewer than 64 wrap. */
uint32_t ga_cycle_bits(const struct ga_limits *limits);

/* out: why ga_cycles() cannot time on this device, NULL if it can: a value for ga_bench.unavailable. */
const char *ga_no_cycle_counter(const struct ga_limits *limits);

#ifdef __cplusplus
}
#endif
#endif
