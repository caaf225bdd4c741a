/* Numbers that the kernels' operands and the check of memory agree on. */
#ifndef GA_OPERATIONS_H
#define GA_OPERATIONS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPERAND_TOP = 1 << 20, /* least operands descend from here; floats hold all below exactly */
    OPERAND_NEVER = 0x7ffffff0, /* never in memory */
    OPERAND_WRAP = 0x7fffffff,  /* of inc and dec; ptxas makes an add of an inc to 2^32 - 1 */
};

/* Flags of operations.def: where an operation is no instruction. */
enum {
    LOOP = 1,             /* a compare-and-swap loop, written out in device_atomics.h */
    NV_90 = 2,            /* nothing before sm_90 */
    NV_90_LOOP = 4,       /* a loop before sm_90 */
    AMD_LOOP = 8,         /* a loop */
    AMD_942 = 16,         /* a loop except on gfx94 */
    AMD_SYSTEM_LOOP = 32, /* clang makes a loop of it at system scope */
    AMD_NONE = 64,
};
enum { NO_RED, RED };

/* out: why a target has no such operation, NULL if it has. */
static inline const char *operation_lacks(uint32_t flags, const char *type, const char *target) {
    const bool nvidia = strncmp(target, "sm_", 3) == 0, amd = strncmp(target, "gfx", 3) == 0;
    if (flags & NV_90 && nvidia && atoi(target + 3) < 90)
        return "the hardware has it from sm_90 on";
    if (flags & AMD_NONE && amd)
        return "AMD's instruction sets have no such atomic";
    if (strcmp(type, "b128") == 0 && !nvidia && !amd)
        return "the stand-in has no 128-bit atomics";
    return nullptr;
}

#endif
