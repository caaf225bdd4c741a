/* What the host says of an image before a GPU has seen it: how often each bin is there, and how many passes
 * the data stage of shared memory takes for the atomics of its warps.
 *
 * A warp instruction takes, at the least, one pass. Of an add, each pass serves one lane of a bank, whether
 * the lanes there share a word or not: the passes are the most lanes that a bank has. An increment that
 * nobody reads (POPC.INC) counts the lanes of a word at once: the most words. That law is what
 * shared_demand measures on one word and on one bank. A warp's lanes are consecutive pixels, whatever the
 * block and the grid, so an image's sums hold for all of them. Nothing is claimed of AMD, whose units differ. */
#ifndef GA_HISTOGRAM_PREDICT_H
#define GA_HISTOGRAM_PREDICT_H

#include "histogram_images.h"
#include "histogram_layout.h"

#include <new>
#include <string.h>

/* How a counter is counted up. ADDS, PACKED: by an add; COUNTS: by POPC.INC. */
enum histogram_way { HISTOGRAM_ADDS, HISTOGRAM_COUNTS, HISTOGRAM_PACKED, HISTOGRAM_WAYS };

enum {
    HISTOGRAM_LEAST_LOG2 = 5,
    HISTOGRAM_MOST_LOG2 = 22,
    HISTOGRAM_SIZES = 18,
    HISTOGRAM_LAST = 3,
    HISTOGRAM_PIECE = 256 /* warps that one thread of the host adds, at least */
};

/* Of an image's first 2^(LEAST_LOG2 + size) pixels. bins: by all four channels; last: by each pixel's
 * channel of the last visit, in the plain order and in the other. passes: by visit. */
struct histogram_sums {
    uint32_t bins[HISTOGRAM_BINS], last[2][HISTOGRAM_BINS];
    uint64_t passes[2][HISTOGRAM_WAYS][HISTOGRAM_CHANNELS];
    uint64_t instructions; /* of warps, for one visit */
};

/* A warp's visit: its lanes' pixels are first, first + 1, .., and so are their threads, up to a multiple of
 * the number of channels. bins: theirs. out: passes. */
static inline uint32_t histogram_warp_passes(enum histogram_way way, const uint32_t *bins,
                                             uint32_t n_lanes) {
    uint32_t load[HISTOGRAM_BANKS] = {0}, most = 0;
    uint64_t seen[HISTOGRAM_BINS / 64];
    if (way == HISTOGRAM_COUNTS)
        memset(seen, 0, sizeof seen);
    for (uint32_t lane = 0; lane < n_lanes; lane++) {
        const uint32_t word = histogram_word(way == HISTOGRAM_PACKED, bins[lane]);
        if (way == HISTOGRAM_COUNTS) {
            const uint64_t bit = (uint64_t)1 << word % 64;
            if (seen[word / 64] & bit)
                continue;
            seen[word / 64] |= bit;
        }
        const uint32_t lanes = ++load[histogram_bank(word)];
        most = lanes > most ? lanes : most;
    }
    return most;
}

/* Adds the warp of n_lanes pixels that begins at pixels[first]. */
static inline void histogram_add_warp(const uint32_t *pixels, uint32_t first, uint32_t n_lanes,
                                      struct histogram_sums *sums) {
    uint32_t bins[64];
    sums->instructions++;
    for (uint32_t order = 0; order < 2; order++)
        for (uint32_t visit = 0; visit < HISTOGRAM_CHANNELS; visit++) {
            for (uint32_t lane = 0; lane < n_lanes; lane++) {
                const uint32_t i = first + lane;
                bins[lane] = histogram_bin(pixels[i], histogram_channel(order > 0, i, visit));
                if (order == 0)
                    sums->bins[bins[lane]]++;
                if (visit == HISTOGRAM_LAST)
                    sums->last[order][bins[lane]]++;
            }
            for (uint32_t way = 0; way < HISTOGRAM_WAYS; way++)
                sums->passes[order][way][visit] +=
                    histogram_warp_passes((enum histogram_way)way, bins, n_lanes);
        }
}

static inline void histogram_join(struct histogram_sums *to, const struct histogram_sums *from) {
    for (uint32_t bin = 0; bin < HISTOGRAM_BINS; bin++) {
        to->bins[bin] += from->bins[bin];
        to->last[0][bin] += from->last[0][bin];
        to->last[1][bin] += from->last[1][bin];
    }
    for (uint32_t order = 0; order < 2; order++)
        for (uint32_t way = 0; way < HISTOGRAM_WAYS; way++)
            for (uint32_t visit = 0; visit < HISTOGRAM_CHANNELS; visit++)
                to->passes[order][way][visit] += from->passes[order][way][visit];
    to->instructions += from->instructions;
}

/* in: warp_size: a power of two up to 64. out: sums[0 .. size], of the image's first pixels. */
static inline void histogram_sum_up(const uint32_t *pixels, uint32_t size, uint32_t warp_size,
                                    struct histogram_sums *sums) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct histogram_sums so_far = {};
    uint32_t at = 0;
    for (uint32_t s = 0; s <= size; s++) {
        const uint32_t n = 1u << (s + HISTOGRAM_LEAST_LOG2);
        sums[s] = {};
        if (n < warp_size) {
            histogram_add_warp(pixels, 0, n, &sums[s]);
            continue;
        }
        in_pieces((n - at) / warp_size, HISTOGRAM_PIECE, [&](uint32_t first, uint32_t last) {
            struct histogram_sums own = {};
            for (uint32_t warp = first; warp < last; warp++)
                histogram_add_warp(pixels, at + warp * warp_size, warp_size, &own);
            pthread_mutex_lock(&lock);
            histogram_join(&so_far, &own);
            pthread_mutex_unlock(&lock);
        });
        at = n;
        sums[s] = so_far;
    }
}

/* extra: visits of the last channel more or less than one. out: the passes of one launch. */
static inline uint64_t histogram_passes(const struct histogram_sums *sums, bool reordered,
                                        enum histogram_way way, int32_t extra) {
    const uint64_t *const each = sums->passes[reordered][way];
    uint64_t passes = 0;
    for (int32_t visit = 0; visit < HISTOGRAM_CHANNELS + extra; visit++)
        passes += each[visit < HISTOGRAM_LAST ? visit : HISTOGRAM_LAST];
    return passes;
}

/* out: expected[HISTOGRAM_BINS]. */
static inline void histogram_expect(const struct histogram_sums *sums, bool reordered,
                                    int32_t extra, uint32_t *expected) {
    for (uint32_t bin = 0; bin < HISTOGRAM_BINS; bin++)
        expected[bin] = sums->bins[bin] + (uint32_t)extra * sums->last[reordered][bin];
}

#endif
