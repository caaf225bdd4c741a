/* Atomics on memory that others change too: another GPU, or the host. Kernels, the places for what they
 * leave, and the count of what was lost; for host_atomics and peer_atomics.
 *
 * A party is a GPU or the host's thread. One party is measured; the others are company and do the same for
 * as long as it does: until the last of its threads has finished. A party that ends before has an outcome that is not
 * GA_OK. Parties start together, by words in the host's memory, when every warp of each has come. */
#ifndef GA_REMOTE_H
#define GA_REMOTE_H

#include "bench.h"
#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Operations whose lost updates can be counted: REMOTE_<operation>_<type>, the type being one of operations.def.
 * or_and sets a bit and clears it in turn. */
#define REMOTE_COUNTED(X) /* memory alone tells of losses */                                       \
    X(add, u32) X(add, u64) X(add, f32) X(add, f64) X(inc, u32)
#define REMOTE_OPERATIONS(X)                                                                       \
    REMOTE_COUNTED(X)                                                                              \
    X(min, u32)                                                                                    \
    X(min, u64)                                                                                    \
    X(max, u32)                                                                                    \
    X(max, u64)                                                                                    \
    X(xor, u32) X(xor, u64) X(or_and, u32) X(or_and, u64) X(exchange, u32) X(exchange, u64)        \
        X(exchange, b128) X(cas, u32) X(cas, u64) X(cas, b128)
#define REMOTE_ENUM(op, type) REMOTE_##op##_##type,
enum remote_operation { REMOTE_OPERATIONS(REMOTE_ENUM) REMOTE_N_OPERATIONS };
enum { REMOTE_N_COUNTED = REMOTE_min_u32 };
#undef REMOTE_ENUM
extern const char *const GA_SYMBOL(remote_operations)[]; /* NULL-terminated */

/* How losses are found: the word counts updates; it is the least or the largest value that was put; each thread
 * has a bit of it; every value that was put comes back once; of those that expect a value, one has it. */
enum remote_kind { REMOTE_COUNT, REMOTE_EXTREME, REMOTE_BIT, REMOTE_EXCHANGE, REMOTE_CAS };

/* An operation, for the host. */
struct remote_about {
    enum remote_kind kind;
    uint8_t initial;            /* every byte of a word before the first access */
    enum ga_operation parts[2]; /* its atomics, in turn; GA_OP_end: there is one */
    enum ga_type type;
    uint32_t bits;
};
extern const struct remote_about GA_SYMBOL(remote_abouts)[REMOTE_N_OPERATIONS];

/* out: why the target has no such operation, NULL if it has. */
const char *GA_SYMBOL(remote_lacks)(uint32_t operation, const char *target);

/* Operations that are counted have all three; the others need their results. */
enum remote_regime { REMOTE_DEPENDENT, REMOTE_INDEPENDENT, REMOTE_UNUSED, REMOTE_N_REGIMES };
enum remote_scope { REMOTE_DEVICE, REMOTE_SYSTEM, REMOTE_N_SCOPES }; /* device: of add_u32 alone */

enum {
    REMOTE_WARM_UP = 2, /* rounds that do not count */
    REMOTE_UNROLL = 4,
    REMOTE_MOST_BYTES = 16,         /* of a word */
    REMOTE_MOST_FLOAT = 1 << 24,    /* a float counts no further by ones */
    REMOTE_MOST_COUNT = 0x7fffffff, /* what inc counts to; others no further either */
    REMOTE_MOST_PARTIES = GA_MOST_GPUS + 1,
    REMOTE_FIRST_UNUSED = 2 * (int)REMOTE_N_OPERATIONS,
    REMOTE_FIRST_DEVICE = (int)REMOTE_FIRST_UNUSED + (int)REMOTE_N_COUNTED,
    REMOTE_N_VARIANTS = (int)REMOTE_FIRST_DEVICE + (int)REMOTE_N_REGIMES,
};

/* Bytes from one thread's word to the next: as many for 32 bits as for 64. */
GA_ANYWHERE uint32_t remote_word_bytes(uint32_t bits) { return bits > 64 ? 16 : 8; }

/* The stand-in's threads are more than its cores. Company that has room for as many accesses again as the measured party
 * makes rests so long between its samples from then on, that it neither takes the cores from those it waits for nor
 * comes to the end of its room. */
#if defined(GA_BACKEND_CPU)
enum { REMOTE_REST_TICKS = 2000000 };
#else
enum { REMOTE_REST_TICKS = 0 };
#endif

/* The bit of the thread of that rank among those on a word, which has so many; both halves are in use. */
GA_ANYWHERE uint32_t remote_bit(uint32_t rank, uint32_t bits) { return rank * 33 % bits; }

/* What a thread puts, access i of the thread of that rank, n of them on the word: no two threads the same, later ones
 * larger; 0: nothing yet. */
GA_ANYWHERE uint32_t remote_put(uint32_t i, uint32_t rank, uint32_t n) { return i * n + rank + 1; }

/* In the host's memory. A party sets its word of `arrived`; the measured one `done` at its end. */
struct remote_flags {
    uint32_t arrived[REMOTE_MOST_PARTIES], done;
};

/* In the GPU's own memory: what its first warp has seen in the flags, for its others. All of them together
 * would wait a long time for the host's memory. */
struct remote_relay {
    uint32_t start, done; /* start: 1 + an enum ga_status */
};

/* How far a warp is, in the GPU's own memory: it says so, and the first warp waits for all. */
enum { REMOTE_CAME = 1, REMOTE_FINISHED };

/* What a thread did: accesses, those that changed the word, updates of its own that it found undone, and values
 * that were torn: in words of more than 32 bits both halves are alike. off: its bit is the other one than it
 * should be. outcome: GA_TIMEOUT if a wait reached its limit, or company the longest stay; GA_ERROR if company had no
 * room left before the measured party had finished. */
struct remote_tally {
    uint32_t outcome, accesses, updates, lost, off, torn;
};

struct remote_args {
    void *words;
    const uint32_t *zero; /* one 0 a thread; the compiler cannot know, nor that they are the same */
    struct remote_flags *flags;
    struct remote_relay *relay;   /* of this party; zeroed before */
    uint32_t *warps;              /* [warp], of this party; likewise */
    struct remote_tally *tallies; /* [thread] */
    uint64_t *
        stamps; /* [1 + round, with warm-ups][warp], of the measured party: ticks when the warp began, and ended each */
    uint32_t *
        log; /* [access][thread]: what an exchange returned; `most` of each thread. NULL: no other has its word */
    struct ga_visit *visit;
    uint64_t spin_ticks; /* the longest wait, and the longest stay of company */
    uint32_t lanes;      /* of each warp that take part */
    uint32_t stride;     /* bytes from one thread's word to the next; 0: all on one */
    uint32_t party, n_parties, company;
    uint32_t first_rank, n_ranks; /* threads on a word: this party's first, and all */
    uint32_t first_value;         /* of this party: exchanges put larger ones, each once */
    uint32_t accesses;            /* in a round, a multiple of REMOTE_UNROLL */
    uint32_t n_rounds, most; /* counted rounds, of `accesses` each; most: accesses of a thread */
};

/* out: REMOTE_N_VARIANTS: operation by operation those that use the results, by regime; then those that do not; then
 * add_u32 at device scope by regime. All others are at system scope. */
const struct ga_variant *GA_SYMBOL(remote_variants)(uint32_t *n);
static inline uint32_t remote_variant(uint32_t operation, uint32_t scope, uint32_t regime) {
    return scope == REMOTE_DEVICE    ? REMOTE_FIRST_DEVICE + regime
           : regime == REMOTE_UNUSED ? REMOTE_FIRST_UNUSED + operation
                                     : 2 * operation + regime;
}

/* A party after the run, on the host. */
struct remote_party {
    const struct remote_tally *tallies;
    const uint32_t *log;
    uint32_t n_threads, first_rank, n_ranks, first_value, most;
};

/* Updates over all parties. found: expected less lost. torn: values whose halves do not belong together. */
struct remote_count {
    double expected, found, lost, torn;
};

/* in: n_words from their initial value; 1: all threads on one. out: *count.
 * GA_WRONG where memory holds more than was put there; the first thread's outcome that is not GA_OK. */
enum ga_status GA_SYMBOL(remote_check)(enum remote_operation operation, const void *words,
                                       uint32_t n_words, const struct remote_party *parties,
                                       uint32_t n_parties, struct remote_count *count);

#ifdef __cplusplus
}
#endif
#endif
