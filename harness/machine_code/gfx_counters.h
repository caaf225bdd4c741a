/* AMD's counters of outstanding accesses: which of them an instruction counts in until it is done, and what a wait asks of
 * them. An access that is done leaves its counter in the order in which it came. */
#ifndef GA_GFX_COUNTERS_H
#define GA_GFX_COUNTERS_H

#include "gfx.h"

/* Up to gfx9 and gfx940 stores count in the first. */
enum ga_gfx_counter {
    GA_GFX_LOADS,  /* vmcnt, loadcnt */
    GA_GFX_STORES, /* vscnt, storecnt */
    GA_GFX_SHARED, /* lgkmcnt, dscnt */
    GA_N_GFX_COUNTERS
};
enum { GA_GFX_ANY = 64 }; /* a wait does not ask */

/* Bits, 1 << enum ga_gfx_counter. */
struct ga_gfx_counts {
    uint8_t surely, perhaps; /* perhaps: no manual says so clearly */
};

/* in: w, format: an instruction, as ga_gfx_length found it. */
struct ga_gfx_counts ga_gfx_counts(const uint32_t *w, enum ga_gfx_generation generation,
                                   enum ga_gfx_format format);

/* out: most[]: how many may be outstanding in each counter when the wait ends, GA_GFX_ANY: any. false: what it waits
 * for stands in a register, or is counted by none of these counters, yet of the same instructions. */
bool ga_gfx_waits(const uint32_t *w, enum ga_gfx_generation generation, enum ga_gfx_format format,
                  uint8_t most[GA_N_GFX_COUNTERS]);

/* in: *w: a wait that asks. out: *w: that asks for so many. */
void ga_gfx_set_wait(uint32_t *w, enum ga_gfx_generation generation, enum ga_gfx_format format,
                     enum ga_gfx_counter counter, unsigned most);

/* Instructions of one word. out: whether w is a clause, and *n: how many instructions behind it belong to it. */
bool ga_gfx_is_clause(uint32_t w, enum ga_gfx_generation generation, enum ga_gfx_format format,
                      unsigned *n);
/* in: n: 2 to 63. out: the clause w, of n instructions. */
uint32_t ga_gfx_clause_of(uint32_t w, unsigned n);
enum { GA_GFX_MOST_CLAUSE = 63 };
#define GA_GFX_NOP 0xbf800000U /* s_nop 0, of all generations */

#endif
