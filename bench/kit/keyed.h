/* Kernels of the whole device that go through keys in memory: how a thread loads them, and how a run is timed. The
 * host's side is keyed_host.h. */
#ifndef GA_KEYED_H
#define GA_KEYED_H

#include "device_atomics.h"

enum { KEYED_QUAD = 4 };

/* What a thread loads at once. */
struct alignas(16) keyed_quad {
    uint32_t at[KEYED_QUAD];
};

/* A block's: ticks from its first thread's start until memory has all that it wrote, and cycles. */
struct keyed_lap {
    uint64_t start, done, cycles;
};

/* What a run was: ticks from the first block's start to the last one's finish. found: the benchmark's own. */
struct keyed_sample {
    uint64_t first, last, cycles, ticks, found;
    uint32_t n_laps, wrong;
};

/* Calls visit(key, index) for every key of this thread. n_quads: a multiple of the warp's size, so that the lanes of a
 * warp leave the loop together. The loop over the keys of a quad is unrolled: what visits one stands in the code
 * KEYED_QUAD times. */
template <typename Visit>
GA_DEVICE void keyed_each(const struct keyed_quad *keys, uint32_t n_quads, Visit visit) {
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    GA_NO_UNROLL
    for (uint32_t i = ga_block() * ga_n_threads() + ga_thread(); i < n_quads; i += step) {
        const struct keyed_quad quad = keys[i];
        GA_UNROLL
        for (uint32_t k = 0; k < KEYED_QUAD; k++)
            visit(quad.at[k], i * KEYED_QUAD + k);
    }
}

/* All lanes of a warp call it together. out: those that have this lane's key: by one instruction, or by a vote on each of
 * its bits. */
GA_DEVICE ga_lanes keyed_same(uint32_t key, uint32_t key_bits) {
#if defined(GA_BACKEND_HIP)
    ga_lanes same = ga_ballot(true);
    GA_NO_UNROLL
    for (uint32_t bit = 0; bit < key_bits; bit++) {
        const bool mine = key >> bit & 1;
        const ga_lanes set = ga_ballot(mine);
        same &= mine ? set : ~set;
    }
    return same;
#else
    (void)key_bits;
    return ga_match(key);
#endif
}

/* The thread that notes the block's lap calls begin first; all threads call end last. */
GA_DEVICE struct keyed_lap keyed_begin(void) { return {ga_ticks(), 0, ga_cycles()}; }

GA_DEVICE void keyed_end(struct keyed_lap *laps, const struct keyed_lap &begin) {
    ga_await_writes();
    ga_block_sync();
    if (ga_thread() == 0) { /* the cycles first, as many threads read the timer slowly at once */
        const uint64_t cycles = ga_cycles_between(begin.cycles, ga_cycles());
        laps[ga_block()] = {begin.start, ga_ticks(), cycles};
    }
}

GA_DEVICE void keyed_join(struct keyed_sample *s, const struct keyed_sample &more) {
    s->first = more.first < s->first ? more.first : s->first;
    s->last = more.last > s->last ? more.last : s->last;
    s->cycles += more.cycles;
    s->ticks += more.ticks;
    s->n_laps += more.n_laps;
}

/* By one block, of a check. Shared memory: a sample for each thread, whose number is a power of two. Clears laps. */
GA_DEVICE void keyed_collect(struct keyed_lap *laps, uint32_t n_laps, struct keyed_sample *sample) {
    struct keyed_sample *const all = (struct keyed_sample *)ga_shared();
    struct keyed_sample mine = {UINT64_MAX, 0, 0, 0, 0, 0, 0};
    for (uint32_t i = ga_thread(); i < n_laps; i += ga_n_threads()) {
        const struct keyed_lap lap = laps[i];
        if (lap.done > 0)
            keyed_join(&mine, {lap.start, lap.done, lap.cycles, lap.done - lap.start, 0, 1, 0});
        laps[i].done = 0;
    }
    all[ga_thread()] = mine;
    for (uint32_t half = ga_n_threads() / 2; half > 0; half /= 2) {
        ga_block_sync();
        if (ga_thread() < half)
            keyed_join(&all[ga_thread()], all[ga_thread() + half]);
    }
    if (ga_thread() > 0)
        return;
    sample->first = all[0].first;
    sample->last = all[0].last;
    sample->cycles = all[0].cycles;
    sample->ticks = all[0].ticks;
    sample->n_laps = all[0].n_laps;
}

/* Whoever finds something wrong says so in the same word. */
GA_DEVICE void keyed_wrong(struct keyed_sample *sample) {
    ga_store_u32_device_release(&sample->wrong, 1);
}

#endif
