/* Numbers that the kernels' operands and the check of memory agree on. */
#ifndef GA_OPERATIONS_H
#define GA_OPERATIONS_H

enum {
    OPERAND_TOP = 1 << 20, /* least operands descend from here; floats hold all below exactly */
    OPERAND_NEVER = 0x7ffffff0, /* never in memory */
    OPERAND_WRAP = 0x7fffffff,  /* of inc and dec; ptxas makes an add of an inc to 2^32 - 1 */
    CROWD_UNROLL = 4,
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

#endif
