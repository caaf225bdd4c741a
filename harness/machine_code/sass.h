/* One instruction of NVIDIA's machine code (SASS), or of AMD's (gfx.h), as far as atomics, fences, barriers and the control flow
 * around them go. Two readers make it: of the 128 bits (sass.c), and of what cuobjdump prints (disassembly.c). */
#ifndef GA_SASS_H
#define GA_SASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ga_sass_class {
#define GA_CLASS(id, name) GA_CLASS_##id,
#include "sass_words.def"
    GA_N_CLASSES
};
enum ga_sass_operation {
#define GA_OPERATION(id, name) GA_OP_##id,
#include "sass_words.def"
    GA_N_OPERATIONS
};
enum ga_sass_type {
#define GA_TYPE(id, name, bytes) GA_TYPE_##id,
#include "sass_words.def"
    GA_N_TYPES
};
enum ga_sass_scope {
#define GA_SCOPE(id, name) GA_SCOPE_##id,
#include "sass_words.def"
    GA_N_SCOPES
};
enum ga_sass_order {
#define GA_ORDER(id, name) GA_ORDER_##id,
#include "sass_words.def"
    GA_N_ORDERS
};
enum ga_sass_space {
#define GA_SPACE(id, name) GA_SPACE_##id,
#include "sass_words.def"
    GA_N_SPACES
};
enum ga_sass_loop {
#define GA_LOOP(id, name) GA_LOOP_##id,
#include "sass_words.def"
    GA_N_LOOPS
};

/* What control flow and data flow ask of an instruction. */
enum ga_sass_role {
    GA_ROLE_PLAIN,
    GA_ROLE_MOVE, /* copies a register or a constant */
    GA_ROLE_PERMUTE, /* puts bytes of two registers together, shifts, or keeps the low half; source[1]: how */
    GA_ROLE_ADD_INTEGER, /* adds two, of which neither is zero; likewise the others */
    GA_ROLE_ADD_F32,
    GA_ROLE_ADD_F64,
    GA_ROLE_ADD_F16,
    GA_ROLE_ADD_BF16,
    GA_ROLE_ADD_CARRY,   /* of two, or of one, and a predicate: the high half of 64 bits */
    GA_ROLE_FMA_INTEGER, /* a product of two, to which source[2] is added; likewise the others */
    GA_ROLE_FMA_F32,
    GA_ROLE_FMA_F64,
    GA_ROLE_FMA_F16,
    GA_ROLE_FMA_BF16,
    GA_ROLE_LOAD, /* of memory that atomics can reach; of shared memory, of NVIDIA's: the next */
    GA_ROLE_LOAD_SHARED,
    GA_ROLE_STORE_SHARED, /* source[0]: the address, [1]: what is stored; NVIDIA's, the next likewise */
    GA_ROLE_STORE,        /* to memory that atomics can reach */
    GA_ROLE_LOAD_LOCAL, /* of a thread's own memory; NVIDIA's, CALL likewise */
    GA_ROLE_COMPARE,    /* writes a predicate from registers, and from predicates */
    GA_ROLE_SELECT,     /* one of two, by a predicate */
    GA_ROLE_VOTE,       /* which lanes are there, or have the same value */
    GA_ROLE_COUNT,      /* how many of them, which is the first, their sum */
    GA_ROLE_CONVERT,    /* to another type; two may be put into a register */
    GA_ROLE_CALL,       /* to target, from where lanes come back */
    GA_ROLE_BRANCH,     /* to target; likewise those that follow change where lanes go */
    GA_ROLE_JUMP,       /* to where a register says */
    GA_ROLE_END,        /* exit or return */
    GA_ROLE_PUSH,       /* BSSY: where the lanes meet again */
    GA_ROLE_MEET        /* BSYNC: they do */
};

enum { GA_SHIFTS_HALF = 8 /* a product of integers that moves a half up */ };
enum { GA_SASS_BYTES = 16, GA_NO_REGISTER = 255, GA_OLDEST_SM = 75 };

/* Predicates have the numbers 0 to 6; a set of them has a bit each. The highest is what a block voted: BAR.RED writes it,
 * B2R.RESULT reads it. */
enum { GA_NO_PREDICATE = 7, GA_ALL_PREDICATES = 0x7f, GA_BLOCK_VOTE = 0x80 };
static inline uint8_t ga_predicate(unsigned number) {
    return (uint8_t)(1U << number & GA_ALL_PREDICATES);
}

/* What two instructions have in common that are counted as the same. */
struct ga_sass_key {
    const char *name; /* up to the first dot; own: nobody */
    uint8_t class, operation, type, scope, order, space;
    uint8_t loop; /* enum ga_sass_loop, by flow.h */
    /* adds: type of what an rmw-loop adds, GA_TYPE_NONE: it does not, or that is not known. fused: it adds a product of floats,
     * or a float to a half, and rounds once. By flow.h */
    uint8_t adds : 7;
    bool fused : 1;
    bool
        again; /* of a fence: nothing that it could order is between it and the fence before; by flow.h */
    bool used;    /* somebody may read the result */
    bool guarded; /* under a predicate */
    bool lanes;   /* the lanes of a warp were combined before, by flow.h */
    bool skips;  /* adds sums of shared memory; zeros are left out or change nothing, by merges.h */
    bool shares; /* its result is put into shared memory: a block goes by it, likewise */
    bool places; /* its result is where something is stored: the place in a list, by lists.h */
    bool phased; /* global memory is read in loops that have no atomic, by phases.h */
};

/* Registers: GA_NO_REGISTER for none, and for RZ. base: what is added to the address, of AMD's. */
struct ga_sass {
    struct ga_sass_key key;
    uint32_t offset; /* bytes, in its function */
    uint8_t role;
    /* altered: of what adds: bit k: source[k] is negated, or all is clamped; bit k + 4: its halves are exchanged; GA_SHIFTS_HALF */
    uint8_t altered;
    uint16_t destination, source[3];
    uint16_t address, base, compare, value; /* of an atomic; compare: of a compare-and-swap */
    uint8_t more;   /* registers behind the destination that it writes, too */
    uint8_t second; /* how many it writes from source[2] on: a load of 256 bits */
    bool pairs;     /* its sources are pairs of registers */
    bool
        is_plain; /* a load, store or atomic `displacement` bytes behind where source[0] points to; NVIDIA's */
    int32_t displacement;
    uint32_t constant; /* what it copies: bank and place of a constant; 0: none that is known */
    /* guard: a number. negated: what is guarded is done where it is not set; written, asked: sets; a carry is one; zero: what is
     * written says whether something is zero, or its sign. */
    uint8_t guard, written, asked;
    bool negated, zero;
    uint8_t barrier;  /* of BSSY and BSYNC */
    bool conditional; /* a branch or an end that not every lane takes */
    bool returns;     /* NVIDIA's */
    uint32_t target;  /* of a branch, of BSSY and of a call: offset */
};

/* in: words: the instruction's 128 bits; sm: 75 to 121; offset: where it stands in its function. out: all fields, but
 * those of the key that flow.h sets.
 * src: no manual has the encodings. They were found by nvdisasm 13.0 on words with single bits and fields changed. */
void ga_sass_decode(const uint64_t words[2], unsigned sm, uint32_t offset, struct ga_sass *out);

/* out: the words of sass_words.def. */
const char *ga_class_name(unsigned class);
const char *ga_operation_name(unsigned operation);
const char *ga_type_name(unsigned type);
uint8_t ga_type_bytes(unsigned type); /* 0: of none */
const char *ga_scope_name(unsigned scope);
const char *ga_order_name(unsigned order);
const char *ga_space_name(unsigned space);
const char *ga_loop_name(unsigned loop);

/* out: registers behind the first that a value of a type takes. */
uint8_t ga_sass_more(unsigned type);

/* out: of a constant, not 0. */
static inline uint32_t ga_sass_constant(unsigned bank, unsigned place) {
    return 1U << 31 | (bank & 0x1f) << 16 | (place & 0xffff);
}

/* What a load of 256 bits writes, without gaps: of the eight words those of the mask, the first four from its destination on, the
 * others from source[2] on. */
void ga_sass_halves(unsigned mask, struct ga_sass *load);

/* Whether a call is how the compiler leaves a loop, up to sm_89: it goes past the branch behind it, and nothing comes back. */
bool ga_sass_goes_by_call(const struct ga_sass *call);

/* Whether what a LOP3 makes by its table is zero wherever one of its registers is. constant: its second operand is one. */
bool ga_sass_ands(uint8_t table, const uint16_t source[3], bool constant);

/* out: GA_SPACE_SHARED or GA_SPACE_DEVICE: the memory of a load, a store or an atomic, generic addresses among the latter's; else
 * GA_SPACE_NONE. */
static inline enum ga_sass_space ga_sass_memory(const struct ga_sass *in) {
    const unsigned space = in->key.space;
    if (in->role == GA_ROLE_LOAD_SHARED || in->role == GA_ROLE_STORE_SHARED)
        return GA_SPACE_SHARED;
    if (in->role == GA_ROLE_LOAD || in->role == GA_ROLE_STORE)
        return GA_SPACE_DEVICE;
    if (in->key.class != GA_CLASS_ATOMIC && in->key.class != GA_CLASS_REDUCTION)
        return GA_SPACE_NONE;
    return space == GA_SPACE_SHARED                                ? GA_SPACE_SHARED
           : space == GA_SPACE_DEVICE || space == GA_SPACE_GENERIC ? GA_SPACE_DEVICE
                                                                   : GA_SPACE_NONE;
}

/* Integers of one size are alike to an operation on bits. out: the type, so named. */
uint8_t ga_sass_type_of(unsigned operation, unsigned type);

#endif
