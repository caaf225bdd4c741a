/* What stands around an atomic: loops, and where its new value comes from. */
#ifndef GA_FLOW_H
#define GA_FLOW_H

#include "jumps.h"
#include "sass.h"
#include "status.h"

/* Instructions before an atomic that lanes may be combined in. */
enum { GA_LANES_BEFORE = 32 };

/* Sets key.loop, key.adds, key.lanes, key.again and, by merges.h, lists.h and phases.h, key.skips, key.shares, key.places and
 * key.phased of a function's instructions that are of a class. in: code in order of offset; jumps: NULL: none is known.
 * err: GA_ERROR for want of memory.
 *
 * rmw-loop: a compare-and-swap in a cycle whose new value is computed from what it compares with, both from one read in
 * that cycle, and whose result is used: an emulated operation. Or one at an address and of a value that stay, which compares
 * with what it found the last time: a maximum, an exchange.
 * spin: a swap in a cycle at an address that stays, whose new value is no read of the cycle's and whose result decides
 * whether the cycle goes on, itself or by what is done where it was got: a lock.
 * steered: any other cycle that the result decides so: a search, a queue, a merge of labels (NVIDIA's code). By what it
 * computes, or by a branch of which one way alone does what the cycle goes on by; through words of memory, too: of
 * shared memory at constant addresses, and those that are stored and loaded at the same offset from one constant, or from one
 * register that the cycle leaves as it is. So is one that goes on by a word that an atomic is on, whether its result is used
 * or not: a maximum that the threads look for.
 * loop: any other cycle.
 *
 * It is the innermost cycle that counts; where that goes on without the result, the innermost further out that does not
 * (NVIDIA's code). Larger cycles are more often called so wrongly: what one way of a branch works out again counts as chosen.
 * What a cycle calls in the function is in that cycle, which is steered or a loop; if several cycles call it, one of them is
 * steered or all are loops. Not followed: jumps that the compiler does not list, calls of other functions, a function that calls
 * itself, words that a function which the cycle calls stores, more than 64 words or 8 copies of one, values in uniform registers,
 * and what is farther than 2^23 instructions. */
enum ga_status ga_flow(struct ga_sass *code, size_t n, const struct ga_jumps *jumps,
                       struct ga_err *err);

#endif
