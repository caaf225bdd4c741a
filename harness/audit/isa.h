/* Which atomics, fences, loads and stores each kernel of this program really has. The table is made at
 * build time from the program's own object code (isa_extract.c) and linked in. */
#ifndef GA_ISA_H
#define GA_ISA_H

#include "instructions.h"

/* One instruction of one kernel for one target; a kernel without atomic and fence has a row with "".
 * sign: the instruction that shows that the compiler combines a warp's lanes before the atomic, ""
 * if there is none. */
struct ga_isa_row {
    const char *kernel, *target, *instruction;
    uint32_t count;
    const char *sign;
};

/* The end is a row whose kernel is NULL. Empty where no disassembler was found. */
extern const struct ga_isa_row ga_isa_table[];

/* out: what a sample executes, as the columns `instruction` and `native` have it. wanted: bits as
 * in ga_work.instructions. own: text, capacity bytes. */
struct ga_isa_answer {
    const char *native; /* native, emulated, unknown */
    char instruction[128];
};
struct ga_isa_answer ga_isa_lookup(const struct ga_variant *variant, const char *target,
                                   uint32_t wanted);

/* Holds a variant's code for a target against what the book of instructions makes of its facts. out: NULL if it is so,
 * else what is wrong. own: text, capacity bytes. */
const char *ga_isa_verdict(const struct ga_variant *variant, const char *target, char *text,
                           size_t capacity);

/* out: whether the audit has something to say of a row: of loads and stores, only where the variant's
 * facts name them. */
bool ga_isa_is_held(const struct ga_variant *variant, const struct ga_isa_row *row);

/* in: a GPU's target; no_disassembler: what to install for a disassembler that the build lacked, "". out: why its rows
 * say `unknown` and what to do, NULL if they do not. own: text, capacity bytes. */
const char *ga_isa_why_unknown(const char *target, const char *no_disassembler, char *text,
                               size_t capacity);

/* out: the targets of the table, each once, NULL-terminated, at most capacity - 1. */
void ga_isa_targets(const char **targets, size_t capacity);

#endif
