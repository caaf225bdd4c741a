/* A fact becomes an instruction in three steps: the row of its operation and type says what it is called, the family's row
 * whether there is such an instruction and what stands before and behind its name, and its order adds fences. */
#include "instructions.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* By which device_cycles.h knows that no turn was missed. */
static const double NARROW_TICK_NS = 10;

/* What an operation may need, and a family has. */
enum need {
    NEVER = 1 << 0,     /* no family has it */
    ADD_F32 = 1 << 1,   /* adds in device memory */
    SUB_FLOAT = 1 << 2, /* their subtraction; adds of f16x2 */
    ADD_BF16 = 1 << 3,  /* adds of bf16x2 */
    WIDE = 1 << 4,      /* 128 bits, and vectors of f32 */
    MIN_MAX = 1 << 5,   /* of integers in device memory, like the next */
    BITS = 1 << 13,     /* and, or, xor */
    ADD_F64 = 1 << 14,
    LDS_INTEGER = 1 << 6, /* 64 bits in shared memory, besides exchange and compare-and-swap */
    LDS_F32 = 1 << 7,     /* adds in shared memory */
    LDS_F64 = 1 << 8,
    COUNT = 1 << 9,       /* ga_counts_lanes */
    CLUSTERS = 1 << 10,   /* blocks form clusters */
    ONE_SIDED = 1 << 11,  /* fences of acquire or release alone; else they are acq_rel */
    COOPERATIVE = 1 << 12 /* barriers of a warp, by name, of a grid: measured */
};

/* The major version of the clang that compiles the kernels for AMD; where none does, of that which tests use. */
#if !defined(GA_HIP_CLANG)
#define GA_HIP_CLANG 19u
#endif

enum where { BELOW = 1 << 0, SYSTEM = 1 << 1, REMOTE = 1 << 2 };
enum access { BY_SCOPE, PLAIN = GA_N_SCOPES, VOLATILE, MMIO, N_ACCESSES };

static const struct family {
    enum ga_vendor vendor;
    uint32_t has;
    const char *scope[GA_N_SCOPES], *returns, *silent, *barrier, *named_barrier;
    const char *release[GA_N_SCOPES], *acquire[GA_N_SCOPES], *acquire_too[GA_N_SCOPES],
        *seq_cst[GA_N_SCOPES];
    uint32_t clang;
    const char *release_since[GA_N_SCOPES];
    const char *load[N_ACCESSES], *store[N_ACCESSES];
    bool newer;
    uint32_t cycle_bits;
} families[GA_N_FAMILIES] = {
#define GA_FAMILY(name, vendor_, ...) [GA_##name] = {.vendor = GA_##vendor_, __VA_ARGS__},
#include "instructions.def"
#undef GA_FAMILY
};

static const struct native {
    enum ga_family family;
    uint32_t first, last, where, has;
} natives[] = {
#define GA_NATIVE(family, first, last, where, has) {GA_##family, first, last, where, has},
#include "instructions.def"
#undef GA_NATIVE
    {0}};

enum silent { ATOM, RED };
static const struct atomic {
    enum ga_operation operation;
    enum ga_type type;
    const char *nvidia;
    enum silent silent;
    const char *amd[2], *lds[2]; /* of GCN, of RDNA 3 */
    uint32_t needs_global, needs_shared;
} atomics[] = {
#define GA_ATOMIC(op, type, nvidia, silent, gcn, rdna, lds_gcn, lds_rdna, global, shared)          \
    {GA_OP_##op, GA_TYPE_##type, nvidia, silent, {gcn, rdna}, {lds_gcn, lds_rdna}, global, shared},
#include "instructions.def"
#undef GA_ATOMIC
};

static const struct named_access {
    enum ga_operation operation;
    enum ga_type type;
    enum ga_space space;
    const char *nvidia, *amd[2];
} accesses[] = {
#define GA_ACCESS(op, type, space, nvidia, gcn, rdna)                                              \
    {GA_OP_##op, GA_TYPE_##type, GA_##space, nvidia, {gcn, rdna}},
#include "instructions.def"
#undef GA_ACCESS
};

static const struct barrier {
    enum ga_operation operation;
    const char *nvidia;
    uint32_t needs;
} barriers[] = {
#define GA_BARRIER(op, nvidia, needs) {GA_OP_##op, nvidia, needs},
#include "instructions.def"
#undef GA_BARRIER
};

enum ga_family ga_family_of(const char *target) {
    static const struct {
        const char *name;
        enum ga_family family;
    } targets[] = {
#define GA_TARGET(name, family, ...) {#name, GA_##family},
#include "instructions.def"
#undef GA_TARGET
    };
    enum ga_family family = GA_NO_FAMILY;
    size_t longest = 0;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        const size_t n = strlen(targets[i].name);
        if (n > longest && strncmp(targets[i].name, target, n) == 0) {
            family = targets[i].family;
            longest = n;
        }
    }
    return family;
}

static bool is_load(enum ga_operation operation) {
    return (operation >= GA_OP_load && operation <= GA_OP_load_mmio) ||
           operation == GA_OP_load_order;
}
static bool is_store(enum ga_operation operation) {
    return (operation >= GA_OP_store && operation <= GA_OP_store_mmio) ||
           operation == GA_OP_store_order;
}

/* What is being read: the index-th fact of a variant, for a family. */
struct page {
    const struct family *family;
    const struct ga_fact *fact;
    uint32_t index;
    struct ga_expect *expect;
};

/* The text of an instruction, as often as the fact stands in the code; "" is none. */
__attribute__((format(printf, 3, 4))) static void put(const struct page *p, bool emulated,
                                                      const char *format, ...) {
    struct ga_expect *const e = p->expect;
    char text[GA_EXPECTED_TEXT];
    uint32_t i = 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    while (i < e->n && strcmp(e->at[i].instruction, text) != 0)
        i++;
    if (!*text || i == GA_MAX_EXPECTED)
        return;
    if (i == e->n)
        memcpy(e->at[e->n++].instruction, text, sizeof text);
    e->at[i].count += p->fact->count ? p->fact->count : 1;
    e->at[i].facts |= 1u << p->index;
    e->at[i].emulated |= emulated;
}

static void put_release(const struct page *p, enum ga_scope scope) {
    const bool since = p->family->clang && GA_HIP_CLANG >= p->family->clang;
    const char *const name = since ? p->family->release_since[scope] : p->family->release[scope];
    put(p, false, "%s", name ? name : "");
}
static void put_acquire(const struct page *p, enum ga_scope scope) {
    const char *const names[] = {p->family->acquire[scope], p->family->acquire_too[scope]};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        put(p, false, "%s", names[i] ? names[i] : "");
}

/* Compilers make fences of a cluster those of the device. */
static void put_fence(const struct page *p) {
    const struct family *const f = p->family;
    const bool in_cluster = p->fact->scope == GA_SCOPE_CLUSTER;
    const enum ga_scope scope = in_cluster ? GA_SCOPE_DEVICE : p->fact->scope;
    const enum ga_order order = p->fact->order;
    const bool both = !(f->has & ONE_SIDED);
    if (order == GA_SEQ_CST && f->seq_cst[scope])
        put(p, false, "%s", f->seq_cst[scope]);
    else if (order != GA_ACQUIRE || both)
        put_release(p, scope);
    if (order != GA_RELEASE || both)
        put_acquire(p, scope);
}
/* The fences of an access. Where there is one for seq_cst, it stands before an acquire or a relaxed store; else seq_cst is
 * all that the access can be. AMD's accesses to shared memory order without an instruction before clang 20. */
static void put_order(const struct page *p) {
    const enum ga_operation operation = p->fact->operation;
    enum ga_order order = p->fact->order;
    if (p->family->vendor == GA_AMD && p->fact->space == GA_SHARED && GA_HIP_CLANG < 20)
        return;
    if (order == GA_SEQ_CST && p->family->seq_cst[p->fact->scope]) {
        put_fence(p);
        order = is_store(operation) ? GA_RELAXED : GA_ACQUIRE;
    } else if (order == GA_SEQ_CST) {
        order = is_load(operation) ? GA_ACQUIRE : is_store(operation) ? GA_RELEASE : GA_ACQ_REL;
    }
    if (order == GA_RELEASE || order == GA_ACQ_REL)
        put_release(p, p->fact->scope);
    if (order == GA_ACQUIRE || order == GA_ACQ_REL)
        put_acquire(p, p->fact->scope);
}

static const struct atomic *find_atomic(enum ga_operation operation, enum ga_type type) {
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++)
        if (atomics[i].operation == operation && atomics[i].type == type)
            return &atomics[i];
    return NULL;
}

static void put_nvidia(const struct page *p, const struct atomic *a, bool loop) {
    const char *const scope = p->family->scope[p->fact->scope];
    const bool waits = p->fact->order != GA_RELAXED && p->fact->order != GA_RELEASE;
    const enum ga_operation operation = p->fact->operation;
    if (operation == GA_OP_add_bulk && p->fact->space == GA_CLUSTER)
        put(p, loop, "UBLKRED.S.S.%s", a->nvidia + strlen("UBLKRED.G.S."));
    else if (operation == GA_OP_add_async || operation == GA_OP_add_bulk ||
             operation == GA_OP_store_bulk)
        put(p, loop, "%s", a->nvidia);
    else if (p->fact->space == GA_SHARED)
        put(p, loop, "ATOMS.%s", a->nvidia);
    else if (p->fact->space == GA_CLUSTER)
        put(p, loop, "ATOM.E.%s%s", a->nvidia, scope);
    else if (p->fact->unused && a->silent == RED && !waits && !loop)
        put(p, loop, "%s.E.%s%s", p->family->silent, a->nvidia, scope);
    else
        put(p, loop, "ATOMG.E.%s%s", a->nvidia, scope);
}

static void put_amd(const struct page *p, const struct atomic *a, bool loop) {
    const bool is_used = !p->fact->unused || loop;
    if (p->fact->space == GA_SHARED) {
        const char *const name = a->lds[p->family->newer];
        const size_t n = strcspn(name, "@");
        put(p, loop, "ds_%.*s%s%s", (int)n, name, name[n] && is_used ? "_rtn" : "",
            name[n] ? name + n + 1 : "");
    } else {
        const char *const scope = p->family->scope[p->fact->scope];
        put(p, loop, "global_atomic_%s%s%s", a->amd[p->family->newer],
            is_used ? p->family->returns : "", scope ? scope : "");
    }
}

/* What a compare-and-swap loop works on. */
static enum ga_type word_of(enum ga_type type) {
    return type == GA_TYPE_u64 || type == GA_TYPE_f64 ? GA_TYPE_u64
           : type == GA_TYPE_u64x2                    ? GA_TYPE_b128
                                                      : GA_TYPE_u32;
}

/* out: what its family has where the fact's word is. */
static uint32_t has_of(const struct page *p) {
    const enum where where = p->fact->scope != GA_SCOPE_SYSTEM       ? BELOW
                             : p->fact->remote && GA_HIP_CLANG >= 21 ? REMOTE
                                                                     : SYSTEM;
    uint32_t has = p->family->has;
    for (const struct native *n = natives; n->where; n++)
        if ((n->family == GA_NO_FAMILY || p->family == &families[n->family]) &&
            GA_HIP_CLANG >= n->first && GA_HIP_CLANG <= n->last && n->where & where)
            has |= n->has;
    return has;
}

static void put_atomic(const struct page *p) {
    const struct ga_fact *const fact = p->fact;
    const bool is_shared = fact->space == GA_SHARED, is_nvidia = p->family->vendor == GA_NVIDIA;
    const bool counts = is_shared && fact->unused && p->family->has & COUNT;
    const struct atomic *a = find_atomic(
        fact->operation == GA_OP_count && !counts ? GA_OP_add : fact->operation, fact->type);
    if (!a) {
        put(p, false, "(not in the book)");
        return;
    }
    const uint32_t lacks = (is_shared ? a->needs_shared : a->needs_global) & ~has_of(p);
    p->expect->is_lacking |= (lacks & (WIDE | CLUSTERS)) != 0;
    if (lacks)
        a = find_atomic(is_nvidia && is_shared ? GA_OP_loop : GA_OP_cas, word_of(fact->type));
    (is_nvidia ? put_nvidia : put_amd)(p, a, lacks != 0);
}

static void put_access(const struct page *p) {
    const enum ga_operation operation = p->fact->operation;
    const enum ga_operation first = is_load(operation) ? GA_OP_load : GA_OP_store;
    const uint32_t kind = operation - first;
    const char *const *const words = is_load(operation) ? p->family->load : p->family->store;
    const char *const words_of_it =
        p->fact->space == GA_SHARED ? "" : words[kind ? PLAIN + kind - 1 : p->fact->scope];
    for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++) {
        const struct named_access *const a = &accesses[i];
        if (a->operation == first && a->type == p->fact->type && a->space == p->fact->space) {
            put(p, false, "%s%s",
                p->family->vendor == GA_NVIDIA ? a->nvidia : a->amd[p->family->newer], words_of_it);
            return;
        }
    }
    put(p, false, "(not in the book)");
}

static const struct barrier *find_barrier(enum ga_operation operation) {
    for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++)
        if (barriers[i].operation == operation)
            return &barriers[i];
    return NULL;
}

static void put_barrier(const struct page *p, const struct barrier *b) {
    p->expect->is_lacking |= (b->needs & ~p->family->has) != 0;
    if (*b->nvidia)
        put(p, false, "%s", b->nvidia);
    else if (b->operation == GA_OP_named_barrier && p->family->named_barrier)
        put(p, false, "%s", p->family->named_barrier);
    else
        put(p, false, "%s", p->family->barrier);
}

static void read_fact(const struct page *p) {
    struct ga_expect *const e = p->expect;
    const struct ga_fact *const fact = p->fact;
    const struct barrier *const barrier = find_barrier(fact->operation);
    e->has_all_fences |= fact->order != GA_RELAXED || (fact->operation >= GA_OP_load_order &&
                                                       fact->operation <= GA_OP_no_other_fence);
    e->is_lacking |= !(p->family->has & CLUSTERS) &&
                     (fact->space == GA_CLUSTER || fact->scope == GA_SCOPE_CLUSTER ||
                      fact->operation == GA_OP_in_clusters);
    if (barrier) {
        put_barrier(p, barrier);
        put_order(p);
        return;
    }
    switch (fact->operation) {
    case GA_OP_fence:
        put_fence(p);
        break;
    case GA_OP_block_sync: /* a fence for AMD's compilers alone, of both sides; without one the fence is none */
        if (p->family->vendor == GA_AMD)
            put_fence(p);
        break;
    case GA_OP_await_writes: /* an AMD wait is no instruction of the book */
        if (p->family->vendor == GA_NVIDIA) {
            put_release(p, GA_SCOPE_DEVICE);
            put_acquire(p, GA_SCOPE_DEVICE);
        }
        break;
    case GA_OP_no_other_fence:
    case GA_OP_in_clusters:
        break;
    case GA_OP_load_order:
    case GA_OP_store_order:
        put_order(p);
        break;
    default:
        if (is_load(fact->operation) || is_store(fact->operation))
            put_access(p);
        else
            put_atomic(p);
        put_order(p);
    }
}

bool ga_expectation(const struct ga_variant *variant, const char *target,
                    struct ga_expect *expect) {
    const enum ga_family family = ga_family_of(target);
    if (family == GA_NO_FAMILY)
        return false;
    *expect = (struct ga_expect){.n = 0};
    for (uint32_t i = 0; i < GA_MAX_FACTS && variant->facts[i].operation != GA_OP_end; i++) {
        const struct page page = {&families[family], &variant->facts[i], i, expect};
        read_fact(&page);
    }
    if (expect->is_lacking)
        *expect = (struct ga_expect){.is_lacking = true};
    return true;
}

const char *ga_lacks(enum ga_operation operation, enum ga_type type, const char *target) {
    const struct family *const f = &families[ga_family_of(target)];
    const struct atomic *const a = find_atomic(operation, type);
    if (!a || !(a->needs_global & WIDE & ~f->has))
        return NULL;
    return f->vendor == GA_NVIDIA ? "the hardware has it from sm_90 on"
           : f->vendor == GA_AMD  ? "AMD's instruction sets have no such atomic"
           : type == GA_TYPE_b128 || type == GA_TYPE_u64x2 ? "the stand-in has no 128-bit atomics"
                                                           : NULL;
}

bool ga_counts_lanes(const char *target) {
    return ga_family_of(target) == GA_NO_FAMILY || families[ga_family_of(target)].has & COUNT;
}

uint32_t ga_cycle_bits(const struct ga_limits *limits) {
    const uint32_t bits = families[ga_family_of(limits->target)].cycle_bits;
    return limits->cycle_bits ? limits->cycle_bits : bits ? bits : 64;
}

const char *ga_no_cycle_counter(const struct ga_limits *limits) {
    return ga_cycle_bits(limits) < 64 && limits->tick_ns > NARROW_TICK_NS
               ? "its cycle counter wraps, and its timer has longer ticks than can tell how often"
               : NULL;
}
