/* The rows of sass_opcodes.def. */
#include "sass_fields.h"

/* A register in B is one if the form says so; memory instructions always have theirs there, but for SHFL. SEL.64 has its own
 * form for registers. */
enum { FIRST_OF_MEMORY = 0x17e, SHFL = 0x189 };
#define IS_ALL(opcode, form)                                                                       \
    ((form) == ALL_REGISTERS || ((opcode) == SEL && (form) == REGISTERS_64))
#define IS_B(opcode, form)                                                                         \
    (IS_ALL(opcode, form) || ((opcode) == SHFL ? (form) < IMMEDIATE : (opcode) >= FIRST_OF_MEMORY))
#define IS_C(opcode, form) (IS_ALL(opcode, form) || ((opcode) == SHFL && (form) == IMMEDIATE))

#define IF(is, bits) ((is) ? (bits) : 0U)
#define ABSENT(opcode, registers, form)                                                            \
    (IF(!((registers)&D), 0xffU) | IF(!((registers)&A), 0xff00U) |                                 \
     IF(!((registers)&B && IS_B(opcode, form)), 0xff0000U) |                                       \
     IF(!((registers)&C || ((registers)&C_OF_THREE && IS_C(opcode, form))), 0xff000000U))
#define EACH_ABSENT(opcode, registers)                                                             \
    {                                                                                              \
        ABSENT(opcode, registers, 0), ABSENT(opcode, registers, 1), ABSENT(opcode, registers, 2),  \
            ABSENT(opcode, registers, 3), ABSENT(opcode, registers, 4),                            \
            ABSENT(opcode, registers, 5), ABSENT(opcode, registers, 6),                            \
            ABSENT(opcode, registers, 7)                                                           \
    }

#define IS_CHANGED(opcode) ((opcode) == HFMA2_MMA || (opcode) == FFMA2 || (opcode) == FMUL2)
#define HAS_HALVES(opcode)                                                                         \
    ((opcode) == LOP3 || (opcode) == SHF || (opcode) == HFMA2 || (opcode) == HFMA2_MMA)
#define ADDS(role) ((role) >= GA_ROLE_ADD_INTEGER && (role) <= GA_ROLE_FMA_BF16)
#define OF_REALS(role) ((role) == GA_ROLE_FMA_F32 || (role) == GA_ROLE_FMA_F64)
#define HAS_ADDRESS(role, class)                                                                   \
    (((role) >= GA_ROLE_LOAD && (role) <= GA_ROLE_STORE) || (class) == GA_CLASS_ATOMIC ||          \
     (class) == GA_CLASS_REDUCTION)
#define STEPS(opcode, registers, role, class)                                                      \
    (IF(ADDS(role) && !OF_REALS(role), SUMS) | IF(OF_REALS(role), PRODUCTS) |                      \
     IF(HAS_HALVES(opcode), HALVES) |                                                              \
     IF((opcode) == MOV || (opcode) == IMAD || (opcode) == LDC, COPIES) |                          \
     IF((registers) & (P | P2 | Q) || (opcode) == P2R || (opcode) == R2P, PREDICATES) |            \
     IF(HAS_ADDRESS(role, class), MEMORY) | IF((role) >= GA_ROLE_CALL, FLOW) |                     \
     IF((class) != GA_CLASS_OTHER, OF_CLASS))

#define ROW(opcode, text, registers, layout, of_class, of_space, of_role)                          \
    {                                                                                              \
        {.key = {.name = text, .class = of_class, .space = of_space},                              \
         .role = of_role,                                                                          \
         .address = GA_NO_REGISTER,                                                                \
         .base = GA_NO_REGISTER,                                                                   \
         .compare = GA_NO_REGISTER,                                                                \
         .value = GA_NO_REGISTER},                                                                 \
            EACH_ABSENT(opcode, registers), registers, layout,                                     \
            STEPS(opcode, registers, of_role, of_class), !IS_CHANGED(opcode)                       \
    }
#define PLAIN(opcode, name, registers, role)                                                       \
    [opcode] = ROW(opcode, #name, registers, PLAIN_LAYOUT, GA_CLASS_OTHER, GA_SPACE_NONE, role),

const struct ga_sass_row ga_sass_rows[GA_OPCODES] = {
#define GA_COUNTED(opcode, name, registers, layout, class, space)                                  \
    [opcode] =                                                                                     \
        ROW(opcode, #name, registers, layout, GA_CLASS_##class, GA_SPACE_##space, GA_ROLE_PLAIN),
#define GA_PLAIN(opcode, name, registers, role) PLAIN(opcode, name, registers, GA_ROLE_##role)
#define GA_CHANGED(opcode, name, registers, role)
#include "sass_opcodes.def"
#undef GA_COUNTED
#undef GA_PLAIN
#undef GA_CHANGED
};

/* From CHANGED_SM on. */
static const struct ga_sass_row changed[GA_OPCODES] = {
#define GA_COUNTED(opcode, name, registers, layout, class, space)
#define GA_PLAIN(opcode, name, registers, role)
#define GA_CHANGED(opcode, name, registers, role) PLAIN(opcode, name, registers, GA_ROLE_##role)
#include "sass_opcodes.def"
};

const struct ga_sass_row *ga_sass_row_otherwise(unsigned opcode, unsigned sm) {
    enum { UNIFORM_SM = 120 };
    static const struct ga_sass_row none =
        ROW(0, "", NONE, PLAIN_LAYOUT, GA_CLASS_OTHER, GA_SPACE_NONE, GA_ROLE_PLAIN);
    const bool uniform = sm >= UNIFORM_SM && (opcode == FFMA2 || opcode == FMUL2);
    if (sm >= CHANGED_SM && changed[opcode].like.key.name)
        return &changed[opcode];
    return ga_sass_rows[opcode].like.key.name && !uniform ? &ga_sass_rows[opcode] : &none;
}
