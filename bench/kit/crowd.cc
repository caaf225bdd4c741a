/* The kernels around a measured one: which places are near, which part is which block's, where every thread's word is,
 * and what came of a launch. */
#include "crowd_parts.h"
#include "splitmix64.h"

enum { NEAR_ADDS = 32, NEAR_PASSES = 4 };

/* One block. Expected: an atomic add at device scope that returns. Contends: nobody: one thread adds, in a
 * chain that waits for each result. The first pass finds no address translation. */
GA_KERNEL(crowd_near, near_args) {
    if (ga_thread() != 0)
        return;
    uint32_t old = 0;
    GA_NO_UNROLL
    for (uint32_t k = 0; k < a.n; k++) {
        uint32_t *const word = (uint32_t *)(a.words + k * a.apart_bytes);
        uint64_t least = UINT32_MAX;
        GA_NO_UNROLL
        for (uint32_t pass = 0; pass < NEAR_PASSES; pass++) {
            const uint64_t begin = ga_cycles_after(old);
            GA_NO_UNROLL
            for (uint32_t i = 0; i < NEAR_ADDS; i++)
                old = ga_add_u32_device_relaxed(word, (old & a.zero) | 1);
            const uint64_t cycles = ga_cycles_between(begin, ga_cycles_after(old));
            least = cycles < least ? cycles : least;
        }
        a.cycles[k] = (uint32_t)least;
    }
}

/* The place of a lane among those of its warp that come to take part. Evenly: every n-th lane first. */
GA_DEVICE uint32_t even_rank(uint32_t lanes, uint32_t lane, uint32_t n_lanes) {
    const uint32_t apart = lanes < n_lanes ? n_lanes / lanes : 1;
    return lane % apart ? n_lanes : lane / apart;
}

/* At random. */
GA_DEVICE uint32_t lane_rank(uint64_t seed, uint32_t warp, uint32_t lane, uint32_t n_lanes) {
    const uint64_t mine = ga_splitmix64_mix(seed + ((uint64_t)warp << 8) + lane);
    uint32_t rank = 0;
    for (uint32_t other = 0; other < n_lanes; other++) {
        const uint64_t x = ga_splitmix64_mix(seed + ((uint64_t)warp << 8) + other);
        rank += x < mine || (x == mine && other < lane);
    }
    return rank;
}

/* Contends: nobody. No atomics. */
GA_KERNEL_FULL(crowd_place, place_args) {
    const uint32_t part = a.parts ? a.parts[ga_block()] : ga_block();
    const uint32_t block = (part + a.first_block) % ga_n_blocks();
    const uint32_t t = block * ga_n_threads() + ga_thread();
    const uint32_t warp = t / ga_warp_size(), lane = t % ga_warp_size();
    const struct crowd_layout *const l = &a.layout;
    const uint32_t w = l->warp_words;
    const bool all = l->lanes >= ga_warp_size();
    const uint32_t rank = l->even || (all && !l->by_rank)
                              ? even_rank(l->lanes, lane, ga_warp_size())
                              : lane_rank(l->seed, warp, lane, ga_warp_size());
    const uint32_t k = l->by_rank ? rank % l->n_words
                       : w        ? warp % (l->n_words / w) * w + lane % w
                                  : t / l->run % l->n_words;
    const uint32_t flags = rank >= l->lanes ? CROWD_IDLE : rank == 0 ? CROWD_LEADER : 0;
    a.where[ga_block() * ga_n_threads() + ga_thread()] = (uint32_t)(word_offset(l, k) / 4) | flags;
}

/* One block. Contends: nobody. No atomics. An SM's number has 16 bits. */
GA_KERNEL_FULL(crowd_deal, deal_args) {
    uint32_t *const sms = a.parts; /* until the parts are known */
    for (uint32_t b = ga_thread(); b < a.n_blocks; b += ga_n_threads())
        sms[b] = a.laps[b * a.block_warps].sm;
    ga_block_sync();
    for (uint32_t b = ga_thread(); b < a.n_blocks; b += ga_n_threads()) {
        const uint32_t sm = sms[b];
        uint32_t before = 0;
        for (uint32_t other = 0; other < b; other++)
            before += sms[other] == sm;
        a.keys[b] = before << 16 | sm;
    }
    ga_block_sync();
    for (uint32_t b = ga_thread(); b < a.n_blocks; b += ga_n_threads()) {
        const uint32_t key = a.keys[b];
        uint32_t part = 0;
        for (uint32_t other = 0; other < a.n_blocks; other++)
            part += a.keys[other] < key;
        a.parts[b] = part;
    }
}

/* A thread's words are first, first + step, ..
 * out: how many of them are not as expected. */
GA_DEVICE uint32_t wrong_words(const struct collect_args &a, uint32_t first, uint32_t step) {
    uint32_t wrong = 0;
    for (uint32_t k = first; k < a.layout.n_words; k += step) {
        const uint32_t *const word = (const uint32_t *)(a.words + word_offset(&a.layout, k));
        bool same = true;
        for (uint32_t i = 0; i < a.word_bytes / 4; i++)
            same = same && word[i] == a.expected[i];
        wrong += !same;
    }
    return wrong;
}

GA_DEVICE void set_up_words(const struct collect_args &a, uint32_t first, uint32_t step) {
    for (uint32_t k = first; k < a.layout.n_words; k += step) {
        uint32_t *const word = (uint32_t *)(a.next + word_offset(&a.layout, k));
        for (uint32_t i = 0; i < a.word_bytes / 4; i++)
            word[i] = a.initial[i];
    }
}

GA_DEVICE void add_lap(struct crowd_sample *s, const struct crowd_lap &lap, uint32_t accesses) {
    const uint64_t access = lap.issued - lap.start;
    const double rate = (double)accesses / (double)(access ? access : 1);
    s->first = lap.start < s->first ? lap.start : s->first;
    s->last = lap.done > s->last ? lap.done : s->last;
    s->access_min = access < s->access_min ? access : s->access_min;
    s->access_max = access > s->access_max ? access : s->access_max;
    s->clock_cycles += lap.cycles;
    s->clock_ticks += lap.done - lap.start;
    s->access_sum += (double)access;
    s->rate_sum += rate;
    s->rate_squares += rate * rate;
    s->n_laps++;
}

/* Shared memory: a sample for each thread. Contends: nobody. No atomics. */
GA_KERNEL_FULL(crowd_collect, collect_args) {
    struct crowd_sample *const all = (struct crowd_sample *)ga_shared();
    struct crowd_sample mine = {UINT64_MAX, 0, UINT64_MAX, 0, 0, 0, 0, 0, 0, 0, 0};
    const uint32_t first = ga_block() * ga_n_threads() + ga_thread();
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    if (a.words)
        mine.n_wrong = wrong_words(a, first, step);
    if (a.next)
        set_up_words(a, first, step);
    for (uint32_t w = first; w < a.n_warps; w += step) {
        if (a.laps[w].done > 0)
            add_lap(&mine, a.laps[w], a.accesses);
        a.laps[w].done = 0;
    }
    if (!a.words)
        return;
    all[ga_thread()] = mine;
    for (uint32_t half = ga_n_threads() / 2; half > 0; half /= 2) {
        ga_block_sync();
        if (ga_thread() < half)
            join(&all[ga_thread()], &all[ga_thread() + half]);
    }
    if (ga_thread() == 0)
        a.sample[ga_block()] = all[0];
}
