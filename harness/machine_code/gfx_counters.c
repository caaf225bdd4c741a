/* src: AMD's ISA manuals (as gfx.c), chapters on s_waitcnt and its heirs; llvm-mc 19; LLVM's SIInsertWaitcnts, which counts no
 * invalidation before gfx12 although the manuals say that it is acknowledged. */
#include "gfx_counters.h"

enum { TO_940 = 3, ONLY_10 = 4, ONLY_11 = 8, ONLY_12 = 16 }; /* generations */

/* Where a wait's number is: bits from `shift` on, and more of them from `more_shift` on. */
static const struct field {
    uint8_t generations, format, opcode, counter, shift, bits, more_shift, more_bits;
} fields[] = {{TO_940, GA_GFX_SOPP, 12, GA_GFX_LOADS, 0, 4, 14, 2},
              {TO_940, GA_GFX_SOPP, 12, GA_GFX_SHARED, 8, 4, 0, 0},
              {ONLY_10, GA_GFX_SOPP, 12, GA_GFX_LOADS, 0, 4, 14, 2},
              {ONLY_10, GA_GFX_SOPP, 12, GA_GFX_SHARED, 8, 6, 0, 0},
              {ONLY_10, GA_GFX_SOPK, 23, GA_GFX_STORES, 0, 6, 0, 0},
              {ONLY_10, GA_GFX_SOPK, 24, GA_GFX_LOADS, 0, 6, 0, 0},
              {ONLY_10, GA_GFX_SOPK, 26, GA_GFX_SHARED, 0, 6, 0, 0},
              {ONLY_11, GA_GFX_SOPP, 9, GA_GFX_LOADS, 10, 6, 0, 0},
              {ONLY_11, GA_GFX_SOPP, 9, GA_GFX_SHARED, 4, 6, 0, 0},
              {ONLY_11, GA_GFX_SOPK, 24, GA_GFX_STORES, 0, 6, 0, 0},
              {ONLY_11, GA_GFX_SOPK, 25, GA_GFX_LOADS, 0, 6, 0, 0},
              {ONLY_11, GA_GFX_SOPK, 27, GA_GFX_SHARED, 0, 6, 0, 0},
              {ONLY_12, GA_GFX_SOPP, 0x40, GA_GFX_LOADS, 0, 6, 0, 0},
              {ONLY_12, GA_GFX_SOPP, 0x41, GA_GFX_STORES, 0, 6, 0, 0},
              {ONLY_12, GA_GFX_SOPP, 0x46, GA_GFX_SHARED, 0, 6, 0, 0},
              {ONLY_12, GA_GFX_SOPP, 0x48, GA_GFX_LOADS, 8, 6, 0, 0},
              {ONLY_12, GA_GFX_SOPP, 0x48, GA_GFX_SHARED, 0, 6, 0, 0},
              {ONLY_12, GA_GFX_SOPP, 0x49, GA_GFX_STORES, 8, 6, 0, 0},
              {ONLY_12, GA_GFX_SOPP, 0x49, GA_GFX_SHARED, 0, 6, 0, 0}};
enum { N_FIELDS = sizeof fields / sizeof *fields };

static unsigned opcode_of(uint32_t w, enum ga_gfx_format format) {
    return format == GA_GFX_SOPP ? w >> 16 & 0x7f : w >> 23 & 31;
}

static bool has(const struct field *f, uint32_t w, enum ga_gfx_generation generation,
                enum ga_gfx_format format) {
    return f->generations >> generation & 1 && f->format == format &&
           f->opcode == opcode_of(w, format);
}

static unsigned mask(unsigned bits) { return (1U << bits) - 1; }

static struct ga_gfx_counts counts_shared(const uint32_t *w, enum ga_gfx_generation generation) {
    enum { NOP = 20 };
    const unsigned shift = generation <= GA_GFX940 ? 17 : 18;
    const bool sure = !(w[0] >> (shift - 1) & 1) && (w[0] >> shift & 0xff) != NOP; /* no GDS */
    const uint8_t bit = 1 << GA_GFX_SHARED;
    return (struct ga_gfx_counts){sure ? bit : 0, sure ? 0 : bit};
}

struct ga_gfx_counts ga_gfx_counts(const uint32_t *w, enum ga_gfx_generation generation,
                                   enum ga_gfx_format format) {
    const uint8_t loads = 1 << GA_GFX_LOADS,
                  stores = generation <= GA_GFX940 ? loads : 1 << GA_GFX_STORES;
    bool flat = false;
    if (format == GA_GFX_DS)
        return counts_shared(w, generation);
    const enum ga_gfx_access access = ga_gfx_access(w, generation, format, &flat);
    const uint8_t shared = flat ? 1 << GA_GFX_SHARED : 0;
    switch (access) {
    case GA_GFX_LOADS_DATA:
    case GA_GFX_RETURNS:
        return (struct ga_gfx_counts){loads | shared, 0};
    case GA_GFX_STORES_DATA:
    case GA_GFX_NO_RETURN:
        return (struct ga_gfx_counts){stores | shared, 0};
    case GA_GFX_INVALIDATES:
        return generation == GA_GFX12 ? (struct ga_gfx_counts){loads, 0}
                                      : (struct ga_gfx_counts){0, loads};
    case GA_GFX_WRITES_BACK:
        return (struct ga_gfx_counts){stores, 0};
    case GA_GFX_UNKNOWN_ACCESS:
        return (struct ga_gfx_counts){0, loads | stores | shared};
    default:
        return (struct ga_gfx_counts){0, 0};
    }
}

/* What holds back vector registers that memory instructions have yet to read; and of gfx12 the wait of older ones. */
static bool is_unread(uint32_t w, enum ga_gfx_generation generation, enum ga_gfx_format format) {
    enum { DEPCTR_10 = 35, DEPCTR_11 = 8, WAITCNT_11 = 9, NOT_ASKED = 7 };
    if (format != GA_GFX_SOPP || generation <= GA_GFX940)
        return false;
    const unsigned opcode = opcode_of(w, format), sources = w >> 2 & 7;
    if (generation == GA_GFX12 && opcode == WAITCNT_11)
        return true;
    return opcode == (generation == GA_GFX10 ? DEPCTR_10 : DEPCTR_11) && sources != 0 &&
           sources != NOT_ASKED;
}

bool ga_gfx_waits(const uint32_t *w, enum ga_gfx_generation generation, enum ga_gfx_format format,
                  uint8_t most[GA_N_GFX_COUNTERS]) {
    const unsigned null = generation == GA_GFX10 ? 125 : 124; /* the register that holds 0 */
    for (int c = 0; c < GA_N_GFX_COUNTERS; c++)
        most[c] = GA_GFX_ANY;
    for (int i = 0; i < N_FIELDS; i++) {
        const struct field *const f = &fields[i];
        if (!has(f, *w, generation, format))
            continue;
        const unsigned bits = f->bits + f->more_bits, n = (*w >> f->shift & mask(f->bits)) |
                                                          (*w >> f->more_shift & mask(f->more_bits))
                                                              << f->bits;
        most[f->counter] = n < mask(bits) ? (uint8_t)n : GA_GFX_ANY;
        if (format == GA_GFX_SOPK && (*w >> 16 & 0x7f) != null)
            return false;
    }
    return !is_unread(*w, generation, format);
}

void ga_gfx_set_wait(uint32_t *w, enum ga_gfx_generation generation, enum ga_gfx_format format,
                     enum ga_gfx_counter counter, unsigned most) {
    for (int i = 0; i < N_FIELDS; i++) {
        const struct field *const f = &fields[i];
        if (f->counter != counter || !has(f, *w, generation, format))
            continue;
        *w = (*w & ~(mask(f->bits) << f->shift)) | (most & mask(f->bits)) << f->shift;
        *w = (*w & ~(mask(f->more_bits) << f->more_shift)) | (most >> f->bits & mask(f->more_bits))
                                                                 << f->more_shift;
    }
}

bool ga_gfx_is_clause(uint32_t w, enum ga_gfx_generation generation, enum ga_gfx_format format,
                      unsigned *n) {
    enum { CLAUSE_10 = 33, CLAUSE_11 = 5 };
    *n = (w & mask(6)) + 1;
    return format == GA_GFX_SOPP && generation >= GA_GFX10 &&
           opcode_of(w, format) == (generation == GA_GFX10 ? CLAUSE_10 : CLAUSE_11);
}

uint32_t ga_gfx_clause_of(uint32_t w, unsigned n) { return (w & ~mask(6)) | (n - 1); }
