/* The atomics of lock_mutex's kernels: a name in locks.def is a list of them here. */
#ifndef GA_LOCK_MUTEX_ATOMICS_H
#define GA_LOCK_MUTEX_ATOMICS_H

#include "bench.h"

enum { LOCK_MOST_ATOMICS = 4 };
struct lock_atomics {
    struct ga_fact
        at[LOCK_MOST_ATOMICS]; /* up to the first GA_OP_end; spaces and scopes are the kernel's */
};

static const struct lock_atomics lock_or = {{{GA_OP_or}}};
static const struct lock_atomics lock_cas = {{{GA_OP_cas}}};
static const struct lock_atomics lock_exchange = {{{GA_OP_exchange}}};
static const struct lock_atomics lock_add = {{{GA_OP_add}}};
static const struct lock_atomics lock_exchange_cas = {{{GA_OP_exchange}, {GA_OP_cas}}};

/* A semaphore leaves by an add of 1 that returns nothing; where several may be inside, two adds that return and two more that
 * do not count them, one of them by a 1. */
static const struct lock_atomics lock_cas_silent = {
    {{GA_OP_cas}, {.operation = GA_OP_count, .unused = true}}};
static const struct lock_atomics lock_cas_adds = {
    {{GA_OP_cas},
     {.operation = GA_OP_count, .unused = true, .count = 2},
     {.operation = GA_OP_add, .unused = true},
     {.operation = GA_OP_add, .count = 2}}};

/* out: the facts of a kernel whose lock is in that space. */
static inline void lock_add_atomics(struct ga_variant *variant, const struct lock_atomics *atomics,
                                    enum ga_space space, enum ga_scope scope) {
    for (uint32_t i = 0; i < LOCK_MOST_ATOMICS && atomics->at[i].operation != GA_OP_end; i++) {
        variant->facts[i] = atomics->at[i];
        variant->facts[i].space = space;
        variant->facts[i].scope = scope;
    }
}

#endif
