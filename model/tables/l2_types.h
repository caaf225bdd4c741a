/* How much longer the L2 takes for an atomic of another operation and type on one word than for an add of 32-bit integers,
 * from global_operations, and of vectors that only global_vector has. On several words a slice takes adds of floats as fast
 * as those of integers. On an H200 adds of floats take 2.35 times as long, compare-and-swaps of 128 bits 1.65 times, and all
 * others as long. */
#ifndef GA_L2_TYPES_H
#define GA_L2_TYPES_H

#include <stdbool.h>

#include "status.h"

enum { GA_L2_TYPE_NAME = 32, GA_L2_MOST_TYPES = 128, GA_L2_MOST_ATOMICS = 8 };

/* Times over that of add-u32, all threads of the device on one word, device scope, relaxed, no thread waiting.
 * slowest: of all native operations, and its name, "add-f32". said: of the one that was asked for, said_name; NaN: none was.
 * name, times: of each of n. wait_ns: until one thread that is alone has an add's result; NaN: not measured. */
struct ga_l2_types {
    double slowest, said, wait_ns;
    char slowest_name[GA_L2_TYPE_NAME], said_name[GA_L2_TYPE_NAME];
    unsigned n;
    char name[GA_L2_MOST_TYPES][GA_L2_TYPE_NAME];
    double times[GA_L2_MOST_TYPES];
};

/* Of atomics on shared memory: the kernel reads global memory in loops apart, or not; an older `inspect` did not say. */
enum ga_phases { GA_PHASED = 1, GA_MIXED = 2, GA_PHASES_UNKNOWN = 4 };

/* The atomics on device memory that a kernel's machine code has, "add-f32", each once. n = 0: not known. loops: one of them
 * is of an rmw-loop, which lanes that meet on a word go through again. steers: the result of one decides how often a loop
 * runs, a lock among them. skips: what one adds comes from shared memory, and is left out where it is 0. shares: the result
 * of one is put into shared memory: a block goes by it. follows: the last three are known, which an older `inspect` did not
 * say. used: somebody may read the result of one. combined: of a warp each has one lane on a word, as the lanes were put
 * together before. places: the result of one is where something is stored; shared_places: that of one on shared memory, which is
 * none of n. in_loop: one may stand in a loop. ran: each was executed. phases: bits of enum ga_phases; 0: no atomics on shared
 * memory. */
struct ga_l2_atomics {
    unsigned n, phases;
    char name[GA_L2_MOST_ATOMICS][GA_L2_TYPE_NAME];
    bool loops, in_loop, steers, skips, shares, follows, used, combined, places, shared_places, ran;
};

/* What all atomics of a launch do. OTHER: something else, several things, or that is not known. */
enum ga_l2_adds { GA_ADDS_OTHER, GA_ADDS_U32, GA_ADDS_F32 };

/* Between what the atomics of a launch take on one word, over add-u32, and the name of the slowest of them. */
struct ga_l2_range {
    double least, most;
    enum ga_l2_adds adds;
    const char *slowest;    /* types' or atomics'; "" of one that was said */
    const char *unmeasured; /* one of the atomics that no table has; "" */
};

/* in: atomics: NULL: not known. out: by what was said, else by the atomics, else from an add of integers to the slowest; one
 * that the table lacks may be the slowest. */
struct ga_l2_range ga_l2_types_range(const struct ga_l2_types *types,
                                     const struct ga_l2_atomics *atomics);

/* in: path of the table; vectors: of global_vector, NULL: it is not there; wanted: NULL, or operation and type of a native
 * row, "add-f32", or a type alone, which is of an add. err: as ga_sheet_read; GA_USAGE if the table lacks add-u32, or what is
 * wanted, with the nearest name that there is. */
enum ga_status ga_l2_types_read(const char *path, const char *vectors, const char *wanted,
                                struct ga_l2_types *types, struct ga_err *err);

#endif
