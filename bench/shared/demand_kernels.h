/* The kernels of shared_demand: one for each group of operations and regime, with a loop for each
 * operation. */
#ifndef GA_DEMAND_KERNELS_H
#define GA_DEMAND_KERNELS_H

#include "place.h"
#include "together_host.h"
#include "demand_operations.h"

enum demand_operation {
#define GA_DEMAND(group, op, type, ...) DEMAND_##op##_##type,
#include "demand.def"
#undef GA_DEMAND
    N_DEMAND_OPERATIONS
};
enum demand_group { GROUP_word, GROUP_swap, GROUP_wide, GROUP_real, N_DEMAND_GROUPS };
enum demand_regime { DEMAND_DEPENDENT, DEMAND_INDEPENDENT, DEMAND_UNUSED, N_DEMAND_REGIMES };

enum { DEMAND_MOST_WARPS = 64, DEMAND_UNROLL = 8, DEMAND_WORDS_BYTES = 8192 };

/* A point. bytes: of a word. Lane l of a block's warp w works on word l * lane_stride + w * warp_stride, as the thread
 * number l * lane_rank + w * warp_rank of those that share it. index: in the batch. */
struct demand_visit {
    uint32_t n, e, accesses, operation, bytes;
    uint32_t lane_stride, warp_stride, lane_rank, warp_rank;
    uint32_t index;
};

/* One lane's; clocks relative to the agreed start. bad: the word was not what it must be. */
struct demand_lane {
    uint32_t bad, start, end;
};

/* What a block shares. Thread 0 steers. */
struct demand_block {
    struct ga_steering steering;
    uint32_t jobs, sm_id;
    struct ga_jobs warp[DEMAND_MOST_WARPS];
    alignas(128) unsigned char words[DEMAND_WORDS_BYTES];
    struct demand_lane lane[1]; /* [threads] */
};

/* What a thread does in a visit. first: any word, the same for all; sharers: how many threads its word has; first of them:
 * rank 0. */
struct demand_task {
    void *word, *first;
    uint32_t zero, rank, sharers, accesses;
    bool active;
};

template <typename T> GA_DEVICE uint32_t demand_low(T x) {
    uint32_t word;
    __builtin_memcpy(&word, &x, sizeof word);
    return word;
}

/* The measured accesses of a lane. Loops of the compiler are not unrolled. */
template <typename Op, enum demand_regime R, bool Unrolled>
GA_DEVICE uint32_t demand_accesses(const struct demand_task &t) {
    typename Op::type *const p = (typename Op::type *)t.word;
    struct demand_number number = {t.rank * t.accesses + 1, t.zero + 1, 0};
    uint32_t sum = 0;
    if constexpr (R == DEMAND_DEPENDENT || !Unrolled) {
        uint32_t late = 0;
        GA_NO_UNROLL
        for (; number.i < t.accesses; number.i++) {
            const uint32_t old = demand_low(Op::access(p + late, number));
            if (R == DEMAND_DEPENDENT)
                late = old & t.zero;
            if (R != DEMAND_UNUSED)
                sum += old;
        }
    } else {
        GA_NO_UNROLL
        for (uint32_t i = 0; i < t.accesses; i += DEMAND_UNROLL) {
            uint32_t old[DEMAND_UNROLL];
            GA_UNROLL
            for (uint32_t u = 0; u < DEMAND_UNROLL; u++) {
                number.i = i + u;
                old[u] = demand_low(Op::access(p, number));
            }
            GA_UNROLL
            for (uint32_t u = 0; u < DEMAND_UNROLL && R != DEMAND_UNUSED; u++)
                sum += old[u];
        }
    }
    return sum;
}

/* One sample of a lane. Results that nobody waits for are there when a load behind them is, which is of one
 * word for all lanes and so a single pass. */
template <typename Op, enum demand_regime R, bool Unrolled>
GA_DEVICE struct demand_lane demand_lane_of(const struct demand_task &t, uint64_t base) {
    const uint64_t start = ga_cycles();
    uint32_t last = demand_accesses<Op, R, Unrolled>(t);
    if (R == DEMAND_UNUSED)
        last = ga_shared_load((const uint32_t *)t.first);
    const uint64_t end = ga_cycles_after(last & t.zero);
    return {0, ga_since(base, start), ga_since(base, end)};
}

/* The three things that a thread does with its word: what is initially there, a sample, the check. */
struct demand_prepare {
    template <typename Op, enum demand_regime, bool>
    GA_DEVICE void with(const struct demand_task &t, uint64_t, struct demand_lane *) {
        if (t.active && t.rank == 0)
            ga_shared_store((typename Op::type *)t.word, Op::initial());
    }
};
/* The barrier is as close to the accesses as can be: finding the operation takes each warp its time. */
struct demand_measure {
    template <typename Op, enum demand_regime R, bool Unrolled>
    GA_DEVICE void with(const struct demand_task &t, uint64_t base, struct demand_lane *lane) {
        ga_wait_until(base);
        ga_block_sync();
        if (t.active)
            *lane = demand_lane_of<Op, R, Unrolled>(t, base);
    }
};
struct demand_check {
    template <typename Op, enum demand_regime, bool>
    GA_DEVICE void with(const struct demand_task &t, uint64_t, struct demand_lane *lane) {
        if (t.active)
            lane->bad = ga_shared_load((const typename Op::type *)t.word) !=
                        Op::final(t.sharers * t.accesses, t.accesses);
    }
};

/* The operations of a group, of which a kernel has no others. */
#define GA_DEMAND(group, op, type, ...)                                                            \
    if constexpr (G == GROUP_##group)                                                              \
        if (operation == DEMAND_##op##_##type)                                                     \
            What::template with<demand_##op##_##type, R, G == GROUP_word || G == GROUP_swap>(      \
                t, base, lane);
template <typename What, enum demand_group G, enum demand_regime R>
GA_DEVICE void demand_each(uint32_t operation, const struct demand_task &t, uint64_t base,
                           struct demand_lane *lane) {
#include "demand.def"
}
#undef GA_DEMAND

/* Lane 0 of a warp that works: its lanes into one. */
GA_DEVICE struct ga_jobs demand_fold(const struct demand_lane *lane, uint32_t e) {
    struct ga_jobs all = ga_no_jobs();
    GA_NO_UNROLL
    for (uint32_t i = 0; i < e; i++)
        ga_join(&all, {lane[i].bad, lane[i].start, lane[i].start, lane[i].end});
    return all;
}

/* Thread 0: the block's result. */
GA_DEVICE void demand_conclude(struct demand_block *s) {
    struct ga_jobs all = ga_no_jobs();
    GA_NO_UNROLL
    for (uint32_t w = 0; w < s->jobs; w++)
        ga_join(&all, s->warp[w]);
    if (all.result)
        s->steering.outcome = GA_WRONG;
    s->steering.latest = all;
}

GA_DEVICE struct demand_task demand_task_of(const struct demand_visit &v, struct demand_block *s,
                                            uint32_t zero) {
    const uint32_t thread = ga_thread();
    const uint32_t warp = thread / ga_warp_size(), lane = thread % ga_warp_size();
    struct demand_task t;
    t.first = s->words + zero;
    t.active = warp < s->jobs && lane < v.e;
    t.word =
        s->words + (t.active ? (lane * v.lane_stride + warp * v.warp_stride) * v.bytes : 0) + zero;
    t.zero = zero;
    t.rank = lane * v.lane_rank + warp * v.warp_rank;
    t.sharers = (v.lane_rank ? v.e : 1) * (v.warp_rank ? s->jobs : 1);
    t.accesses = v.accesses;
    return t;
}

/* Contends: the n warps of one SM, e lanes each, on the words that the pattern says; every block has words
 * of its own. SMs do not disturb each other, so each works through points of its own. Progress assumed:
 * resident blocks run, as the compare-and-swap loops need; lanes need none. */
template <enum demand_group G, enum demand_regime R>
GA_DEVICE void demand_kernel(const struct ga_together_args &a) {
    struct demand_block *const s = (struct demand_block *)ga_shared();
    struct ga_place place;
    if (ga_find_place(a.place_table, a.ask.blocks_per_sm, a.ask.spin_ticks, (uint32_t *)ga_shared(),
                      &place) != GA_OK)
        return;
    const uint32_t thread = ga_thread(), zero = a.zero[thread];
    const uint32_t warps = ga_n_threads() / ga_warp_size();
    const uint32_t warp = thread / ga_warp_size(), lane = thread % ga_warp_size();
    if (thread == 0) {
        s->sm_id = place.sm_id;
        ga_steer(&s->steering, place.rank);
    }
    GA_NO_UNROLL
    for (uint32_t i = place.sm; i < a.n_visits; i += a.n_sms) {
        const struct demand_visit *const v = (const struct demand_visit *)a.visits + i;
        if (thread == 0) {
            const uint32_t before = s->steering.rank * warps;
            s->jobs = v->n <= before ? 0 : v->n - before < warps ? v->n - before : warps;
            ga_open_visit(&s->steering);
        }
        ga_block_sync();
        const struct demand_task t = demand_task_of(*v, s, zero);
        for (;;) {
            if (thread == 0)
                ga_agree(&s->steering, &a.mail[i % a.n_sms * a.ask.blocks_per_sm], a.ask,
                         &a.cycles[(size_t)v->index * a.ask.n_samples]);
            demand_each<demand_prepare, G, R>(v->operation, t, 0, nullptr);
            ga_block_sync();
            if (s->steering.next == GA_STOP)
                break;
            const uint64_t base = s->steering.base, quiet_end = base + s->steering.quiet;
            struct demand_lane found = {0, 0, 0};
            demand_each<demand_measure, G, R>(v->operation, t, base, &found);
            ga_wait_until(quiet_end); /* what follows would disturb the SM's other blocks */
            ga_block_sync();
            demand_each<demand_check, G, R>(v->operation, t, 0, &found);
            if (t.active)
                s->lane[thread] = found;
            ga_block_sync();
            if (warp < s->jobs && lane == 0)
                s->warp[warp] = demand_fold(&s->lane[thread], v->e);
            ga_block_sync();
            if (thread == 0 && s->jobs)
                demand_conclude(s);
            ga_converge();
        }
        if (thread == 0 && s->steering.rank == 0)
            ga_close_visit(&s->steering, s->sm_id, &a.results[v->index]);
        if (s->steering.outcome == GA_TIMEOUT)
            return;
        ga_block_sync();
    }
}

#define DEMAND_KERNELS(group)                                                                      \
    GA_KERNEL_PAIRED(shared_demand_##group##_dependent, ga_together_args) {                        \
        demand_kernel<GROUP_##group, DEMAND_DEPENDENT>(a);                                         \
    }                                                                                              \
    GA_KERNEL_PAIRED(shared_demand_##group##_independent, ga_together_args) {                      \
        demand_kernel<GROUP_##group, DEMAND_INDEPENDENT>(a);                                       \
    }                                                                                              \
    GA_KERNEL_PAIRED(shared_demand_##group##_unused, ga_together_args) {                           \
        demand_kernel<GROUP_##group, DEMAND_UNUSED>(a);                                            \
    }

#endif
