/* shared_cluster: what atomics, reductions and loads on another block's shared memory cost, within a cluster,
 * against a block's own shared memory and device memory.
 *
 *   dependent    every access needs the result of the one before it: the latency
 *   independent  none does, and all results are used
 *   unused       no result is used (a reduction): the pace at which they leave the SM
 *
 * Asynchronous adds have no result. The block that has the memory learns at a barrier there that they have come:
 *
 *   dependent    one there, and when it has come one back by that block; in the block's own memory one, until it
 *                has come
 *   independent  until as many have come to the measured block's memory as it sent
 *   unused       until they have left
 *
 * One cluster is on the device, and nothing else. Block 0 of it is measured; block r works on the memory of block
 * r + distance, modulo the cluster's size, or on its own.
 *
 * Contends: one thread of block 0, alone; or every thread of every block, on a word each of the block that it
 * works on, or all of a block on one word. Progress assumed: the blocks of a cluster are resident together, as
 * the hardware promises. A wait for adds to come has a limit. */
#include <new>
#include <string.h>

#include "bench.h"
#include "device_cluster.h"

enum { UNROLL = 16, WARM_UP = 2, LOADED = 7, MOST_THREADS = 1024, MOST_WARPS = 256, LOOKS = 64 };

enum place { LOCAL, CLUSTER, GLOBAL };
enum operation { ADD, EXCHANGE, CAS, LOAD, ADD_ASYNC };
enum regime { DEPENDENT, INDEPENDENT, UNUSED };
enum crew { THREAD, OWN_WORDS, ONE_WORD };

/* What a thread's accesses did to its word: added in all, and the sum of what came back. outcome: of its waits for
 * those that come to its block: GA_TIMEOUT if one reached the limit, GA_WRONG if some were not there after it. */
struct cluster_result {
    uint32_t added, sum, outcome;
};

struct cluster_args {
    const uint32_t *zero; /* one 0 a thread; the compiler cannot know, nor that they are the same */
    uint32_t *global;     /* [block][thread], for place global */
    uint32_t *words;      /* [block][thread]: what is in the words at the end */
    struct cluster_result *results; /* likewise */
    uint32_t *cycles;               /* [n_samples] */
    struct ga_visit *visit;
    uint64_t spin_ticks;
    uint32_t cluster, distance, crew, accesses, n_samples;
    uint32_t initial; /* in the words of block r: r + 1 times this */
};

/* Device memory by the same names as shared memory. */
struct global_word {
    uint32_t *at;
};
GA_DEVICE uint32_t ga_add(global_word w, uint32_t x) {
    return ga_add<GA_SCOPE_DEVICE, GA_RELAXED>(w.at, x);
}
GA_DEVICE void ga_add_silent(global_word w, uint32_t x) {
    GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(w.at, x);
}
GA_DEVICE uint32_t ga_exchange(global_word w, uint32_t x) {
    return ga_exchange<GA_SCOPE_DEVICE, GA_RELAXED>(w.at, x);
}
GA_DEVICE uint32_t ga_cas(global_word w, uint32_t expected, uint32_t desired) {
    return ga_cas<GA_SCOPE_DEVICE, GA_RELAXED>(w.at, expected, desired);
}
GA_DEVICE uint32_t ga_load(global_word w) { return ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(w.at); }

/* A word of the cluster and the barrier beside it. */
struct async_word {
    ga_cluster_word word, barrier;
};
GA_DEVICE void ga_add_silent(async_word w, uint32_t x) { ga_add_async(w.word, x, w.barrier); }

/* Clocks of a warp's accesses. */
struct stamps {
    uint64_t begin, end;
};

/* In shared memory. */
struct block_memory {
    uint32_t words[MOST_THREADS];
    struct stamps stamps[MOST_WARPS];
    uint64_t barrier;
};

/* The word on which a thread works. mine: its counterpart in this block. */
template <enum place P, enum operation Op>
GA_DEVICE auto word_of(const struct cluster_args &a, struct block_memory *mine, uint32_t index,
                       uint32_t partner) {
    uint32_t *const word = mine->words + index;
    if constexpr (Op == ADD_ASYNC)
        return async_word{ga_cluster_at(word, partner),
                          ga_cluster_at((uint32_t *)&mine->barrier, partner)};
    else if constexpr (P == LOCAL)
        return ga_shared_at(word);
    else if constexpr (P == CLUSTER)
        return ga_cluster_at(word, partner);
    else
        return global_word{a.global + ga_block() * ga_n_threads() + index};
}

/* One access, with a zero that comes after the result before it. */
template <enum operation Op, enum regime R, typename Word>
GA_DEVICE uint32_t access(Word w, uint32_t i, uint32_t after, struct cluster_result *result) {
    uint32_t old = 0;
    if constexpr (Op == ADD_ASYNC || (Op == ADD && R == UNUSED)) {
        ga_add_silent(w, 1 | after);
        result->added++;
    } else if constexpr (Op == ADD) {
        old = ga_add(w, 1 | after);
        result->added++;
    } else if constexpr (Op == EXCHANGE) {
        const uint32_t x = (i + 1) | after;
        old = ga_exchange(w, x);
        result->added += x - old;
    } else if constexpr (Op == CAS) {
        const uint32_t expected = i + after;
        old = ga_cas(w, expected, expected + 1);
        result->added += old == expected;
    } else {
        w.at += after;
        old = ga_load(w);
    }
    result->sum += old;
    return old;
}

/* Thread 0 of block 0. out: cycles from the first warp's begin to the last one's end. */
GA_DEVICE uint32_t span(const struct stamps *stamps, uint32_t n_warps) {
    uint64_t begin = stamps[0].begin, end = stamps[0].end;
    GA_NO_UNROLL
    for (uint32_t w = 1; w < n_warps; w++) {
        begin = stamps[w].begin < begin ? stamps[w].begin : begin;
        end = stamps[w].end > end ? stamps[w].end : end;
    }
    return ga_elapsed(begin, end);
}

/* One thread of a block, once a phase: until all bytes of it have come. The timer is read as rarely as it may be,
 * because that takes longer than an add. */
GA_DEVICE void await_adds(const struct cluster_args &a, uint64_t *barrier, uint32_t phase,
                          uint32_t bytes, struct cluster_result *result) {
    uint64_t since = 0;
    if (result->outcome == GA_TIMEOUT)
        return;
    ga_async_expect(barrier, bytes);
    for (;;) {
        GA_NO_UNROLL
        for (uint32_t i = 0; i < LOOKS; i++)
            if (ga_async_ended(barrier, phase, bytes))
                return;
        const uint64_t now = ga_ticks();
        since = since ? since : now;
        if (now - since > a.spin_ticks) {
            result->outcome = GA_TIMEOUT;
            return;
        }
        ga_pause();
    }
}

/* A thread's accesses of a sample, the first of which is its i-th. */
template <enum operation Op, enum regime R, typename Word>
GA_DEVICE void access_all(const struct cluster_args &a, Word word, uint32_t i, uint32_t zero,
                          struct cluster_result *result) {
    uint32_t after = zero;
    GA_NO_UNROLL
    for (uint32_t n = 0; n < a.accesses; n += UNROLL) {
        GA_UNROLL
        for (uint32_t k = 0; k < UNROLL; k++) {
            const uint32_t old = access<Op, R>(word, i + n + k, after, result);
            after = R == DEPENDENT ? old & zero : zero;
        }
    }
}

/* Adds that go there and back in turn, the first of which is the i-th. The block that answers waits before each. */
GA_DEVICE void access_in_turn(const struct cluster_args &a, async_word word, uint32_t i,
                              bool answers, uint32_t zero, uint64_t *barrier,
                              struct cluster_result *result) {
    const uint32_t bytes = sizeof(uint32_t);
    if (answers)
        await_adds(a, barrier, i, bytes, result);
    GA_NO_UNROLL
    for (uint32_t n = 1; n <= a.accesses; n++) {
        access<ADD_ASYNC, DEPENDENT>(word, 0, zero, result);
        if (n < a.accesses || !answers)
            await_adds(a, barrier, i + n - !answers, bytes, result);
    }
}

template <enum place P, enum operation Op, enum regime R>
GA_DEVICE void measure_accesses(const struct cluster_args &a) {
    constexpr bool in_turn = Op == ADD_ASYNC && R == DEPENDENT;
    const uint32_t thread = ga_thread(), at = ga_block() * ga_n_threads() + thread;
    const uint32_t warp_size = ga_warp_size(), zero = a.zero[at];
    struct block_memory *const mine = (struct block_memory *)ga_shared();
    const uint32_t index = a.crew == OWN_WORDS ? thread : 0;
    const bool leads = ga_block() == 0 && thread == 0;
    const bool receives = thread == 0 && (a.crew != THREAD || ga_cluster_rank() == a.distance);
    const bool answers = in_turn && receives && !leads;
    const bool works = a.crew != THREAD || leads || answers;
    const uint32_t n_warps = a.crew == THREAD ? 1 : ga_n_threads() / warp_size;
    const uint32_t bytes =
        a.accesses * (a.crew == THREAD ? 1 : ga_n_threads()) * (uint32_t)sizeof(uint32_t);
    const auto word =
        word_of<P, Op>(a, mine, index, answers ? 0 : (ga_cluster_rank() + a.distance) % a.cluster);
    struct cluster_result result = {0, 0, 0};
    uint64_t visit_cycles = 0, visit_ticks = 0;
    mine->words[thread] = a.initial * (1 + ga_cluster_rank());
    if (Op == ADD_ASYNC && thread == 0)
        ga_async_begin(&mine->barrier);
    ga_cluster_sync();
    GA_NO_UNROLL
    for (uint32_t s = 0; s < WARM_UP + a.n_samples; s++) {
        if (s == WARM_UP) {
            visit_cycles = ga_cycles();
            visit_ticks = ga_ticks();
        }
        ga_cluster_sync();
        if (works) {
            const uint64_t begin = ga_start();
            if constexpr (in_turn)
                access_in_turn(a, word, s * a.accesses, answers, zero, &mine->barrier, &result);
            else
                access_all<Op, R>(a, word, s * a.accesses, zero, &result);
            if (Op == ADD_ASYNC && R == INDEPENDENT && receives)
                await_adds(a, &mine->barrier, s, bytes, &result);
            /* Not masked, which would make other code of the loop: one value of 2^32 would stop the launch. */
            const uint64_t end = ga_stop_after(result.sum ^ result.added);
            if (thread % warp_size == 0)
                mine->stamps[thread / warp_size] = {begin, end};
        }
        if (Op == ADD_ASYNC && R == UNUSED && receives)
            await_adds(a, &mine->barrier, s, bytes, &result);
        if (Op == ADD_ASYNC && (receives || (in_turn && leads)) && result.outcome == GA_OK &&
            mine->words[0] != (s + 1) * a.accesses * (a.crew == ONE_WORD ? ga_n_threads() : 1))
            result.outcome = GA_WRONG;
        ga_cluster_sync();
        if (leads && s >= WARM_UP)
            a.cycles[s - WARM_UP] = span(mine->stamps, n_warps);
    }
    a.results[at] = result;
    a.words[at] = ga_load(ga_shared_at(mine->words + thread));
    if (leads)
        *a.visit = {GA_OK, ga_sm_id(), ga_cycles() - visit_cycles, ga_ticks() - visit_ticks};
}

/* Expected: UNROLL accesses in one loop, or one of those that go there and back, and no other atomic. Nothing where
 * there are no clusters. */
#define KERNEL(place, PLACE, op, OP, regime, REGIME)                                               \
    GA_KERNEL_FULL(shared_cluster_##place##_##op##_##regime, cluster_args) {                       \
        if (ga_has_clusters)                                                                       \
            measure_accesses<PLACE, OP, REGIME>(a);                                                \
    }
#define KERNELS(place, PLACE)                                                                      \
    KERNEL(place, PLACE, add, ADD, dependent, DEPENDENT)                                           \
    KERNEL(place, PLACE, add, ADD, independent, INDEPENDENT)                                       \
    KERNEL(place, PLACE, add, ADD, unused, UNUSED)                                                 \
    KERNEL(place, PLACE, exchange, EXCHANGE, dependent, DEPENDENT)                                 \
    KERNEL(place, PLACE, exchange, EXCHANGE, independent, INDEPENDENT)                             \
    KERNEL(place, PLACE, cas, CAS, dependent, DEPENDENT)                                           \
    KERNEL(place, PLACE, cas, CAS, independent, INDEPENDENT)                                       \
    KERNEL(place, PLACE, load, LOAD, dependent, DEPENDENT)                                         \
    KERNEL(place, PLACE, load, LOAD, independent, INDEPENDENT)
KERNELS(local, LOCAL)
KERNELS(cluster, CLUSTER)
KERNELS(global, GLOBAL)
#define KERNELS_ASYNC(place, PLACE)                                                                \
    KERNEL(place, PLACE, add_async, ADD_ASYNC, dependent, DEPENDENT)                               \
    KERNEL(place, PLACE, add_async, ADD_ASYNC, independent, INDEPENDENT)                           \
    KERNEL(place, PLACE, add_async, ADD_ASYNC, unused, UNUSED)
KERNELS_ASYNC(local, LOCAL)
KERNELS_ASYNC(cluster, CLUSTER)

#include "cluster_row.h"
