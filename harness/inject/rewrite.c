/* src: what nvcc 13.0 makes of one kernel a scope, type and memory, for all targets from sm_75 to sm_121: a scope is the
 * same field in an atomic, a reduction and a load (bits 77 to 80), and in a membar (76 to 78); what else differs between an
 * atomic and a load of the same word is said below. tests/inject/rewritten.sh compares with nvdisasm. */
#include "rewrite.h"

#include <string.h>

enum { NEW_ORDER_SM = 80, NEW_ADDRESS_SM = 100 };
enum { REGISTERS = 1, UNIFORM = 4 }; /* forms of operands: where the address is */

/* Bits first .. first + n - 1 of the 128; they do not cross the words. */
static unsigned get(const uint64_t w[2], unsigned first, unsigned n) {
    return (unsigned)(w[first / 64] >> first % 64) & ((1U << n) - 1);
}
static void set(uint64_t w[2], unsigned first, unsigned n, unsigned value) {
    const uint64_t mask = ((1ULL << n) - 1) << first % 64;
    w[first / 64] = (w[first / 64] & ~mask) | ((uint64_t)value << first % 64 & mask);
}

bool ga_rewrite_is_wide(const struct ga_sass *in) {
    const struct ga_sass_key *const key = &in->key;
    const bool atomic = key->class == GA_CLASS_ATOMIC || key->class == GA_CLASS_REDUCTION;
    if (key->scope != GA_SCOPE_SYSTEM && key->scope != GA_SCOPE_DEVICE)
        return false;
    return key->operation == GA_OP_MEMBAR
               ? key->order != GA_ORDER_MMIO
               : atomic && key->order == GA_ORDER_STRONG &&
                     (key->space == GA_SPACE_DEVICE || key->space == GA_SPACE_GENERIC);
}

uint32_t ga_rewrite_narrow(const struct ga_sass *in, unsigned sm, uint8_t *at) {
    enum { BLOCK = 0, DEVICE = 2, STRONG_BLOCK = 5, STRONG_DEVICE = 7 };
    const bool to_device = in->key.scope == GA_SCOPE_SYSTEM;
    uint64_t w[2];
    memcpy(w, at, sizeof w);
    if (in->key.operation == GA_OP_MEMBAR)
        set(w, 76, 3, to_device ? DEVICE : BLOCK);
    else if (sm < NEW_ORDER_SM)
        set(w, 77, 2, to_device ? DEVICE : BLOCK);
    else
        set(w, 77, 4, to_device ? STRONG_DEVICE : STRONG_BLOCK);
    memcpy(at, w, sizeof w);
    return 1;
}

/* out: as a load has it; 0: no load has that. */
static unsigned size_of(unsigned type) {
    static const uint8_t sizes[] = {[4] = 4, [8] = 5, [16] = 6}; /* by bytes */
    return sizes[ga_type_bytes(type)];
}

static bool is_for_load(const struct ga_sass *in) {
    const struct ga_sass_key *const key = &in->key;
    return key->class == GA_CLASS_ATOMIC && in->destination != GA_NO_REGISTER && !in->written &&
           size_of(key->type) != 0 && key->operation != GA_OP_POPC_INC &&
           key->operation != GA_OP_CAST && key->operation != GA_OP_CAST_SPIN &&
           (key->space == GA_SPACE_SHARED || key->space == GA_SPACE_DEVICE ||
            key->space == GA_SPACE_GENERIC);
}

/* LDS has its size in bits 73 to 75, and the uniform register of an address in 32 to 39, marked by bit 91; ATOMS has that in 64
 * to 69. The scale of the address, 78 and 79, is the same. */
static bool load_shared(const uint64_t w[2], unsigned sm, unsigned size, uint64_t out[2]) {
    enum { LDS = 0x984 };
    const bool uniform = get(w, 9, 3) == UNIFORM;
    if (uniform && (w[0] & 0x1ff) == 0x18d)
        return false;
    set(out, 0, 12, LDS);
    set(out, 32, 8, uniform ? get(w, 64, 6) : 0);
    set(out, 73, 3, size);
    set(out, 76, 1, sm < NEW_ORDER_SM);
    set(out, 78, 2, get(w, 78, 2));
    set(out, 91, 1, uniform);
    return true;
}

/* How the address is made. PLAIN: of a register; BY_UNIFORM: of a uniform one, sm_75; BY_DESCRIPTOR: of a register, and a
 * uniform one has its descriptor. */
enum address { UNKNOWN_ADDRESS, PLAIN, BY_UNIFORM, BY_DESCRIPTOR };

static enum address address_of(const uint64_t w[2], unsigned sm, bool swaps) {
    enum { WIDE_PAIR = 3, UNIFORM_ALONE = 1, NO_UNIFORM = 0x3f };
    const unsigned form = get(w, 9, 3), pair = get(w, 70, 2);
    if (form == REGISTERS)
        return swaps || get(w, 64, 6) == NO_UNIFORM ? PLAIN : UNKNOWN_ADDRESS;
    if (form != UNIFORM || swaps || get(w, 91, 1) != 1)
        return UNKNOWN_ADDRESS;
    if (sm < NEW_ORDER_SM)
        return pair == UNIFORM_ALONE && get(w, 24, 8) == GA_NO_REGISTER ? BY_UNIFORM
                                                                        : UNKNOWN_ADDRESS;
    if (sm < NEW_ADDRESS_SM)
        return pair == WIDE_PAIR ? BY_DESCRIPTOR : UNKNOWN_ADDRESS;
    return get(w, 76, 1) && get(w, 63, 1) && pair == 0 ? BY_DESCRIPTOR : UNKNOWN_ADDRESS;
}

/* LDG and LD have the uniform register of an address in 32 to 37, an atomic in 64 to 69; their size in 73 to 75; bits 90 and
 * 91 mark a uniform register, 76 a descriptor, which atomics have from sm_100 on, where their offset lost bit 63. LD's
 * offset begins at bit 32 if there is no uniform register. LDG names a predicate that it does not write. */
static bool load_memory(const uint64_t w[2], unsigned sm, const struct ga_sass *in,
                        uint64_t out[2]) {
    enum { LDG = 0x981, LDG_PLAIN = 0x381, LD = 0x980, BOTH = 3, OFFSET_BITS = 24 };
    const bool generic = in->key.space == GA_SPACE_GENERIC;
    const enum address address = address_of(w, sm, in->compare != GA_NO_REGISTER);
    if (address == UNKNOWN_ADDRESS)
        return false;
    set(out, 0, 12, generic ? LD : address == PLAIN ? LDG_PLAIN : LDG);
    set(out, 32, 8, address == PLAIN ? 0 : get(w, 64, 6));
    if (sm >= NEW_ADDRESS_SM && address == BY_DESCRIPTOR)
        set(out, 63, 1, get(w, 62, 1));
    if (generic && address == PLAIN) {
        const int32_t wide = (int32_t)(w[0] >> 32) >> (32 - OFFSET_BITS);
        set(out, 32, 16, (uint32_t)wide & 0xffff);
        set(out, 48, 16, (uint32_t)wide >> 16);
    }
    set(out, 72, 1, 1);
    set(out, 73, 3, size_of(in->key.type));
    set(out, 76, 1, address == BY_DESCRIPTOR);
    set(out, 77, 4, get(w, 77, 4));
    set(out, 81, 3, generic ? 0 : GA_NO_PREDICATE);
    set(out, 84, 3, get(w, 84, 3));
    set(out, 90, 2, address == PLAIN ? 0 : BOTH);
    return true;
}

bool ga_rewrite_load(const struct ga_sass *in, unsigned sm, const uint8_t *at,
                     uint8_t load[GA_SASS_BYTES]) {
    enum { SCHEDULING = 41 }; /* of the second word: stalls, scoreboards */
    uint64_t w[2], out[2];
    if (!is_for_load(in))
        return false;
    memcpy(w, at, sizeof w);
    out[0] = w[0];
    out[1] = w[1] >> SCHEDULING << SCHEDULING;
    const bool loads = in->key.space == GA_SPACE_SHARED
                           ? load_shared(w, sm, size_of(in->key.type), out)
                           : load_memory(w, sm, in, out);
    memcpy(load, out, sizeof out);
    return loads;
}

/* Of a float in memory of any kind: where the predicate is not set, the code goes on to other kinds of memory. */
bool ga_rewrite_is_told(const struct ga_sass *in) {
    return in->key.class == GA_CLASS_ATOMIC && in->key.operation == GA_OP_ADD &&
           in->key.space == GA_SPACE_GENERIC && in->written;
}

/* ISETP.EQ.U32.AND P, PT, RZ, RZ, PT, with the guard of what it stands for: it waits for the same scoreboards, sets none, and
 * is followed as late as the compiler follows a compare. */
uint32_t ga_rewrite_told(uint8_t *at) {
    enum { ISETP = 0x20c, NO_SCOREBOARDS = 0x3f, CYCLES = 13 };
    static const uint64_t equal = 0x03f02070;
    uint64_t w[2], out[2] = {0xffffULL << 24 | ISETP, equal};
    memcpy(w, at, sizeof w);
    set(out, 12, 4, get(w, 12, 4));
    set(out, 81, 3, get(w, 81, 3));
    set(out, 105, 4, CYCLES);
    set(out, 110, 6, NO_SCOREBOARDS);
    set(out, 116, 6, get(w, 116, 6));
    memcpy(at, out, sizeof out);
    return 1;
}
