/* The measured kernels: one atomic operation in a loop, of one type and one regime; inside, a loop for
 * each scope, order, and with or without a barrier of the block after every access.
 *
 * Contends: what the layout says. Progress assumed: resident blocks run, as the barrier needs. */
#ifndef GA_CROWD_KERNELS_H
#define GA_CROWD_KERNELS_H

#include "device_atomics.h"
#include "crowd.h"

/* Bits of the old value that nobody knows to be none: what the next access waits for. */
template <typename T> GA_DEVICE uint32_t crowd_word(const T &x) {
    uint32_t word;
    __builtin_memcpy(&word, &x, sizeof word);
    return word;
}
template <typename T> GA_DEVICE T crowd_after(T x, uint32_t none) {
    uint32_t word = crowd_word(x) | none;
    __builtin_memcpy(&x, &word, sizeof word);
    return x;
}

template <typename Op, enum ga_regime R, enum ga_scope S, enum ga_order O, bool Barrier>
GA_DEVICE uint32_t crowd_access(const struct crowd_args &a, typename Op::type *p, bool active,
                                uint32_t i, typename Op::type *old) {
    typename Op::type x = Op::operand(i);
    if (R == GA_DEPENDENT)
        x = crowd_after(x, crowd_word(*old) & a.zero);
    if (active && R == GA_UNUSED)
        Op::template silent<S, O>(p, x);
    else if (active)
        *old = Op::template apply<S, O>(p, x);
    if (Barrier)
        ga_block_sync();
    return R == GA_UNUSED ? 0 : crowd_word(*old);
}

/* A fence or a barrier orders the accesses whatever the loop is: only without is it unrolled;
 * nor is what is a loop itself. */
template <typename Op, enum ga_regime R, enum ga_scope S, enum ga_order O, bool Barrier>
GA_DEVICE uint32_t crowd_loop(const struct crowd_args &a, typename Op::type *p, bool active) {
    typename Op::type old = {};
    uint32_t sum = 0;
    if constexpr (R == GA_DEPENDENT || O != GA_RELAXED || Barrier || Op::is_loop) {
        GA_NO_UNROLL
        for (uint32_t i = 0; i < a.accesses; i++)
            sum += crowd_access<Op, R, S, O, Barrier>(a, p, active, i, &old);
    } else {
        GA_NO_UNROLL
        for (uint32_t i = 0; i < a.accesses; i += CROWD_UNROLL) {
            typename Op::type each[CROWD_UNROLL] = {};
            GA_UNROLL
            for (uint32_t k = 0; k < CROWD_UNROLL; k++)
                if (active && R == GA_UNUSED)
                    Op::template silent<S, O>(p, Op::operand(i + k));
                else if (active)
                    each[k] = Op::template apply<S, O>(p, Op::operand(i + k));
            GA_UNROLL
            for (uint32_t k = 0; k < CROWD_UNROLL && R != GA_UNUSED; k++)
                sum += crowd_word(each[k]);
        }
    }
    if constexpr (Op::is_loop) /* its lanes end apart, and one of them takes the time */
        sum += (uint32_t)ga_ballot(sum & 1);
    return sum;
}

#define CROWD_CASE(S, O, b)                                                                        \
    case ((uint32_t)S * CROWD_ORDERS + (uint32_t)O) * 2 + b:                                       \
        return crowd_loop<Op, R, S, O, b>(a, p, active);
#define CROWD_SCOPE(S, b)                                                                          \
    CROWD_CASE(S, GA_RELAXED, b)                                                                   \
    CROWD_CASE(S, GA_ACQUIRE, b)                                                                   \
    CROWD_CASE(S, GA_RELEASE, b)                                                                   \
    CROWD_CASE(S, GA_ACQ_REL, b)                                                                   \
    CROWD_CASE(S, GA_SEQ_CST, b)
template <typename Op, enum ga_regime R>
GA_DEVICE uint32_t crowd_run(const struct crowd_args &a, typename Op::type *p, bool active) {
    switch (a.section) {
        CROWD_SCOPE(GA_SCOPE_BLOCK, false)
        CROWD_SCOPE(GA_SCOPE_DEVICE, false)
        CROWD_SCOPE(GA_SCOPE_SYSTEM, false)
        CROWD_SCOPE(GA_SCOPE_BLOCK, true)
        CROWD_SCOPE(GA_SCOPE_DEVICE, true)
        CROWD_SCOPE(GA_SCOPE_SYSTEM, true)
    }
    return 0;
}

/* Times the accesses of a thread, run(its word, whether it takes part), which returns what depends on
 * all results. With unused results the clock of the accesses stops when the last has left; a load of the
 * word comes back when memory has them all. */
template <enum ga_regime R, typename Word, typename Run>
GA_DEVICE void crowd_time(const struct crowd_args &a, Run run) {
    const uint32_t t = ga_block() * ga_n_threads() + ga_thread();
    const uint32_t where = a.where[t];
    Word *const p = (Word *)(a.words + (size_t)(where & CROWD_OFFSET) * 4);
    const bool active = !(where & CROWD_IDLE);
    const uint64_t begin = ga_cycles_after(where), start = ga_ticks();
    const uint32_t sum = run(p, active);
    uint64_t issued = 0, end = 0;
    if (R == GA_UNUSED)
        issued = ga_ticks();
    if (R != GA_UNUSED || !active)
        end = ga_cycles_after(sum & a.zero);
    else
        end = ga_cycles_after(ga_load_u32_device_relaxed((const uint32_t *)p) & a.zero);
    const uint64_t done =
        ga_ticks(); /* after the cycles, as at the start: many at once read it slowly */
    if (where & CROWD_LEADER)
        a.laps[t / ga_warp_size()] = {start, R == GA_UNUSED ? issued : done, done, end - begin,
                                      ga_sm_id()};
}

template <typename Op, enum ga_regime R> GA_DEVICE void crowd(const struct crowd_args &a) {
    crowd_time<R, typename Op::type>(
        a, [&a](typename Op::type *p, bool active) { return crowd_run<Op, R>(a, p, active); });
}

#endif
