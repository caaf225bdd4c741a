/* lock_grid_barrier's kernels: all blocks of a grid meet, round after round.
 *
 * Contends: thread 0 of every block; the others wait for it. Progress assumed: resident blocks run. */
#ifndef GA_LOCK_GRID_BARRIER_KERNELS_H
#define GA_LOCK_GRID_BARRIER_KERNELS_H

#include "bench.h"
#include "barriers.h"

/* Rounds before those that count, an even number: whatever the barriers turn over is then as it was. */
enum { WARM_UP = 2, LAPS_PER_LOOK = 64, GAVE_UP = 1 };

/* Of thread 0 of each block. Times only of block 0: the others leave each round when it does. */
struct grid_record {
    uint64_t start, end, cycles; /* the first two in ticks */
    uint32_t rounds, n_wrong, atomics, loads, stores;
};

struct grid_args {
    uint32_t *words, *over;
    uint32_t
        *slots; /* [2][blocks]: plain; which round each block is in, for even and for odd ones */
    const uint32_t *zero;        /* one 0 a thread of a block; the compiler cannot know */
    struct grid_record *records; /* [blocks] */
    uint32_t rounds;
    bool proof;
    uint64_t spin_ticks;
};

/* Thread 0. out: whether all came. */
template <typename B>
GA_DEVICE bool meet(const struct grid_args &a, uint32_t *words, struct barrier_self *me) {
    const uint64_t begin = ga_ticks();
    uint32_t laps = 0;
    B::arrive(words, me);
    GA_NO_UNROLL
    while (!B::passed(words, me)) {
        if (++laps % LAPS_PER_LOOK == 0) {
            if (ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(a.over))
                return false;
            if (ga_ticks() - begin > a.spin_ticks) {
                ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(a.over, (uint32_t)GAVE_UP);
                return false;
            }
        }
        ga_pause();
    }
    return true;
}

/* Every thread of the block. shared: one word. out: whether all came. Waits: for the stores of all the block's threads,
 * before the one that releases them. The language wants no such wait, and not every compiler makes it. */
template <typename B, bool Waits>
GA_DEVICE bool meet_all(const struct grid_args &a, uint32_t *words, uint32_t *shared,
                        struct barrier_self *me) {
    if constexpr (Waits)
        ga_block_sync_writes();
    else
        ga_block_sync();
    if (ga_thread() == 0)
        *shared = meet<B>(a, words, me);
    ga_block_sync();
    return *shared;
}

/* The last thread of each block writes, and reads what the last one of the next block wrote: the barrier is for
 * all threads and for what they wrote by plain stores. The slots of the round after next are these again,
 * and nobody gets there before all have read. */
template <typename B, bool Waits = true> GA_DEVICE void grid(const struct grid_args &a) {
    uint32_t *const shared = (uint32_t *)ga_shared();
    const uint32_t n = ga_n_blocks(), me = ga_block(), next = me + 1 < n ? me + 1 : 0;
    const bool is_last = ga_thread() == ga_n_threads() - 1;
    struct grid_record *const record = &a.records[me];
    struct barrier_self self = {};
    uint32_t round = 0, n_wrong = 0;
    self.member = me;
    self.members = n;
    if (ga_thread() == 0)
        *shared = ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(a.over) != GAVE_UP;
    ga_block_sync();
    bool all_here = *shared;
    GA_NO_UNROLL
    for (; all_here && round < WARM_UP + a.rounds; round++) {
        if (round == WARM_UP && ga_thread() == 0) {
            record->cycles = ga_cycles();
            record->start = ga_ticks();
        }
        if (a.proof && is_last)
            a.slots[round % 2 * n + me] = round + 1;
        all_here = meet_all<B, Waits>(a, a.words + a.zero[ga_thread()], shared, &self);
        if (a.proof && is_last && all_here)
            n_wrong += a.slots[round % 2 * n + next] != round + 1;
    }
    if (ga_thread() == 0) {
        record->end = ga_ticks();
        record->cycles = ga_cycles_between(record->cycles, ga_cycles());
        record->rounds = all_here ? round : 0;
        record->atomics = self.atomics;
        record->loads = self.loads;
        record->stores = self.stores;
    }
    if (is_last)
        record->n_wrong = n_wrong;
}

#endif
