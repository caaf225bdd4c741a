/* What a function calls in itself (NVIDIA's code): a division of 64 bits, or what was not inlined. */
#ifndef GA_CALLS_H
#define GA_CALLS_H

#include "cycles.h"

/* A set of registers and predicates has a bit each; predicates are numbered behind the registers. */
enum {
    GA_REGISTERS = 512,
    GA_PREDICATES = 8,
    GA_REGISTER_BYTES = (GA_REGISTERS + GA_PREDICATES) / 8
};

static inline bool ga_is_in(const uint8_t *set, unsigned reg) {
    return set[reg / 8] >> reg % 8 & 1;
}
static inline void ga_put_in(uint8_t *set, unsigned reg) {
    set[reg / 8] |= (uint8_t)(1 << reg % 8);
}

enum { GA_MOST_LAST = 8 };

/* reads: what it is given; writes: what may not be as it was when it comes back, its spilled registers left out; surely: what it
 * writes on every way back. */
struct ga_callee {
    uint32_t block; /* where it begins */
    uint8_t reads[GA_REGISTER_BYTES], writes[GA_REGISTER_BYTES], surely[GA_REGISTER_BYTES];
    uint32_t last[GA_MOST_LAST], n_last; /* blocks from which it goes back; the first of them */
};

static inline void ga_put_several(uint8_t *set, unsigned first, unsigned n) {
    for (unsigned reg = first; reg < first + n && reg < GA_REGISTERS; reg++)
        ga_put_in(set, reg);
}

/* Puts into a set what an instruction writes. */
static inline void ga_written_by(const struct ga_sass *in, uint8_t *set) {
    ga_put_several(set, in->destination, in->more + 1U);
    ga_put_several(set, in->source[2], in->second);
    set[GA_REGISTERS / 8] |= in->written;
}

enum { GA_MOST_CALLEES = 32 };

/* A block that counts and is in no cycle of its own, and a call from a cycle by which one comes to it, however many calls deep. */
struct ga_called {
    uint32_t block, call;
};

/* out: *n of them, in order of the calls, one for each cycle; of the first cycle alone where blocks are come to again too often.
 * own: caller, free(*called). false: no memory. */
bool ga_calls_from_cycles(const struct ga_graph *graph, struct ga_called **called, uint32_t *n);

/* Those of a function, GA_MOST_CALLEES at most; what they call themselves is not looked at. own: caller, free(*callees).
 * false: no memory. */
bool ga_callees_find(const struct ga_graph *graph, struct ga_callee **callees, uint32_t *n);

/* out: what instruction i calls; NULL: it does not call, or that is not known. */
const struct ga_callee *ga_callee_of(const struct ga_graph *graph, const struct ga_callee *callees,
                                     uint32_t n, uint32_t i);

#endif
