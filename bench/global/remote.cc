/* The kernels of remote.h, what they must compile to, and the count of lost updates. */
#include "remote.h"

#include <stdio.h>
#include <string.h>

#include "operations.h"
#include "remote_kernels.h"

#define REMOTE_KERNEL(op, scope, SCOPE, regime, REGIME)                                            \
    GA_KERNEL(remote_##op##_##scope##_##regime, remote_args) {                                     \
        remote_run<REMOTE_##op, SCOPE, REGIME>(a);                                                 \
    }
#define REMOTE_KERNELS(op)                                                                         \
    REMOTE_KERNEL(op, device, GA_SCOPE_DEVICE, dependent, REMOTE_DEPENDENT)                        \
    REMOTE_KERNEL(op, device, GA_SCOPE_DEVICE, independent, REMOTE_INDEPENDENT)                    \
    REMOTE_KERNEL(op, system, GA_SCOPE_SYSTEM, dependent, REMOTE_DEPENDENT)                        \
    REMOTE_KERNEL(op, system, GA_SCOPE_SYSTEM, independent, REMOTE_INDEPENDENT)
REMOTE_OPERATIONS(REMOTE_KERNELS)
#define REMOTE_KERNELS_UNUSED(op)                                                                  \
    REMOTE_KERNEL(op, device, GA_SCOPE_DEVICE, unused, REMOTE_UNUSED)                              \
    REMOTE_KERNEL(op, system, GA_SCOPE_SYSTEM, unused, REMOTE_UNUSED)
REMOTE_COUNTED(REMOTE_KERNELS_UNUSED)

#define REMOTE_NAME(op) #op,
extern "C" const char *const GA_SYMBOL(remote_operations)[] = {
    REMOTE_OPERATIONS(REMOTE_NAME) nullptr};

/* The instructions that an operation is made of: one, or two in turn, of operations.def. */
static const struct {
    const char *operation[2], *type;
} parts[] = {
    {{"add", nullptr}, "u32"}, {{"add", nullptr}, "u64"},      {{"add", nullptr}, "f32"},
    {{"inc", nullptr}, "u32"}, {{"max", nullptr}, "u32"},      {{"xor", nullptr}, "u64"},
    {{"or", "and"}, "u64"},    {{"exchange", nullptr}, "u32"}, {{"cas", nullptr}, "u32"},
};
static_assert(sizeof parts / sizeof *parts == REMOTE_N_OPERATIONS);

static const struct known {
    const char *operation, *type, *nvidia, *gcn, *rdna;
    uint32_t flags;
} known[] = {
#define GA_OPERATIONS 7
#define GA_OPERATION(op, type, nvidia, red, gcn, rdna, flags)                                      \
    {#op, #type, nvidia, gcn, rdna, flags},
#include "operations.def"
#undef GA_OPERATION
};

/* How an atomic says its scope, device and system, and whether it returns: one that does, one that does not. */
static const struct {
    const char *target, *suffix[2][REMOTE_N_SCOPES];
} families[] = {
    {"sm_", {{".STRONG.GPU", ".STRONG.SYS"}, {".STRONG.GPU", ".STRONG.SYS"}}},
    {"gfx", {{" glc", " glc"}, {"", ""}}},
    {"gfx94", {{" sc0", " sc0 sc1"}, {"", " sc1"}}},
    {"gfx11", {{" glc", " glc"}, {"", ""}}},
    {"gfx12",
     {{" th:TH_ATOMIC_RETURN scope:SCOPE_DEV", " th:TH_ATOMIC_RETURN scope:SCOPE_SYS"},
      {" scope:SCOPE_DEV", " scope:SCOPE_SYS"}}},
};
enum { N_FAMILIES = sizeof families / sizeof *families };

/* out: the instruction, into text of 64 bytes; whether it is a compare-and-swap loop. */
static bool instruction_of(char *text, uint32_t family, const struct known *o, uint32_t scope,
                           bool unused) {
    const char *const target = families[family].target;
    const bool rdna = strcmp(target, "gfx11") == 0 || strcmp(target, "gfx12") == 0;
    const bool loop = family > 0 && ((o->flags & AMD_942 && strcmp(target, "gfx94") != 0) ||
                                     (o->flags & AMD_SYSTEM_LOOP && scope == REMOTE_SYSTEM));
    const char *const suffix = families[family].suffix[unused && !loop][scope];
    if (family == 0)
        snprintf(text, 64, "%s.E.%s%s", unused ? "RED*" : "ATOMG", o->nvidia, suffix);
    else
        snprintf(text, 64, "global_atomic_%s%s",
                 loop   ? rdna ? "cmpswap_b32" : "cmpswap"
                 : rdna ? o->rdna
                        : o->gcn,
                 suffix);
    return loop;
}

static void expect(struct ga_expect *e, char (*text)[64], uint32_t operation, uint32_t scope,
                   bool unused) {
    for (uint32_t f = 0; f < N_FAMILIES; f++) {
        e[f] = {families[f].target, {}, 0, {}};
        for (uint32_t i = 0; i < 2 && parts[operation].operation[i]; i++)
            for (const struct known &o : known) {
                if (strcmp(o.operation, parts[operation].operation[i]) != 0 ||
                    strcmp(o.type, parts[operation].type) != 0)
                    continue;
                e[f].emulated |=
                    instruction_of(text[2 * f + i], f, &o, scope, unused) ? 1u << i : 0;
                e[f].instructions[i] = text[2 * f + i];
            }
    }
}

enum {
    N_VARIANTS = (int)REMOTE_FIRST_UNUSED + (int)REMOTE_N_COUNTED * (int)REMOTE_N_SCOPES,
};

extern "C" const struct ga_variant *GA_SYMBOL(remote_variants)(uint32_t *n) {
    static struct ga_expect expects[N_VARIANTS][N_FAMILIES];
    static char texts[N_VARIANTS][2 * N_FAMILIES][64];
#define REMOTE_VARIANT(name) {"remote_" #name, GA_ENTRY(remote_##name), nullptr, 0, 0, false},
#define REMOTE_VARIANTS(op)                                                                        \
    REMOTE_VARIANT(op##_device_dependent)                                                          \
    REMOTE_VARIANT(op##_device_independent)                                                        \
    REMOTE_VARIANT(op##_system_dependent)                                                          \
    REMOTE_VARIANT(op##_system_independent)
#define REMOTE_VARIANTS_UNUSED(op)                                                                 \
    REMOTE_VARIANT(op##_device_unused)                                                             \
    REMOTE_VARIANT(op##_system_unused)
    static struct ga_variant variants[] = {REMOTE_OPERATIONS(REMOTE_VARIANTS)
                                               REMOTE_COUNTED(REMOTE_VARIANTS_UNUSED)};
    static_assert(sizeof variants / sizeof *variants == N_VARIANTS);
    *n = N_VARIANTS;
    for (uint32_t v = 0; v < N_VARIANTS && !variants[v].expect; v++) {
        const bool unused = v >= REMOTE_FIRST_UNUSED;
        const uint32_t operation =
            unused ? (v - REMOTE_FIRST_UNUSED) / REMOTE_N_SCOPES : v / REMOTE_VARIANTS_OF_ONE;
        const uint32_t scope =
            (unused ? v - REMOTE_FIRST_UNUSED : v / REMOTE_UNUSED) % REMOTE_N_SCOPES;
        expect(expects[v], texts[v], operation, scope, unused);
        variants[v].expect = expects[v];
        variants[v].n_expect = N_FAMILIES;
        variants[v].count = REMOTE_UNROLL / (parts[operation].operation[1] ? 2 : 1);
    }
    return variants;
}

static double value_of(enum remote_operation operation, const char *word) {
    uint64_t u64 = 0;
    uint32_t u32 = 0;
    float f32 = 0;
    memcpy(&u64, word, sizeof u64);
    memcpy(&u32, word, sizeof u32);
    memcpy(&f32, word, sizeof f32);
    return operation == REMOTE_add_u64   ? (double)u64
           : operation == REMOTE_add_f32 ? (double)f32
                                         : (double)u32;
}

/* Words that count updates: what is not in them was lost. */
static double lost_of_counts(enum remote_operation operation, const char *words, uint32_t n_words,
                             const struct remote_party *parties, uint32_t n_parties, bool *more) {
    double lost = 0;
    for (uint32_t w = 0; w < n_words; w++) {
        double missing = -value_of(operation, words + (size_t)w * REMOTE_WORD_BYTES);
        for (uint32_t p = 0; p < n_parties; p++)
            for (uint32_t t = w; t < (n_words > 1 ? w + 1 : parties[p].n_threads); t++)
                missing += parties[p].tallies[t].updates;
        *more |= missing < 0;
        lost += missing;
    }
    return lost;
}

/* Of what a thread finds undone at its next access, the last can be seen only here. */
static double lost_at_the_end(enum remote_operation operation, const char *words, uint32_t n_words,
                              const struct remote_party *party) {
    double lost = 0;
    for (uint32_t t = 0; t < party->n_threads; t++) {
        const struct remote_tally *const x = &party->tallies[t];
        uint64_t word = 0;
        memcpy(&word, words + (n_words > 1 ? (size_t)t * REMOTE_WORD_BYTES : 0), sizeof word);
        const uint32_t bit =
            (uint32_t)(word >> (party->first_bit + (n_words > 1 ? 0 : t)) % REMOTE_BITS & 1);
        lost += x->lost;
        if (operation == REMOTE_max)
            lost += (uint32_t)word < x->accesses;
        else
            lost += bit != ((x->accesses & 1) ^ x->off);
    }
    return lost;
}

/* Values that were put and never came back. */
static double lost_of_values(const char *words, uint32_t n_words,
                             const struct remote_party *parties, uint32_t n_parties) {
    size_t n_values = 1;
    double lost = 0;
    for (uint32_t p = 0; p < n_parties; p++) {
        const size_t last =
            (size_t)parties[p].first_value + (size_t)parties[p].n_threads * parties[p].most + 1;
        n_values = last > n_values ? last : n_values;
    }
    bool *const came_back = new bool[n_values]();
    for (uint32_t w = 0; w < n_words; w++)
        came_back[(size_t)value_of(REMOTE_exchange, words + (size_t)w * REMOTE_WORD_BYTES) %
                  n_values] = true;
    for (uint32_t p = 0; p < n_parties; p++)
        for (uint32_t t = 0; t < parties[p].n_threads; t++)
            for (uint32_t i = 0; i < parties[p].tallies[t].accesses; i++)
                came_back[parties[p].log[(size_t)i * parties[p].n_threads + t] % n_values] = true;
    for (uint32_t p = 0; p < n_parties; p++)
        for (uint32_t t = 0; t < parties[p].n_threads; t++)
            for (uint32_t i = 0; i < parties[p].tallies[t].accesses; i++)
                lost += !came_back[parties[p].first_value + (size_t)t * parties[p].most + i + 1];
    delete[] came_back;
    return lost;
}

extern "C" enum ga_status GA_SYMBOL(remote_check)(enum remote_operation operation,
                                                  const void *words, uint32_t n_words,
                                                  const struct remote_party *parties,
                                                  uint32_t n_parties, struct remote_count *count) {
    const char *const at = (const char *)words;
    bool more = false;
    *count = {0, 0, 0};
    for (uint32_t p = 0; p < n_parties; p++)
        for (uint32_t t = 0; t < parties[p].n_threads; t++) {
            if (parties[p].tallies[t].outcome != GA_OK)
                return (enum ga_status)parties[p].tallies[t].outcome;
            count->expected += parties[p].tallies[t].updates;
        }
    switch (operation) {
    case REMOTE_max:
    case REMOTE_xor:
    case REMOTE_or_and:
        for (uint32_t p = 0; p < n_parties; p++)
            count->lost += lost_at_the_end(operation, at, n_words, &parties[p]);
        break;
    case REMOTE_exchange:
        count->lost = lost_of_values(at, n_words, parties, n_parties);
        break;
    default:
        count->lost = lost_of_counts(operation, at, n_words, parties, n_parties, &more);
    }
    count->found = count->expected - count->lost;
    return more ? GA_WRONG : GA_OK;
}
