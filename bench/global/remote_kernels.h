/* The kernels of remote.h: one an operation, scope and regime.
 *
 *   dependent    every access needs the result of the one before it: latency
 *   independent  none does, and all results are used: how many are under way is up to the hardware
 *   unused       nobody reads the results; a sample ends when a fence at system scope says that all are done
 *
 * Contends: the threads of all parties on one word, or with `stride` on a word for each thread, which the
 * same thread of the other parties has too. Progress assumed: resident blocks run; nothing of lanes. */
#ifndef GA_REMOTE_KERNELS_H
#define GA_REMOTE_KERNELS_H

#include "../device_order.h"
#include "remote_word.h"

/* A thread's state. i: accesses so far. */
struct remote_self {
    struct remote_tally tally;
    uint32_t rank, n_ranks, bit; /* among the threads on its word, and its bit */
    uint32_t value, last;        /* exchanges put larger ones; what it put last */
    uint32_t i, expected,
        base;      /* what the word is; base + i: what it would be if nobody else were there */
    uint32_t *log; /* of this thread */
    uint32_t log_stride;
    bool over; /* company: it has seen that the measured party has finished */
};

/* One access of operation Op, number i, at scope S, in regime R. `after` is 0, and comes after the result before.
 * out: a value that needs the result. */
template <enum remote_operation Op, enum ga_scope S> struct remote_step;
#define REMOTE_STEP(op, type, ...)                                                                 \
    template <enum ga_scope S> struct remote_step<REMOTE_##op##_##type, S> {                       \
        typedef REMOTE_TYPE_##type word;                                                           \
        template <enum remote_regime R>                                                            \
        GA_DEVICE uint32_t access(word *p, struct remote_self &me, uint32_t i, uint32_t after) {   \
            (void)i, (void)after;                                                                  \
            return __VA_ARGS__;                                                                    \
        }                                                                                          \
    };
#define REMOTE_TYPE_u32 uint32_t
#define REMOTE_TYPE_u64 uint64_t
#define REMOTE_TYPE_f32 float
#define REMOTE_TYPE_f64 double
#define REMOTE_TYPE_b128 ga_b128

#define REMOTE_COUNT_STEP(name, function)                                                          \
    template <enum ga_scope S, enum remote_regime R, typename T>                                   \
    GA_DEVICE uint32_t remote_##name(T *p, struct remote_self &me, T x) {                          \
        me.tally.updates++;                                                                        \
        if constexpr (R == REMOTE_UNUSED) {                                                        \
            GA_SILENT(function)<S, GA_RELAXED>(p, x);                                              \
            return 0;                                                                              \
        } else {                                                                                   \
            return remote_word<T>::value(function<S, GA_RELAXED>(p, x));                           \
        }                                                                                          \
    }
REMOTE_COUNT_STEP(add, ga_add)
REMOTE_COUNT_STEP(inc, ga_inc)
#define REMOTE_ADD(type)                                                                           \
    REMOTE_STEP(add, type, remote_add<S, R>(p, me, remote_word<word>::make(1 | after)))
REMOTE_ADD(u32)
REMOTE_ADD(u64)
REMOTE_ADD(f32)
REMOTE_ADD(f64)
REMOTE_STEP(inc, u32, remote_inc<S, R>(p, me, 0x7fffffff ^ after))

/* The word is never below what this thread put there; for min, all bits are the other way round. */
template <bool Least, enum ga_scope S, typename T>
GA_DEVICE uint32_t remote_extreme(T *p, struct remote_self &me, uint32_t i, uint32_t after) {
    const uint32_t put = remote_put(i, me.rank, me.n_ranks) | after;
    const T x = remote_word<T>::make(put);
    const T old = Least ? (T)~ga_min<S, GA_RELAXED>(p, (T)~x) : ga_max<S, GA_RELAXED>(p, x);
    const uint32_t value = remote_word<T>::value(old);
    me.tally.updates++;
    me.tally.lost += value < me.last;
    me.tally.torn += remote_word<T>::is_torn(old);
    me.last = put;
    return value;
}
REMOTE_STEP(min, u32, remote_extreme<true, S>(p, me, i, after))
REMOTE_STEP(min, u64, remote_extreme<true, S>(p, me, i, after))
REMOTE_STEP(max, u32, remote_extreme<false, S>(p, me, i, after))
REMOTE_STEP(max, u64, remote_extreme<false, S>(p, me, i, after))

/* The thread's bit is as this thread left it. After a lost xor it is the other one until the next loss. */
template <enum ga_scope S, typename T>
GA_DEVICE uint32_t remote_xor(T *p, struct remote_self &me, uint32_t i, uint32_t after) {
    const T old = ga_xor<S, GA_RELAXED>(p, (T)1 << me.bit | after);
    const uint32_t off = (uint32_t)(old >> me.bit & 1) ^ (i & 1);
    me.tally.updates++;
    me.tally.lost += off != me.tally.off;
    me.tally.off = off;
    return (uint32_t)old;
}
template <enum ga_scope S, typename T>
GA_DEVICE uint32_t remote_or_and(T *p, struct remote_self &me, uint32_t i, uint32_t after) {
    const T bit = (T)1 << me.bit | after;
    const T old = i % 2 ? ga_and<S, GA_RELAXED>(p, ~bit) : ga_or<S, GA_RELAXED>(p, bit);
    me.tally.updates++;
    me.tally.lost += (uint32_t)(old >> me.bit & 1) != i % 2;
    return (uint32_t)old;
}
REMOTE_STEP(xor, u32, remote_xor<S>(p, me, i, after))
REMOTE_STEP(xor, u64, remote_xor<S>(p, me, i, after))
REMOTE_STEP(or_and, u32, remote_or_and<S>(p, me, i, after))
REMOTE_STEP(or_and, u64, remote_or_and<S>(p, me, i, after))

/* Every value is put once; each must come back once, or be there in the end. Where no other thread has the word, what
 * comes back is what this one put last. */
template <enum ga_scope S, typename T>
GA_DEVICE uint32_t remote_exchange(T *p, struct remote_self &me, uint32_t i, uint32_t after) {
    const uint32_t put = (me.value + i + 1) | after;
    const T old = ga_exchange<S, GA_RELAXED>(p, remote_word<T>::make(put));
    const uint32_t value = remote_word<T>::value(old);
    me.tally.updates++;
    me.tally.torn += remote_word<T>::is_torn(old);
    if (me.log)
        me.log[(size_t)i * me.log_stride] = value;
    else
        me.tally.lost += value != me.last;
    me.last = put;
    return value;
}
REMOTE_STEP(exchange, u32, remote_exchange<S>(p, me, i, after))
REMOTE_STEP(exchange, u64, remote_exchange<S>(p, me, i, after))
REMOTE_STEP(exchange, b128, remote_exchange<S>(p, me, i, after))

/* Adds 1 if the word is what the thread saw last, or, independent, what it would be if since the sample began nobody
 * else had been there. */
template <enum ga_scope S, enum remote_regime R, typename T>
GA_DEVICE uint32_t remote_cas(T *p, struct remote_self &me, uint32_t i) {
    const uint32_t expected = R == REMOTE_DEPENDENT ? me.expected : me.base + i;
    const T old = ga_cas<S, GA_RELAXED>(p, remote_word<T>::make(expected),
                                        remote_word<T>::make(expected + 1));
    const uint32_t value = remote_word<T>::value(old);
    const bool torn = remote_word<T>::is_torn(old), won = value == expected && !torn;
    me.tally.updates += won;
    me.tally.torn += torn;
    me.expected = value + won;
    return value;
}
REMOTE_STEP(cas, u32, remote_cas<S, R>(p, me, i))
REMOTE_STEP(cas, u64, remote_cas<S, R>(p, me, i))
REMOTE_STEP(cas, b128, remote_cas<S, R>(p, me, i))

/* Waits until every warp of the party is as far as that, REMOTE_UNROLL at a time. out: GA_OK or GA_TIMEOUT. */
GA_DEVICE uint32_t remote_await_warps(const struct remote_args &a, uint32_t n_warps,
                                      uint32_t how_far) {
    const uint64_t begin = ga_ticks();
    GA_NO_UNROLL
    for (uint32_t first = 0; first < n_warps;) {
        bool all = true;
        GA_UNROLL
        for (uint32_t k = 0; k < REMOTE_UNROLL; k++) {
            const uint32_t warp = first + k < n_warps ? first + k : n_warps - 1;
            all &= ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(&a.warps[warp]) >= how_far;
        }
        if (all) {
            first += REMOTE_UNROLL;
        } else if (ga_ticks() - begin > a.spin_ticks) {
            return GA_TIMEOUT;
        } else {
            ga_pause();
        }
    }
    return GA_OK;
}

/* The first warp, all its lanes alike: waits until all warps have come, then all parties have arrived, and tells the
 * others. out: GA_OK or GA_TIMEOUT. */
GA_DEVICE uint32_t remote_await_parties(const struct remote_args &a, uint32_t n_warps) {
    uint32_t outcome = remote_await_warps(a, n_warps, REMOTE_CAME);
    const uint64_t begin = ga_ticks();
    ga_store<GA_SCOPE_SYSTEM, GA_RELEASE>(&a.flags->arrived[a.party], 1u);
    GA_NO_UNROLL
    for (uint32_t party = 0; outcome == GA_OK && party < a.n_parties; party++)
        while (ga_load<GA_SCOPE_SYSTEM, GA_ACQUIRE>(&a.flags->arrived[party]) == 0) {
            if (ga_ticks() - begin > a.spin_ticks) {
                outcome = GA_TIMEOUT;
                break;
            }
            ga_pause();
        }
    ga_store<GA_SCOPE_DEVICE, GA_RELEASE>(&a.relay->start, 1 + outcome);
    return outcome;
}

/* The others: likewise, from the first. */
GA_DEVICE uint32_t remote_await_first(const struct remote_args &a) {
    const uint64_t begin = ga_ticks();
    uint32_t start = 0;
    while ((start = ga_load<GA_SCOPE_DEVICE, GA_ACQUIRE>(&a.relay->start)) == 0) {
        if (ga_ticks() - begin > a.spin_ticks)
            return GA_TIMEOUT;
        ga_pause();
    }
    return start - 1;
}

/* Company: whether it is over. The first warp tells the others. */
GA_DEVICE bool remote_is_over(const struct remote_args &a, bool first) {
    if (!first)
        return ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(&a.relay->done) != 0;
    const uint32_t done = ga_load<GA_SCOPE_SYSTEM, GA_RELAXED>(&a.flags->done);
    if (done)
        ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(&a.relay->done, done);
    return done != 0;
}

/* Company: whether it stays for another sample, before which it may rest. */
GA_DEVICE bool remote_stays(const struct remote_args &a, struct remote_self &me, bool first,
                            uint64_t since) {
    const uint64_t begin = ga_ticks();
    me.over = remote_is_over(a, first);
    if constexpr (REMOTE_REST_TICKS > 0)
        while (!me.over && me.i >= (REMOTE_WARM_UP + a.n_samples) * a.accesses &&
               ga_ticks() - begin < REMOTE_REST_TICKS) {
            ga_pause();
            me.over = remote_is_over(a, first);
        }
    return !me.over && begin - since <= a.spin_ticks;
}

/* Company that has ended. out: GA_OK if the measured party had finished before, and otherwise why it is no company. */
GA_DEVICE uint32_t remote_ended(const struct remote_args &a, const struct remote_self &me,
                                uint64_t since) {
    if (me.over || ga_load<GA_SCOPE_SYSTEM, GA_RELAXED>(&a.flags->done) != 0)
        return GA_OK;
    return ga_ticks() - since > a.spin_ticks ? GA_TIMEOUT : GA_ERROR;
}

/* A warp says that all its lanes have made their accesses. The measured party's first thread waits for all warps, and
 * tells the company. out: GA_OK or GA_TIMEOUT. */
GA_DEVICE uint32_t remote_finish(const struct remote_args &a, uint32_t thread, uint32_t warp,
                                 uint32_t n_warps) {
    uint32_t outcome = GA_OK;
    if (a.lanes == ga_warp_size())
        ga_ballot(true);
    if (thread % a.lanes == 0)
        ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(&a.warps[warp], (uint32_t)REMOTE_FINISHED);
    if (a.company || thread != 0)
        return GA_OK;
    if (a.n_parties > 1)
        outcome = remote_await_warps(a, n_warps, REMOTE_FINISHED);
    ga_store<GA_SCOPE_SYSTEM, GA_RELEASE>(&a.flags->done, 1u);
    return outcome;
}

template <enum remote_operation Op, enum ga_scope S, enum remote_regime R>
GA_DEVICE void remote_run(const struct remote_args &a) {
    typedef remote_step<Op, S> step;
    const uint32_t warps = ga_n_threads() / ga_warp_size();
    const uint32_t warp = ga_block() * warps + ga_thread() / ga_warp_size();
    const uint32_t lane = ga_thread() % ga_warp_size();
    if (lane >= a.lanes)
        return;
    const uint32_t thread = warp * a.lanes + lane, n_warps = warps * ga_n_blocks();
    const uint32_t zero = a.zero[thread];
    auto *const p = (typename step::word *)((char *)a.words + (size_t)thread * a.stride) + zero;
    struct remote_self me = {};
    me.rank = a.first_rank + (a.stride ? 0 : thread);
    me.n_ranks = a.n_ranks;
    me.bit = remote_bit(me.rank, 8 * sizeof(typename step::word));
    me.value = a.first_value + thread * a.most;
    me.log = a.log ? a.log + thread : nullptr;
    me.log_stride = n_warps * a.lanes;
    if (lane == 0)
        ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(&a.warps[warp], (uint32_t)REMOTE_CAME);
    me.tally.outcome = warp == 0 ? remote_await_parties(a, n_warps) : remote_await_first(a);
    const uint64_t visit_ticks = ga_ticks(), visit_cycles = ga_cycles();
    const uint32_t n = REMOTE_WARM_UP + a.n_samples;
    const bool stamps = !a.company && lane == 0;
    uint32_t after = 0;
    if (stamps)
        a.stamps[warp] = visit_ticks;
    GA_NO_UNROLL
    for (uint32_t s = 0; me.tally.outcome == GA_OK && me.i + a.accesses <= a.most; s++) {
        if (a.company ? s > 0 && !remote_stays(a, me, warp == 0, visit_ticks) : s == n)
            break;
        me.base = me.expected - me.i;
        uint32_t sum = 0;
        GA_NO_UNROLL
        for (uint32_t i = 0; i < a.accesses; i += REMOTE_UNROLL) {
            GA_UNROLL
            for (uint32_t k = 0; k < REMOTE_UNROLL; k++) {
                const uint32_t old = step::template access<R>(
                    p, me, me.i / REMOTE_UNROLL * REMOTE_UNROLL + k, after);
                sum += old;
                after = R == REMOTE_DEPENDENT ? old & zero : zero;
            }
            me.i += REMOTE_UNROLL;
        }
        if constexpr (R == REMOTE_UNUSED)
            ga_fence<GA_SCOPE_SYSTEM, GA_SEQ_CST>();
        const uint64_t end = ga_ticks_after(sum ^ me.tally.lost);
        if (stamps)
            a.stamps[(size_t)(s + 1) * n_warps + warp] = end;
    }
    me.tally.accesses = me.i;
    if (a.company && me.tally.outcome == GA_OK)
        me.tally.outcome = remote_ended(a, me, visit_ticks);
    const uint32_t finished = remote_finish(a, thread, warp, n_warps);
    me.tally.outcome = me.tally.outcome == GA_OK ? finished : me.tally.outcome;
    a.tallies[thread] = me.tally;
    if (!a.company && thread == 0)
        *a.visit = {me.tally.outcome, ga_sm_id(), ga_cycles() - visit_cycles,
                    ga_ticks() - visit_ticks};
}

#endif
