/* What cuobjdump prints of an instruction: a guard, a name with modifiers between dots, operands between commas. */
#include "disassembly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPERANDS = 10, TEXT = 256 };

struct name_row {
    const char *name;
    uint8_t class, operation, space;
};

static const struct name_row counted[] = {
    {"ATOM", GA_CLASS_ATOMIC, GA_OP_NONE, GA_SPACE_GENERIC},
    {"ATOMG", GA_CLASS_ATOMIC, GA_OP_NONE, GA_SPACE_DEVICE},
    {"ATOMS", GA_CLASS_ATOMIC, GA_OP_NONE, GA_SPACE_SHARED},
    {"SUATOM", GA_CLASS_ATOMIC, GA_OP_NONE, GA_SPACE_SURFACE},
    {"RED", GA_CLASS_REDUCTION, GA_OP_NONE, GA_SPACE_DEVICE},
    {"REDG", GA_CLASS_REDUCTION, GA_OP_NONE, GA_SPACE_DEVICE},
    {"SURED", GA_CLASS_REDUCTION, GA_OP_NONE, GA_SPACE_SURFACE},
    {"MEMBAR", GA_CLASS_FENCE, GA_OP_MEMBAR, GA_SPACE_NONE},
    {"ERRBAR", GA_CLASS_FENCE, GA_OP_ERRBAR, GA_SPACE_NONE},
    {"CGAERRBAR", GA_CLASS_FENCE, GA_OP_ERRBAR, GA_SPACE_NONE},
    {"CCTL", GA_CLASS_FENCE, GA_OP_INVALIDATE, GA_SPACE_NONE},
    {"FENCE", GA_CLASS_FENCE, GA_OP_PROXY, GA_SPACE_NONE},
    {"BAR", GA_CLASS_BARRIER, GA_OP_SYNC, GA_SPACE_NONE},
    {"UCGABAR_ARV", GA_CLASS_BARRIER, GA_OP_ARRIVE, GA_SPACE_NONE},
    {"UCGABAR_WAIT", GA_CLASS_BARRIER, GA_OP_WAIT, GA_SPACE_NONE},
    {"SYNCS", GA_CLASS_MBARRIER, GA_OP_NONE, GA_SPACE_SHARED},
    {"ARRIVES", GA_CLASS_MBARRIER, GA_OP_ARRIVE, GA_SPACE_SHARED},
    {"UTMAREDG", GA_CLASS_ASYNC, GA_OP_NONE, GA_SPACE_DEVICE},
    {"UBLKRED", GA_CLASS_ASYNC, GA_OP_NONE, GA_SPACE_DEVICE},
    {"REDAS", GA_CLASS_ASYNC, GA_OP_NONE, GA_SPACE_CLUSTER}};

static const struct {
    const char *name;
    uint8_t role;
} followed[] = {
    {"LD", GA_ROLE_LOAD},           {"LDG", GA_ROLE_LOAD},          {"LDS", GA_ROLE_LOAD_SHARED},
    {"STS", GA_ROLE_STORE_SHARED},  {"ISETP", GA_ROLE_COMPARE},     {"FSETP", GA_ROLE_COMPARE},
    {"ST", GA_ROLE_STORE},          {"STG", GA_ROLE_STORE},         {"I2FP", GA_ROLE_CONVERT},
    {"DSETP", GA_ROLE_COMPARE},     {"SEL", GA_ROLE_SELECT},        {"FSEL", GA_ROLE_SELECT},
    {"HSETP2", GA_ROLE_COMPARE},    {"VOTE", GA_ROLE_VOTE},         {"VOTEU", GA_ROLE_VOTE},
    {"PLOP3", GA_ROLE_COMPARE},     {"MATCH", GA_ROLE_VOTE},        {"POPC", GA_ROLE_COUNT},
    {"UPOPC", GA_ROLE_COUNT},       {"REDUX", GA_ROLE_COUNT},       {"CREDUX", GA_ROLE_COUNT},
    {"FLO", GA_ROLE_COUNT},         {"UFLO", GA_ROLE_COUNT},        {"BRA", GA_ROLE_BRANCH},
    {"BRX", GA_ROLE_JUMP},          {"BRXU", GA_ROLE_JUMP},         {"JMP", GA_ROLE_JUMP},
    {"JMX", GA_ROLE_JUMP},          {"JMXU", GA_ROLE_JUMP},         {"EXIT", GA_ROLE_END},
    {"RET", GA_ROLE_END},           {"KILL", GA_ROLE_END},          {"BSSY", GA_ROLE_PUSH},
    {"BSYNC", GA_ROLE_MEET},        {"MOV", GA_ROLE_MOVE},          {"PRMT", GA_ROLE_PERMUTE},
    {"SHF", GA_ROLE_PERMUTE},       {"FADD", GA_ROLE_ADD_F32},      {"DADD", GA_ROLE_ADD_F64},
    {"HADD2", GA_ROLE_ADD_F16},     {"IADD3", GA_ROLE_ADD_INTEGER}, {"IADD", GA_ROLE_ADD_INTEGER},
    {"VIADD", GA_ROLE_ADD_INTEGER}, {"F2F", GA_ROLE_CONVERT},       {"F2FP", GA_ROLE_CONVERT},
    {"F2I", GA_ROLE_CONVERT},       {"I2F", GA_ROLE_CONVERT},       {"LDL", GA_ROLE_LOAD_LOCAL},
    {"CALL", GA_ROLE_CALL}};

/* Modifiers, and which field of the key each sets. */
enum which { OPERATION, TYPE, SCOPE, ORDER };
static const struct {
    const char *word;
    uint8_t which, value;
} modifiers[] = {{"ADD", OPERATION, GA_OP_ADD},
                 {"MIN", OPERATION, GA_OP_MIN},
                 {"MAX", OPERATION, GA_OP_MAX},
                 {"DEC", OPERATION, GA_OP_DEC},
                 {"AND", OPERATION, GA_OP_AND},
                 {"OR", OPERATION, GA_OP_OR},
                 {"XOR", OPERATION, GA_OP_XOR},
                 {"EXCH", OPERATION, GA_OP_EXCH},
                 {"SAFEADD", OPERATION, GA_OP_SAFEADD},
                 {"CAS", OPERATION, GA_OP_CAS},
                 {"CAST", OPERATION, GA_OP_CAST},
                 {"SPIN", OPERATION, GA_OP_CAST_SPIN},
                 {"POPC", OPERATION, GA_OP_POPC_INC},
                 {"S32", TYPE, GA_TYPE_S32},
                 {"64", TYPE, GA_TYPE_U64},
                 {"U64", TYPE, GA_TYPE_U64},
                 {"S64", TYPE, GA_TYPE_S64},
                 {"128", TYPE, GA_TYPE_B128},
                 {"F32", TYPE, GA_TYPE_F32},
                 {"F32x2", TYPE, GA_TYPE_F32X2},
                 {"F32x4", TYPE, GA_TYPE_F32X4},
                 {"F64", TYPE, GA_TYPE_F64},
                 {"F16", TYPE, GA_TYPE_F16},
                 {"F16x2", TYPE, GA_TYPE_F16X2},
                 {"F16x4", TYPE, GA_TYPE_F16X4},
                 {"F16x8", TYPE, GA_TYPE_F16X8},
                 {"BF16", TYPE, GA_TYPE_BF16},
                 {"BF16x2", TYPE, GA_TYPE_BF16X2},
                 {"BF16x4", TYPE, GA_TYPE_BF16X4},
                 {"BF16x8", TYPE, GA_TYPE_BF16X8},
                 {"CTA", SCOPE, GA_SCOPE_BLOCK},
                 {"SM", SCOPE, GA_SCOPE_BLOCK},
                 {"GPU", SCOPE, GA_SCOPE_DEVICE},
                 {"SYS", SCOPE, GA_SCOPE_SYSTEM},
                 {"STRONG", ORDER, GA_ORDER_STRONG},
                 {"MMIO", ORDER, GA_ORDER_MMIO},
                 {"SC", ORDER, GA_ORDER_SEQ_CST},
                 {"ALL", ORDER, GA_ORDER_ACQ_REL}};

/* in: words: the name's parts, each ended. */
static void apply_modifiers(char *const *words, size_t n, struct ga_sass_key *key) {
    for (size_t i = 1; i < n; i++) {
        if (strcmp(words[i], "INC") == 0 && strcmp(words[1], "POPC") != 0)
            key->operation = GA_OP_INC;
        for (size_t k = 0; k < sizeof modifiers / sizeof *modifiers; k++) {
            if (strcmp(words[i], modifiers[k].word) != 0)
                continue;
            uint8_t *const field = modifiers[k].which == OPERATION ? &key->operation
                                   : modifiers[k].which == TYPE    ? &key->type
                                   : modifiers[k].which == SCOPE   ? &key->scope
                                                                   : &key->order;
            *field = modifiers[k].value;
        }
    }
}

static bool has_word(char *const *words, size_t n, const char *word) {
    for (size_t i = 1; i < n; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

/* What a name's first modifiers mean where it has no operation of sass_words.def. */
static void apply_kind(char *const *words, size_t n, struct ga_sass_key *key) {
    if (key->class == GA_CLASS_BARRIER && strcmp(words[0], "BAR") == 0) {
        key->operation = has_word(words, n, "ARV")                                 ? GA_OP_ARRIVE
                         : has_word(words, n, "RED") || has_word(words, n, "SCAN") ? GA_OP_REDUCE
                                                                                   : GA_OP_SYNC;
        key->scope = GA_SCOPE_BLOCK;
        key->type = GA_TYPE_NONE;
    } else if (key->class == GA_CLASS_MBARRIER) { /* SYNCS; ARRIVES always does */
        key->operation = has_word(words, n, "PHASECHK")                     ? GA_OP_WAIT
                         : *words[0] == 'A' || has_word(words, n, "ARRIVE") ? GA_OP_ARRIVE
                         : has_word(words, n, "CCTL")                       ? GA_OP_INVALIDATE
                                                                            : GA_OP_INIT;
        key->type = GA_TYPE_NONE;
    } else if (strcmp(words[0], "ATOMS") == 0 && has_word(words, n, "ARRIVE")) {
        key->class = GA_CLASS_MBARRIER;
        key->operation = GA_OP_ARRIVE;
        key->type = GA_TYPE_B64;
    } else if (strcmp(words[0], "CCTL") == 0 && !has_word(words, n, "IVALL") &&
               !has_word(words, n, "IVALLP")) {
        key->class = GA_CLASS_OTHER;
    } else if (strcmp(words[0], "UBLKRED") == 0 && n > 1 && strcmp(words[1], "S") == 0) {
        key->space = GA_SPACE_CLUSTER;
    }
}

/* Roles that hang on modifiers. */
static void apply_arithmetic(char *const *words, size_t n, struct ga_sass *out) {
    if (strcmp(words[0], "IMAD") == 0 && n > 1 && strcmp(words[1], "MOV") == 0)
        out->role = GA_ROLE_MOVE;
    if (out->role == GA_ROLE_ADD_F16 && has_word(words, n, "BF16_V2"))
        out->role = GA_ROLE_ADD_BF16;
}

static void parse_name(char *text, struct ga_sass *out) {
    char *words[16], *rest = text;
    size_t n = 0;
    for (char *word; n < 16 && (word = strtok_r(rest, ".", &rest));)
        words[n++] = word;
    if (n == 0)
        return;
    for (size_t i = 0; i < sizeof followed / sizeof *followed; i++)
        if (strcmp(words[0], followed[i].name) == 0)
            out->role = followed[i].role;
    apply_arithmetic(words, n, out);
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        if (strcmp(words[0], counted[i].name) == 0) {
            struct ga_sass_key *const key = &out->key;
            const bool typed = counted[i].operation == GA_OP_NONE;
            key->name = counted[i].name;
            key->class = counted[i].class;
            key->operation = counted[i].operation;
            key->space = counted[i].space;
            if (typed && strcmp(words[0], "UTMAREDG") != 0)
                key->type = GA_TYPE_U32;
            if (typed && strcmp(words[0], "ATOMS") == 0)
                key->scope = GA_SCOPE_BLOCK;
            apply_modifiers(words, n, key);
            apply_kind(words, n, key);
            const bool accesses =
                (key->class == GA_CLASS_ATOMIC || key->class == GA_CLASS_REDUCTION) &&
                key->space != GA_SPACE_SHARED;
            if (key->order == GA_ORDER_NONE && (accesses || key->operation == GA_OP_MEMBAR))
                key->order = GA_ORDER_WEAK;
            key->type = ga_sass_type_of(key->operation, key->type);
        }
}

/* out: the first general register of an operand, RZ and none: GA_NO_REGISTER. */
static uint16_t register_of(const char *operand) {
    for (const char *p = operand; *p; p++)
        if (*p == 'R' && p[1] >= '0' && p[1] <= '9' && (p == operand || strchr("[-|!~+", p[-1])))
            return (uint8_t)atoi(p + 1);
    return GA_NO_REGISTER;
}

static bool is_register(const char *operand) {
    return *operand == 'R' && ((operand[1] >= '0' && operand[1] <= '9') || operand[1] == 'Z');
}

static bool is_predicate(const char *operand) {
    operand += *operand == '!';
    return *operand == 'P' && ((operand[1] >= '0' && operand[1] <= '6') || operand[1] == 'T');
}

static uint8_t predicate_of(const char *operand) {
    operand += *operand == '!';
    return operand[1] == 'T' ? GA_NO_PREDICATE : (uint8_t)(operand[1] - '0');
}

/* Names whose first register is read. */
static bool only_reads(const char *name, uint8_t role) {
    static const char *const names[] = {"NANOSLEEP", "WARPSYNC", "BAR", "R2P", "FCHK", NULL};
    for (size_t i = 0; names[i]; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return role == GA_ROLE_COMPARE || role >= GA_ROLE_CALL;
}

/* Whether two operands are not zero, and none is, but for an integer add's third. A constant of two halves is printed as two. */
static bool adds_two(char *const *operand, size_t n, uint8_t role) {
    size_t zeros = 0, others = 0;
    if (role >= GA_ROLE_ADD_F16 && n > 2)
        n = 2;
    for (size_t i = 0; i < n; i++) {
        zeros += strstr(operand[i], "RZ") != NULL;
        others += !strstr(operand[i], "RZ") && !is_predicate(operand[i]);
    }
    return others == 2 && (role == GA_ROLE_ADD_INTEGER || zeros == 0);
}

/* Predicates that are written stand in front, around the destination; those that are read behind a source. A vote has no
 * source, and what it asks last. P2R and R2P name a set: their last operand. */
static void parse_predicates(const char *name, char **operand, size_t n, struct ga_sass *out) {
    const bool votes = strncmp(name, "VOTE", 4) == 0,
               goes = out->role >= GA_ROLE_BRANCH || strncmp(name, "BREAK", 5) == 0;
    const size_t most = goes ? 0 : out->role == GA_ROLE_COMPARE ? 2 : n - votes;
    const uint8_t set = is_register(operand[n - 1]) ? GA_ALL_PREDICATES
                                                    : (uint8_t)strtoul(operand[n - 1], NULL, 16);
    bool has_destination = false;
    size_t k = 0;
    for (; k < n && k < most && (is_predicate(operand[k]) || !has_destination); k++)
        if (is_predicate(operand[k]))
            out->written |= ga_predicate(predicate_of(operand[k]));
        else if (is_register(operand[k]))
            has_destination = true;
        else
            break;
    for (; k < n; k++)
        if (is_predicate(operand[k]))
            out->asked |= ga_predicate(predicate_of(operand[k]));
    out->written |= strncmp(name, "R2P", 3) == 0       ? set
                    : strncmp(name, "BAR.RED", 7) == 0 ? GA_BLOCK_VOTE
                                                       : 0;
    out->asked |= strncmp(name, "P2R", 3) == 0           ? set
                  : strncmp(name, "B2R.RESULT", 10) == 0 ? GA_BLOCK_VOTE
                                                         : 0;
}

/* in: what stands behind the destination: three operands and the table. */
static bool ands(char *const *operand, size_t n) {
    if (n < 4)
        return false;
    const uint16_t source[3] = {register_of(operand[0]), register_of(operand[1]),
                                register_of(operand[2])};
    return ga_sass_ands((uint8_t)strtoul(operand[3], NULL, 16), source, !is_register(operand[1]));
}

/* As is_zero_test of sass.c: operand[3] is B. */
static bool is_zero_test(const char *name, char **operand, size_t n) {
    const bool integer = strncmp(name, "ISETP", 5) == 0;
    if (n < 4)
        return false;
    if (strncmp(operand[3], "RZ", 2) == 0 || (integer && strcmp(operand[3], "0x0") == 0))
        return true;
    if (strcmp(operand[3], "0x1") == 0)
        return integer && (strstr(name, ".LT") || strstr(name, ".GE"));
    return integer && strcmp(operand[3], "-0x1") == 0 &&
           (strstr(name, ".LE") || strstr(name, ".GT"));
}

static void parse_operands(const char *name, char **operand, size_t n, struct ga_sass *out) {
    size_t at = 0, sources = 0;
    while (at < n && at < 2 && is_predicate(operand[at]))
        at++;
    if (at < n && is_register(operand[at]) && !only_reads(name, out->role))
        out->destination = register_of(operand[at++]);
    const size_t first = at;
    if (n > 0)
        parse_predicates(name, operand, n, out);
    out->zero = strncmp(name, "LOP3", 4) == 0
                    ? ands(operand + first, n - first)
                    : out->role == GA_ROLE_COMPARE && is_zero_test(name, operand, n);
    ga_sass_parse_counts(name, out);
    const bool adds = out->role >= GA_ROLE_ADD_INTEGER && out->role <= GA_ROLE_ADD_BF16;
    if ((adds && !adds_two(operand + first, n - first, out->role)) ||
        (out->role == GA_ROLE_MOVE && n > 0 && *operand[n - 1] == '-' && operand[n - 1][1] != '0'))
        out->role = GA_ROLE_PLAIN;
    ga_sass_parse_halves(name, operand + first, n - first, out);
    const bool has_sources = ga_sass_parse_sum(name, operand + first, n - first, out);
    for (; at < n && sources < 3 && !has_sources; at++)
        if (out->role == GA_ROLE_PERMUTE /* by their places */ ||
            register_of(operand[at]) != GA_NO_REGISTER)
            out->source[sources++] = register_of(operand[at]);
    if ((out->role == GA_ROLE_STORE_SHARED || out->role == GA_ROLE_STORE) && n > 0) {
        out->source[0] = register_of(operand[0]);
        out->source[1] = register_of(operand[n - 1]);
    }
    if (first < n)
        ga_sass_parse_address(name, operand[first], out);
    if (n > 0 && out->destination != GA_NO_REGISTER)
        ga_sass_parse_constant(name, operand[n - 1], out);
    if (out->role == GA_ROLE_LOAD && strstr(name, ".256") && first + 1 < n) {
        const bool all = first + 2 == n || *operand[first + 2] != '0'; /* no mask */
        out->source[2] = out->destination;                             /* printed first */
        out->destination = register_of(operand[first]);
        ga_sass_halves(all ? 0xff : (unsigned)strtoul(operand[first + 2], NULL, 16), out);
    }
    if (out->key.operation == GA_OP_SYNC && n > 0 && (n > 1 || strncmp(operand[0], "0x0", 3) != 0))
        out->key.operation = GA_OP_NAMED_SYNC;
    if (out->key.class != GA_CLASS_ATOMIC && out->key.class != GA_CLASS_REDUCTION)
        return;
    const bool swaps = out->key.operation >= GA_OP_CAS && out->key.operation <= GA_OP_CAST_SPIN;
    out->address = out->source[0] = first < n ? register_of(operand[first]) : GA_NO_REGISTER;
    if (swaps && first + 1 < n)
        out->compare = register_of(operand[first + 1]);
    if (first + 1 + swaps < n)
        out->value = register_of(operand[first + 1 + swaps]);
    if (out->key.class == GA_CLASS_ATOMIC)
        out->more = ga_sass_more(out->key.type);
    out->key.used =
        out->key.class == GA_CLASS_ATOMIC && (out->destination != GA_NO_REGISTER || out->written);
}

static void parse_flow(const char *name, char **operand, size_t n, struct ga_sass *out) {
    out->conditional = (out->key.guarded && out->role != GA_ROLE_CALL) ||
                       (out->role == GA_ROLE_BRANCH && (n > 1 || strchr(name, 'V'))) ||
                       (out->role == GA_ROLE_END && n > 0 && is_predicate(operand[0]));
    out->returns = strncmp(name, "RET", 3) == 0;
    if (n == 0)
        return;
    if (out->role != GA_ROLE_MEET)
        out->target = (uint32_t)strtoul(operand[n - 1], NULL, 16);
    out->barrier = (uint8_t)atoi(operand[0] + 1); /* of those that have one */
    if (!ga_sass_goes_by_call(out))
        return;
    out->role = GA_ROLE_BRANCH;
    out->conditional = true;
}

void ga_sass_parse(const char *line, uint32_t offset, struct ga_sass *out) {
    char text[TEXT], whole[64], *operand[MOST_OPERANDS], *rest = text;
    size_t n = 0;
    *out = (struct ga_sass){.offset = offset,
                            .destination = GA_NO_REGISTER,
                            .source = {GA_NO_REGISTER, GA_NO_REGISTER, GA_NO_REGISTER},
                            .address = GA_NO_REGISTER,
                            .base = GA_NO_REGISTER,
                            .compare = GA_NO_REGISTER,
                            .value = GA_NO_REGISTER,
                            .guard = GA_NO_PREDICATE,
                            .key.name = ""};
    snprintf(text, sizeof text, "%s", line);
    char *name = strtok_r(rest, " \t", &rest);
    if (name && *name == '@') {
        out->negated = name[1] == '!';
        name += 1 + out->negated;
        out->key.guarded = true;
        out->guard = is_predicate(name) ? predicate_of(name) : GA_NO_PREDICATE;
        name = strtok_r(NULL, " \t", &rest);
    }
    if (!name)
        return;
    for (char *word; n < MOST_OPERANDS && (word = strtok_r(NULL, ",", &rest));)
        operand[n++] = word + strspn(word, " \t");
    snprintf(whole, sizeof whole, "%s", name);
    parse_name(name, out);
    parse_operands(whole, operand, n, out);
    if (out->role >= GA_ROLE_CALL)
        parse_flow(whole, operand, n, out);
}
