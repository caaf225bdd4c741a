/* The kernels of shared_histogram: each a template's instance, one for every kernel, use of the result,
 * counter and number of atomics; and the one that checks what they left. */
#ifndef GA_HISTOGRAM_KERNELS_H
#define GA_HISTOGRAM_KERNELS_H

#include "device_atomics.h"
#include "histogram_layout.h"

/* A block's: ticks from its first thread's start until memory has all that it counted, and cycles. */
struct histogram_lap {
    uint64_t start, done, cycles;
};

/* counts: [HISTOGRAM_BINS], to which the blocks add. differences: [thread of the grid], where results are
 * used: their sum over the grid is 0. rounds: of a block, a pixel a thread each, until its counters have to
 * be merged because they could be full. zero: 0; the compiler does not know. */
struct histogram_args {
    const uint32_t *pixels;
    uint32_t *counts, *differences;
    struct histogram_lap *laps; /* [block] */
    uint32_t n_pixels, rounds, zero;
};

template <bool Packed> GA_DEVICE uint32_t histogram_count(const uint32_t *bins, uint32_t bin) {
    const uint32_t word = bins[histogram_word(Packed, bin)];
    return Packed ? word >> histogram_shift(Packed, bin) & 0xffff : word;
}

/* What the results of count adds of 1 to a bin add up to: 0 + 1 + .. + (count - 1). */
GA_DEVICE uint32_t histogram_tickets(uint32_t count) {
    return (uint32_t)((uint64_t)count * (count - (count > 0)) / 2);
}

/* One pixel of this thread. out: the sum of the results. With fewer visits than channels the last channel has an OR of
 * the add's offset and operand into `left` in place of the add, and 0 for its result: as many instructions, and one
 * less for the unit. */
template <bool Reordered, bool Used, bool Packed, uint32_t Visits>
GA_DEVICE uint32_t histogram_pixel(uint32_t *bins, uint32_t pixel, uint32_t zero, uint32_t *left) {
    const uint32_t channels = HISTOGRAM_CHANNELS, looks = Visits < channels ? channels : Visits;
    uint32_t sum = 0;
    GA_UNROLL
    for (uint32_t visit = 0; visit < looks; visit++) {
        const uint32_t bin = histogram_bin(pixel, histogram_channel(Reordered, ga_thread(), visit));
        const uint32_t shift = histogram_shift(Packed, bin), one = Packed ? 1u << shift : 1u;
        uint32_t *const word = bins + histogram_word(Packed, bin);
        uint32_t old = zero;
        if (visit < Visits)
            old = ga_add_u32_block_relaxed(word, one);
        else
            *left |= (uint32_t)((word - bins) * sizeof *word) | (Packed ? one : 0);
        if (Used)
            sum += Packed ? old >> shift & 0xffff : old;
    }
    return sum;
}

/* Adds the block's counters to those of the device. out: the sum of what the results of this thread's bins
 * must have been. */
template <bool Used, bool Packed>
GA_DEVICE uint32_t histogram_merge(uint32_t *counts, const uint32_t *bins) {
    uint32_t tickets = 0;
    GA_NO_UNROLL
    for (uint32_t bin = ga_thread(); bin < HISTOGRAM_BINS; bin += ga_n_threads()) {
        const uint32_t count = histogram_count<Packed>(bins, bin);
        if (Used)
            tickets += histogram_tickets(count);
        if (count > 0)
            GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(counts + bin, count);
    }
    return tickets;
}

/* Each block counts its pixels in shared memory, consecutive pixels by consecutive threads, and adds its
 * counters to the device's. Contends: the block's threads on the bins of their pixels, which come from
 * memory, so that lanes are not combined; then the blocks, once a bin. Progress assumed: the block's
 * barrier. Expected: Visits block-scope adds, with a result if it is used, and one of device scope without. */
template <bool Reordered, bool Used, bool Packed, uint32_t Visits>
GA_DEVICE void histogram(const struct histogram_args &a) {
    const uint64_t start = ga_ticks(), cycles = ga_cycles();
    uint32_t *const bins = (uint32_t *)ga_shared();
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    uint32_t first = ga_block() * ga_n_threads(), difference = 0, left = 0;
    GA_NO_UNROLL
    while (first < a.n_pixels) {
        GA_NO_UNROLL
        for (uint32_t i = ga_thread(); i < histogram_word(Packed, HISTOGRAM_BINS);
             i += ga_n_threads())
            bins[i] = 0;
        ga_block_sync();
        GA_NO_UNROLL
        for (uint32_t round = 0; round < a.rounds && first < a.n_pixels; round++, first += step)
            if (first + ga_thread() < a.n_pixels)
                difference += histogram_pixel<Reordered, Used, Packed, Visits>(
                    bins, a.pixels[first + ga_thread()], a.zero, &left);
        ga_block_sync();
        difference -= histogram_merge<Used, Packed>(a.counts, bins);
        ga_block_sync();
    }
    if (Used)
        a.differences[ga_block() * ga_n_threads() + ga_thread()] = difference;
    if (left & a.zero) /* never; so that it is not for nothing */
        a.counts[0] = left;
    ga_await_writes();
    ga_block_sync();
    if (ga_thread() == 0) { /* the cycles first, as many threads read the timer slowly at once */
        const uint64_t passed = ga_cycles_between(cycles, ga_cycles());
        a.laps[ga_block()] = {start, ga_ticks(), passed};
    }
}

/* X(name, reordered, used, packed, visits) for each. */
#define HISTOGRAM_VISITS(X, name, reordered, used, packed)                                         \
    X(name##_less, reordered, used, packed, 3)                                                     \
    X(name##_same, reordered, used, packed, 4)                                                     \
    X(name##_more, reordered, used, packed, 5)
#define HISTOGRAM_COUNTERS(X, name, reordered, used)                                               \
    HISTOGRAM_VISITS(X, name##_word, reordered, used, false)                                       \
    HISTOGRAM_VISITS(X, name##_packed, reordered, used, true)
#define HISTOGRAM_RESULTS(X, name, reordered)                                                      \
    HISTOGRAM_COUNTERS(X, name##_unused, reordered, false)                                         \
    HISTOGRAM_COUNTERS(X, name##_used, reordered, true)
#define HISTOGRAM_EACH(X)                                                                          \
    HISTOGRAM_RESULTS(X, shared_histogram_plain, false)                                            \
    HISTOGRAM_RESULTS(X, shared_histogram_reordered, true)

#define HISTOGRAM_KERNEL(name, reordered, used, packed, visits)                                    \
    GA_KERNEL_FULL(name, histogram_args) { histogram<reordered, used, packed, visits>(a); }
HISTOGRAM_EACH(HISTOGRAM_KERNEL)

/* What a block of histogram_check found: of the laps, the bins and the differences that are its own. */
struct histogram_part {
    uint64_t first, last, cycles, ticks;
    uint32_t n_laps, wrong, difference;
};

/* counts: held against expected, and cleared for the next launch. n_differences: 0 if results are not used. */
struct histogram_check_args {
    uint32_t *counts;
    const uint32_t *expected, *differences;
    struct histogram_lap *laps;   /* [n_laps], cleared */
    struct histogram_part *parts; /* [block] */
    uint32_t n_differences, n_laps;
};

GA_ANYWHERE void histogram_join(struct histogram_part *p, const struct histogram_part &more) {
    p->first = more.first < p->first ? more.first : p->first;
    p->last = more.last > p->last ? more.last : p->last;
    p->cycles += more.cycles;
    p->ticks += more.ticks;
    p->n_laps += more.n_laps;
    p->wrong += more.wrong;
    p->difference += more.difference;
}

/* Shared memory: a part for each thread, whose number is a power of two. Contends: nobody. No atomics. */
GA_KERNEL(histogram_check, histogram_check_args) {
    struct histogram_part *const all = (struct histogram_part *)ga_shared();
    struct histogram_part mine = {UINT64_MAX, 0, 0, 0, 0, 0, 0};
    const uint32_t first = ga_block() * ga_n_threads() + ga_thread();
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    for (uint32_t bin = first; bin < HISTOGRAM_BINS; bin += step) {
        mine.wrong += a.counts[bin] != a.expected[bin];
        a.counts[bin] = 0;
    }
    for (uint32_t i = first; i < a.n_differences; i += step)
        mine.difference += a.differences[i];
    for (uint32_t i = first; i < a.n_laps; i += step) {
        const struct histogram_lap lap = a.laps[i];
        if (lap.done > 0)
            histogram_join(&mine, {lap.start, lap.done, lap.cycles, lap.done - lap.start, 1, 0, 0});
        a.laps[i].done = 0;
    }
    all[ga_thread()] = mine;
    for (uint32_t half = ga_n_threads() / 2; half > 0; half /= 2) {
        ga_block_sync();
        if (ga_thread() < half)
            histogram_join(&all[ga_thread()], all[ga_thread() + half]);
    }
    if (ga_thread() == 0)
        a.parts[ga_block()] = all[0];
}

#endif
