/* What the kernels around a measured one (crowd.cc) and the host's side (crowd_measure.cc) share. */
#ifndef GA_CROWD_PARTS_H
#define GA_CROWD_PARTS_H

#include "crowd.h"

/* Blocks that collect what came of a launch, at most. */
enum { COLLECT_BLOCKS = 16 };

/* What a launch was, as far as one of the blocks that collect it saw. Ticks, but for fairness' sums. access: of each
 * warp, first to last access. */
struct crowd_sample {
    uint64_t first, last, access_min, access_max, clock_cycles, clock_ticks;
    double access_sum, rate_sum, rate_squares;
    uint32_t n_laps, n_wrong;
};

/* n places, apart_bytes from each other. cycles[n]: how long some atomics take there. zero: 0; the compiler
 * cannot know. */
struct near_args {
    char *words;
    uint32_t *cycles;
    size_t apart_bytes;
    uint32_t n, zero;
};

/* parts[blocks]: block b of the launch does the part of block (parts[b] + first_block) % blocks of the layout; NULL: b
 * that of b. */
struct place_args {
    struct crowd_layout layout;
    uint32_t *where; /* [threads] */
    const uint32_t *parts;
    uint32_t first_block;
};

/* laps: of the launch before. out: parts[n_blocks]: a block's number if all were numbered first by how many
 * blocks with less numbers its SM has, then by SM. keys[n_blocks]: scratch. Which SM a driver gives
 * which block is not the same in every process; this is, and so is how far a part is from its words. */
struct deal_args {
    const struct crowd_lap *laps;
    uint32_t *keys, *parts;
    uint32_t n_blocks, block_warps;
};

/* words: checked after a launch, whose laps become a sample; NULL: nothing is. next: set up for the launch that comes;
 * the same, or apart from them; NULL: none comes. sample[blocks]: of each, joined by the host. */
struct collect_args {
    struct crowd_layout layout;
    const char *words;
    char *next;
    struct crowd_lap *laps; /* [n_warps], cleared */
    struct crowd_sample *sample;
    uint32_t n_warps, accesses, word_bytes;
    uint32_t initial[CROWD_WORD], expected[CROWD_WORD];
};

GA_ANYWHERE void join(struct crowd_sample *s, const struct crowd_sample *more) {
    s->first = more->first < s->first ? more->first : s->first;
    s->last = more->last > s->last ? more->last : s->last;
    s->access_min = more->access_min < s->access_min ? more->access_min : s->access_min;
    s->access_max = more->access_max > s->access_max ? more->access_max : s->access_max;
    s->clock_cycles += more->clock_cycles;
    s->clock_ticks += more->clock_ticks;
    s->access_sum += more->access_sum;
    s->rate_sum += more->rate_sum;
    s->rate_squares += more->rate_squares;
    s->n_laps += more->n_laps;
    s->n_wrong += more->n_wrong;
}

/* Offset of word k in bytes. Most radices are 1, and a GPU divides slowly. */
GA_ANYWHERE size_t word_offset(const struct crowd_layout *l, uint32_t k) {
    size_t offset = l->offset_bytes;
    for (int d = 0; d < 4; d++) {
        if (l->radix[d] == 1)
            continue;
        offset += (size_t)(k % l->radix[d]) * l->bytes[d];
        k /= l->radix[d];
    }
    return offset + (size_t)k * l->bytes[4];
}

#endif
