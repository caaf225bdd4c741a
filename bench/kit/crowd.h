/* A crowd: many warps that access words of device memory, each thread the same number of times, and
 * how long that took. What the global benchmarks share: kernels of one atomic operation each
 * (crowd_kernels.h), the layout of the words, the check of memory, and the host's side.
 *
 * A sample is one launch of a measured kernel, or the mean of launches at several places: from the first
 * thread's start to the last one's finish, by the fixed-rate timer. */
#ifndef GA_CROWD_H
#define GA_CROWD_H

#include "bench.h"
#include "device.h"

/* dependent: an access waits for the one before; independent: all results are used, and waited for
 * CROWD_UNROLL at a time; unused: no result is used. Never mixed: a thread's times differ by a factor of 15, of
 * unrolled adds (baseline.cc) by 45. */
enum ga_regime { GA_DEPENDENT, GA_INDEPENDENT, GA_UNUSED, GA_N_REGIMES };

enum { CROWD_UNROLL = 4, CROWD_PLACES = 4, CROWD_SCOPES = 3, CROWD_ORDERS = 5, CROWD_WORD = 4 };

/* Which loop of a kernel runs: one for each scope, order, and barrier of the block after every access. */
static inline uint32_t crowd_section(uint32_t scope, uint32_t order, uint32_t barrier) {
    return (scope * CROWD_ORDERS + order) * 2 + barrier;
}

/* Thread t = block * threads + thread works on word k:
 *   warp_words == 0:  k = t / run % n_words
 *   by_rank:          k = the lane's rank among the active ones of its warp
 *   otherwise:        k = warp % (n_words / warp_words) * warp_words + lane % warp_words
 * Word k lies at offset_bytes + digit[0] * bytes[0] + .. + digit[4] * bytes[4] bytes; the digits of k have the radices
 * radix[0] .. radix[3], and the last digit has what remains. Of each warp, `lanes` lanes take part, at
 * random places by the seed, or evenly spread. */
struct crowd_layout {
    uint32_t run, warp_words, n_words, lanes, offset_bytes;
    bool even, by_rank;
    uint64_t seed;
    uint32_t radix[4], bytes[5];
};

/* What a point asks for. initial, expected: a word before and after a sample, word_bytes of it. */
struct crowd_point {
    const void *entry; /* a kernel that takes struct crowd_args */
    uint32_t section, n_warps, accesses;
    /* A sample is the mean of this many launches, each with the words at a place of its own, the same for all samples,
     * so that no lucky one decides; and the parts of the blocks go around from launch to launch. 0: it is one launch,
     * near to the SM of the first block, and the parts stay. */
    uint32_t n_places;
    struct crowd_layout layout;
    uint32_t word_bytes;
    uint32_t initial[CROWD_WORD], expected[CROWD_WORD];
};

/* A warp's: ticks when it began, when its last access was issued (unused) or answered, and when memory
 * had all of them; cycles from the first to the last of these; the SM it ran on. */
struct crowd_lap {
    uint64_t start, issued, done, cycles;
    uint32_t sm;
};

/* The argument of every measured kernel. where[thread]: offset of its word in units of 4 bytes, and
 * the flags. zero: 0; the compiler cannot know. */
struct crowd_args {
    char *words;
    const uint32_t *where;
    struct crowd_lap *laps; /* [warp] */
    uint32_t accesses, section, zero;
};
#define CROWD_IDLE 0x80000000u   /* the lane takes no part */
#define CROWD_LEADER 0x40000000u /* it writes its warp's lap */
#define CROWD_OFFSET 0x3fffffffu

/* out: a layout of one word for all, with every lane active. */
static inline struct crowd_layout crowd_one_word(uint64_t seed) {
    const struct crowd_layout layout = {
        .run = 1, .n_words = 1, .lanes = UINT32_MAX, .seed = seed, .radix = {1, 1, 1, 1}};
    return layout;
}

/* Labels of axes that the global benchmarks share. */
static const char *const crowd_regimes[] = {"dependent", "independent", "unused", NULL};
static const char *const crowd_scopes[] = {"block", "device", "system", NULL};
static const char *const crowd_orders[] = {"relaxed", "acquire", "release",
                                           "acq_rel", "seq_cst", NULL};
static const char *const crowd_barriers[] = {"none", "block", NULL};
static const char *const crowd_accesses_labels[] = {"usual", "doubled", NULL};

#define CROWD_REGIME_AXIS(quick, paper, full)                                                      \
    {                                                                                              \
        "regime", "", "what waits for a result", crowd_regimes, NULL, { quick, paper, full }       \
    }
#define CROWD_SCOPE_AXIS(quick, paper, full)                                                       \
    {                                                                                              \
        "scope", "", "the threads that must see an access as one", crowd_scopes, NULL, {           \
            quick, paper, full                                                                     \
        }                                                                                          \
    }
#define CROWD_ORDER_AXIS(quick, paper, full)                                                       \
    {                                                                                              \
        "order", "", "what it orders besides itself", crowd_orders, NULL, { quick, paper, full }   \
    }
#define CROWD_BARRIER_AXIS(quick, paper, full)                                                     \
    {                                                                                              \
        "barrier", "", "after every access", crowd_barriers, NULL, { quick, paper, full }          \
    }
#define CROWD_ACCESSES_AXIS(quick, paper, full)                                                    \
    {                                                                                              \
        "accesses", "", "of a thread; a steady state does not change when they are doubled",       \
            crowd_accesses_labels, NULL, {                                                         \
            quick, paper, full                                                                     \
        }                                                                                          \
    }

/* Most warps of a point: a device full of them 8 times over, and 32768 at most. */
static inline int32_t crowd_most_warps(const struct ga_limits *limits) {
    const uint32_t n = limits->sm_count * limits->warps_per_sm * 8;
    return n < 32768 ? (int32_t)n : 32768;
}

/* For axes that count warps of a launch, and lanes of a warp. */
static inline void crowd_warps_range(const struct ga_limits *limits, int32_t *first,
                                     int32_t *last) {
    *first = 1;
    *last = crowd_most_warps(limits);
}
static inline void crowd_lanes_range(const struct ga_limits *limits, int32_t *first,
                                     int32_t *last) {
    *first = 1;
    *last = (int32_t)limits->warp_size;
}

#ifdef __cplusplus
extern "C" {
#endif

/* out: what a point asks for. */
typedef struct crowd_point crowd_describe(const struct ga_limits *limits,
                                          const struct ga_point *point, uint64_t seed);

/* out: how many accesses each of n_threads makes, a multiple of CROWD_UNROLL: about 2^18 in all; but 8 at
 * least, so that threads meet, and no more than a steady state takes: 256, or 4096 that nobody waits for.
 * doubled: twice that. */
uint32_t GA_SYMBOL(crowd_accesses)(uint32_t n_threads, enum ga_regime regime, bool doubled);

/* For ga_bench.measure. err: as ga_backend.launch. */
enum ga_status GA_SYMBOL(crowd_measure)(struct ga_gpu *gpu, const struct ga_batch *batch,
                                        crowd_describe *describe, struct ga_err *err);

#ifdef __cplusplus
}
#endif
#endif
