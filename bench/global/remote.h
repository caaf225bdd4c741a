/* Atomics on memory that others change too: another GPU, or the host. Kernels, the places for what they
 * leave, and the count of what was lost; for host_atomics and peer_atomics.
 *
 * A party is a GPU or the host's thread. One party is measured; the others are company and do the same for
 * as long as it does. Parties start together, by words in the host's memory. */
#ifndef GA_REMOTE_H
#define GA_REMOTE_H

#include "../bench.h"
#include "../device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Operations whose lost updates can be counted. xor and or_and (a bit is set and cleared in turn) are of 64
 * bits, of which each thread has one; the others are of 32 but for add_u64. */
#define REMOTE_COUNTED(X) X(add_u32) X(add_u64) X(add_f32) X(inc) /* memory alone tells of losses */
#define REMOTE_OPERATIONS(X) REMOTE_COUNTED(X) X(max) X(xor) X(or_and) X(exchange) X(cas)
#define REMOTE_ENUM(op) REMOTE_##op,
enum remote_operation { REMOTE_OPERATIONS(REMOTE_ENUM) REMOTE_N_OPERATIONS };
enum { REMOTE_N_COUNTED = REMOTE_max };
#undef REMOTE_ENUM
extern const char *const GA_SYMBOL(remote_operations)[]; /* NULL-terminated */

/* Operations that are counted have all three; the others need their results. */
enum remote_regime { REMOTE_DEPENDENT, REMOTE_INDEPENDENT, REMOTE_UNUSED, REMOTE_N_REGIMES };
enum remote_scope { REMOTE_DEVICE, REMOTE_SYSTEM, REMOTE_N_SCOPES };

enum {
    REMOTE_WARM_UP = 2, /* samples that do not count */
    REMOTE_UNROLL = 4,
    REMOTE_BITS = 64,
    REMOTE_WORD_BYTES = 8, /* from one thread's word to the next */
    REMOTE_MOST_PARTIES = GA_MOST_GPUS + 1,
    REMOTE_VARIANTS_OF_ONE =
        (int)REMOTE_N_SCOPES * (int)REMOTE_UNUSED, /* operation, results used */
    REMOTE_FIRST_UNUSED = (int)REMOTE_N_OPERATIONS * (int)REMOTE_VARIANTS_OF_ONE,
};

/* In the host's memory. A party sets its word of `arrived`; the measured one `done` at its end. */
struct remote_flags {
    uint32_t arrived[REMOTE_MOST_PARTIES], done;
};

/* In the GPU's own memory: what its first warp has seen in the flags, for its others. All of them together
 * would wait a long time for the host's memory. */
struct remote_relay {
    uint32_t start, done; /* start: 1 + an enum ga_status */
};

/* What a thread did: accesses, those that changed the word, and updates of its own that it found undone.
 * off: its bit is the other one than it should be. */
struct remote_tally {
    uint32_t outcome, accesses, updates, lost, off;
};

struct remote_args {
    void *words;
    const uint32_t *zero; /* one 0 a thread; the compiler cannot know, nor that they are the same */
    struct remote_flags *flags;
    struct remote_relay *relay;   /* of this party; zeroed before */
    struct remote_tally *tallies; /* [thread] */
    uint32_t *ticks;              /* [sample][warp], of the measured party */
    uint32_t *log; /* [access][thread]: what an exchange returned; `most` of each thread */
    struct ga_visit *visit;
    uint64_t spin_ticks; /* the longest wait, and the longest stay of company */
    uint32_t lanes;      /* of each warp that take part */
    uint32_t stride;     /* bytes from one thread's word to the next; 0: all on one */
    uint32_t party, n_parties, company;
    uint32_t first_bit;       /* of this party's first thread; 0 where each has its word */
    uint32_t first_value;     /* of this party: exchanges put larger ones, each once */
    uint32_t accesses;        /* in a sample, a multiple of REMOTE_UNROLL */
    uint32_t n_samples, most; /* most: accesses of a thread */
};

/* out: operation by operation, scope by scope, those that use the results by regime; then those that do not. */
const struct ga_variant *GA_SYMBOL(remote_variants)(uint32_t *n);
static inline uint32_t remote_variant(uint32_t operation, uint32_t scope, uint32_t regime) {
    return regime == REMOTE_UNUSED ? REMOTE_FIRST_UNUSED + operation * REMOTE_N_SCOPES + scope
                                   : (operation * REMOTE_N_SCOPES + scope) * REMOTE_UNUSED + regime;
}

/* A party after the run, on the host. */
struct remote_party {
    const struct remote_tally *tallies;
    const uint32_t *log;
    uint32_t n_threads, first_bit, first_value, most;
};

/* Updates over all parties. found: expected less lost. */
struct remote_count {
    double expected, found, lost;
};

/* in: words of n_words * REMOTE_WORD_BYTES, from zero; 1: all threads on one. out: *count.
 * GA_WRONG where memory holds more than was added; the first thread's outcome that is not GA_OK. */
enum ga_status GA_SYMBOL(remote_check)(enum remote_operation operation, const void *words,
                                       uint32_t n_words, const struct remote_party *parties,
                                       uint32_t n_parties, struct remote_count *count);

#ifdef __cplusplus
}
#endif
#endif
