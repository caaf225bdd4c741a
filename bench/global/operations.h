/* Numbers that the kernels' operands and the check of memory agree on. */
#ifndef GA_OPERATIONS_H
#define GA_OPERATIONS_H

enum {
    OPERAND_TOP = 1 << 20, /* least operands descend from here; floats hold all below exactly */
    OPERAND_NEVER = 0x7ffffff0, /* never in memory */
    OPERAND_WRAP = 0x7fffffff,  /* of inc and dec; ptxas makes an add of an inc to 2^32 - 1 */
};

#endif
