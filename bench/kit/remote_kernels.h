/* The kernels of remote.h: one an operation, scope and regime.
 *
 *   dependent    every access needs the result of the one before it: latency
 *   independent  none does, and all results are used: of a thread REMOTE_UNROLL are under way at a time
 *   unused       nobody reads the results; a round ends when a fence at system scope says that all are done
 *
 * Contends: the threads of all parties on one word, or with `stride` on a word for each thread, which the
 * same thread of the other parties has too. Progress assumed: resident blocks run; nothing of lanes. */
#ifndef GA_REMOTE_KERNELS_H
#define GA_REMOTE_KERNELS_H

#include "device_order.h"
#include "remote_steps.h"

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

/* Company: whether it stays for another round, before which it may rest. */
GA_DEVICE bool remote_stays(const struct remote_args &a, struct remote_self &me, bool first,
                            uint64_t since) {
    const uint64_t begin = ga_ticks();
    me.over = remote_is_over(a, first);
    if constexpr (REMOTE_REST_TICKS > 0)
        while (!me.over && me.i >= (REMOTE_WARM_UP + a.n_rounds) * a.accesses &&
               ga_ticks() - begin <= REMOTE_REST_TICKS) {
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

/* x as it is, but not before `nothing`, a 0, is known. */
template <typename T> GA_DEVICE T remote_not_before(uint32_t nothing, T x) {
    uint32_t part[sizeof(T) / sizeof(uint32_t)];
    __builtin_memcpy(part, &x, sizeof x);
    GA_UNROLL
    for (uint32_t i = 0; i < sizeof(T) / sizeof(uint32_t); i++)
        part[i] ^= nothing;
    __builtin_memcpy(&x, part, sizeof x);
    return x;
}

/* REMOTE_UNROLL accesses, each of which needs the result before. zero: 0. after: as for `issue`, of the next. out: a sum
 * that needs the results. */
template <typename Step, typename T>
GA_DEVICE uint32_t remote_one_by_one(T *p, struct remote_self &me, uint32_t zero, uint32_t *after) {
    const uint32_t first = me.i / REMOTE_UNROLL * REMOTE_UNROLL;
    uint32_t sum = 0;
    GA_UNROLL
    for (uint32_t k = 0; k < REMOTE_UNROLL; k++) {
        const T old = Step::template issue<REMOTE_DEPENDENT>(p, me, first + k, *after);
        sum = Step::template note<REMOTE_DEPENDENT>(me, first + k, old);
        *after = sum & zero;
    }
    me.i += REMOTE_UNROLL;
    return sum;
}

/* Likewise, all under way at a time: compilers like to look at a result before they issue the next access, which saves a
 * register; none may be looked at before the last is there. */
template <typename Step, enum remote_regime R, typename T>
GA_DEVICE uint32_t remote_together(T *p, struct remote_self &me, uint32_t zero) {
    const uint32_t first = me.i / REMOTE_UNROLL * REMOTE_UNROLL;
    uint32_t sum = 0, nothing = 0;
    T old[REMOTE_UNROLL];
    GA_UNROLL
    for (uint32_t k = 0; k < REMOTE_UNROLL; k++)
        old[k] = Step::template issue<R>(p, me, first + k, zero);
    if constexpr (R != REMOTE_UNUSED)
        nothing = remote_word<T>::value(old[REMOTE_UNROLL - 1]) & zero;
    GA_UNROLL
    for (uint32_t k = 0; k < REMOTE_UNROLL; k++)
        sum += Step::template note<R>(me, first + k, remote_not_before(nothing, old[k]));
    me.i += REMOTE_UNROLL;
    return sum;
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
    const uint32_t n = REMOTE_WARM_UP + a.n_rounds;
    const bool stamps = !a.company && lane == 0;
    uint32_t after = zero;
    if (stamps)
        a.stamps[warp] = visit_ticks;
    GA_NO_UNROLL
    for (uint32_t s = 0; me.tally.outcome == GA_OK && me.i + a.accesses <= a.most; s++) {
        if (a.company ? s > 0 && !remote_stays(a, me, warp == 0, visit_ticks) : s == n)
            break;
        me.base = me.expected - me.i;
        uint32_t sum = 0;
        GA_NO_UNROLL
        for (uint32_t i = 0; i < a.accesses; i += REMOTE_UNROLL)
            sum += R == REMOTE_DEPENDENT ? remote_one_by_one<step>(p, me, zero, &after)
                                         : remote_together<step, R>(p, me, zero);
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
