/* How many registers an instruction writes and reads, and where it loads or stores, by what cuobjdump prints. */
#include <stdlib.h>
#include <string.h>

#include "disassembly.h"

/* F2F, F2I, I2F and FRND: which side has 64 bits. F2F names what it writes first. */
static bool converts(const char *name, struct ga_sass *out) {
    const bool integer = strstr(name, "U64") || strstr(name, "S64");
    const char *const real = strstr(name, "F64"), *const first = strchr(name, '.') + 1;
    const bool of_real = strncmp(name, "I2F.", 4) != 0, to_real = strncmp(name, "F2I.", 4) != 0;
    const bool between = strncmp(name, "F2F.", 4) == 0;
    if (of_real && to_real && !between && strncmp(name, "FRND.", 5) != 0)
        return false;
    out->more = to_real ? real && (!between || real == first) : integer;
    out->pairs = of_real ? real && (!between || real != first) : integer;
    return true;
}

/* Names of which all write so many behind the first; those with a word in them, another number. */
static const struct {
    const char *name, *word;
    uint8_t more, with;
} counts[] = {{"CS2R", ".32", 1, 0},    {"IMAD.WIDE", "", 1, 1},  {"IADD.64", "", 1, 1},
              {"SEL.64", "", 1, 1},     {"IMNMX.U64", "", 1, 1},  {"IMNMX.S64", "", 1, 1},
              {"DADD", "", 1, 1},       {"DMUL", "", 1, 1},       {"DFMA", "", 1, 1},
              {"FFMA2", "", 1, 1},      {"FMUL2", "", 1, 1},      {"FADD2", "", 1, 1},
              {"HMMA", ".F32", 1, 3},   {"IMMA", ".8816", 3, 1},  {"IMMA", ".8832", 3, 1},
              {"BMMA", ".88128", 3, 1}, {"DMMA", ".8x8x4", 7, 3}, {"DMMA", ".884", 7, 3},
              {"LDSM", "88.2", 0, 1},   {"LDSM", "88.4", 0, 3},   {"LDSM", "816.2", 0, 1},
              {"LDSM", "816.4", 0, 3},  {"LDSM", "1616.2", 0, 1}, {"LDSM", "1616.4", 0, 3}};

/* As more_of of sass_registers.h. */
static uint8_t more_of(const char *name) {
    uint8_t more = 0;
    bool is_listed = false;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (strncmp(name, counts[i].name, strlen(counts[i].name)) != 0)
            continue;
        if (strstr(name, counts[i].word))
            return counts[i].with;
        more = counts[i].more;
        is_listed = true;
    }
    if (!is_listed && (strncmp(name, "LD", 2) == 0 || strncmp(name, "MOV", 3) == 0))
        return strstr(name, ".128") ? 3 : strstr(name, ".64") != NULL;
    return more;
}

void ga_sass_parse_counts(const char *name, struct ga_sass *out) {
    if (converts(name, out))
        return;
    out->more = more_of(name);
    out->pairs = out->more == 1 && strncmp(name, "IMAD", 4) != 0 &&
                 strncmp(name + 1, "MMA", 3) != 0 && strncmp(name, "LDSM", 4) != 0;
}

void ga_sass_parse_address(const char *name, const char *operand, struct ga_sass *out) {
    const char *at = strrchr(operand, '[');
    if (ga_sass_memory(out) == GA_SPACE_NONE || out->source[0] == GA_NO_REGISTER || !at ||
        at[1] != 'R' || strstr(name, ".256"))
        return;
    at += 2 + strspn(at + 2, "0123456789");
    const bool is_wide = strncmp(at, ".64", 3) == 0;
    at += is_wide ? 3 : 0;
    char *end = NULL;
    const long displacement = *at == '+' ? strtol(at + 1, &end, 16) : 0;
    out->is_plain = (end ? *end == ']' : *at == ']') &&
                    (is_wide || (strcmp(name, "LD") != 0 && strncmp(name, "LD.", 3) != 0));
    if (out->is_plain)
        out->displacement = (int32_t)displacement;
}

void ga_sass_parse_constant(const char *name, const char *operand, struct ga_sass *out) {
    char *end = NULL;
    if ((out->role != GA_ROLE_MOVE && strncmp(name, "LDC", 3) != 0) ||
        strncmp(operand, "c[0x", 4) != 0)
        return;
    const unsigned long bank = strtoul(operand + 2, &end, 16);
    const char *const at = strncmp(end, "][", 2) == 0 ? end + 2 : "";
    const unsigned long place = strncmp(at, "0x", 2) == 0 ? strtoul(at, &end, 16) : 0;
    if (strncmp(at, "RZ]", 3) == 0 || (*at == '0' && *end == ']'))
        out->constant = ga_sass_constant((unsigned)bank, (unsigned)place);
}

static bool is_zero(const char *operand) {
    return strncmp(operand + strspn(operand, "-|~"), "RZ", 2) == 0;
}

static bool is_register(const char *operand) {
    operand += strspn(operand, "-|~");
    return operand[0] == 'R' && operand[1] >= '0' && operand[1] <= '9';
}

/* As converts_half of sass_sums.c. */
static bool converts_half(const char *name, char *const *operand, size_t n) {
    return n == 2 && strncmp(name, "HADD2.F32", 9) == 0 && !strstr(name, ".SAT") &&
           ((is_zero(operand[0]) && operand[1][0] == 'R') ||
            (is_zero(operand[1]) && operand[0][0] == 'R'));
}

void ga_sass_parse_halves(const char *name, char *const *operand, size_t n, struct ga_sass *out) {
    const bool low = n >= 4 && strcmp(operand[1], "0xffff") == 0,
               high = n >= 4 && strcmp(operand[1], "0xffff0000") == 0,
               ands = (low || high) && strcmp(operand[3], "0xc0") == 0,
               puts = high && strcmp(operand[3], "0xf8") == 0;
    const bool adds = n == 4 && strncmp(name, "HFMA2", 5) == 0 && strcmp(operand[1], "1") == 0 &&
                      strcmp(operand[2], "1") == 0 && !strstr(operand[0], "RZ") &&
                      !strstr(operand[3], "RZ");
    const bool shifts = n >= 3 && strncmp(name, "IMAD", 4) == 0 && !strstr(name, ".WIDE") &&
                        !strstr(name, ".HI") && !strstr(name, ".X") &&
                        strcmp(operand[1], "0x10000") == 0 && is_zero(operand[2]);
    if (((ands || puts) && strncmp(name, "LOP3", 4) == 0) || shifts)
        out->role = GA_ROLE_PERMUTE;
    if (converts_half(name, operand, n))
        out->role = GA_ROLE_CONVERT;
    if (n >= 2 && strncmp(name, "SHF", 3) == 0 && operand[1][0] == '0' &&
        strcmp(operand[1], "0x10") != 0)
        out->role = GA_ROLE_PLAIN;
    if (adds)
        out->role = strstr(name, ".BF16_V2") ? GA_ROLE_ADD_BF16 : GA_ROLE_ADD_F16;
}

static bool is_predicate(const char *operand) { return operand[*operand == '!'] == 'P'; }

static void set_source(const char *operand, int k, struct ga_sass *out) {
    const char *const number = operand + strspn(operand, "-|~R");
    if (!is_register(operand))
        return;
    out->source[k] = (uint8_t)atoi(number);
    if (*operand != 'R')
        out->altered |= (uint8_t)(1 << k);
    if (strstr(number, ".H") || strstr(number, ".F32") || strstr(number, ".INVALID"))
        out->altered |= (uint8_t)(1 << (k + 4));
}

static bool is_named(const char *name, const char *what) {
    const size_t n = strlen(what);
    return strncmp(name, what, n) == 0 && (name[n] == '.' || name[n] == '\0');
}

/* The role of a name with a product, GA_ROLE_PLAIN of others. */
static uint8_t product_of(const char *name) {
    const bool is_bf16 = strstr(name, ".BF16_V2"),
               is_other = strstr(name, ".WIDE") || strstr(name, ".HI") || strstr(name, ".X");
    return is_named(name, "FFMA")                ? GA_ROLE_FMA_F32
           : is_named(name, "DFMA")              ? GA_ROLE_FMA_F64
           : is_named(name, "HFMA2")             ? (is_bf16 ? GA_ROLE_FMA_BF16 : GA_ROLE_FMA_F16)
           : is_named(name, "IMAD") && !is_other ? GA_ROLE_FMA_INTEGER
                                                 : GA_ROLE_PLAIN;
}

/* As decode_integers of sass_sums.c. first: operand. */
static uint8_t role_of(const char *name, const char *first, uint8_t role) {
    const bool carries = is_named(name, "IADD3.X") || is_named(name, "IADD.X") ||
                         is_named(name, "IADD.64.X") || is_named(name, "IMAD.X");
    if (!carries)
        return is_named(name, "VIADD.16x2") ? GA_ROLE_PLAIN : role;
    return *name == 'I' && (name[1] == 'A' || is_zero(first)) ? GA_ROLE_ADD_CARRY : GA_ROLE_PLAIN;
}

bool ga_sass_parse_sum(const char *name, char *const *operand, size_t n, struct ga_sass *out) {
    static const char *const alters[] = {".SAT", ".RELU", ".RM", ".RP", ".RZ", NULL};
    while (n > 0 && is_predicate(operand[n - 1]))
        n--;
    for (; n > 0 && is_predicate(operand[0]); n--) /* written */
        operand++;
    if (n < 2)
        return false;
    const bool has_addend =
        n > 2 && is_register(operand[0]) && is_register(operand[n - 1]) && !is_zero(operand[1]);
    out->role = role_of(name, operand[0], out->role);
    if (out->role == GA_ROLE_PLAIN && has_addend)
        out->role = product_of(name);
    if (out->role < GA_ROLE_ADD_INTEGER || out->role > GA_ROLE_FMA_BF16)
        return false;
    for (size_t i = 0; i < n; i++)
        set_source(operand[i], i == 0 ? 0 : i == n - 1 ? 2 : 1, out);
    for (size_t i = 0; alters[i]; i++)
        if (strstr(name, alters[i]))
            out->altered |= 7;
    if (out->role == GA_ROLE_FMA_INTEGER && n == 3 && *operand[2] == 'R' &&
        strcmp(operand[1], "0x10000") == 0)
        out->altered |= GA_SHIFTS_HALF;
    if (strncmp(name, "H", 1) == 0 && strstr(name, ".F32"))
        out->altered |= 7;
    return true;
}
