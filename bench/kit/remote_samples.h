/* How long the warps of a party take together, from when each of them was how far. */
#ifndef GA_REMOTE_SAMPLES_H
#define GA_REMOTE_SAMPLES_H

#include <algorithm>

#include "remote.h"

/* A round of a warp, in ticks since the first warp began: it begins at `at`, and gets through so much of it a tick. */
struct remote_pace {
    double at, pace;
};

/* out: rounds that all warps together are through with by then. */
static inline double remote_through(const struct remote_pace *rounds, size_t n, double ticks) {
    double through = 0;
    for (size_t i = 0; i < n; i++)
        through += std::clamp((ticks - rounds[i].at) * rounds[i].pace, 0.0, 1.0);
    return through;
}

/* out: when they are through with `target` of `all` rounds, with which they are through at `stop`. The false position of a
 * function that is nearly a line; where it is none, half of the way. */
static inline double remote_when(const struct remote_pace *rounds, size_t n, double target,
                                 double stop, double all) {
    double low = 0, high = stop, below = 0, above = all;
    for (uint32_t i = 0; i < 64 && high - low > 1e-3; i++) {
        const double part =
            i % 3 == 2 ? 0.5 : std::clamp((target - below) / (above - below), 0.001, 0.999);
        const double at = low + part * (high - low), through = remote_through(rounds, n, at);
        if (std::abs(through - target) <= 1e-9 * all)
            return at;
        (through < target ? low : high) = at;
        (through < target ? below : above) = through;
    }
    return above > below ? low + (target - below) / (above - below) * (high - low) : high;
}

/* Warps go at paces of their own, and some end before others, so that neither the mean time of their rounds is the
 * party's, nor the slowest one's.
 * in: stamps[1 + REMOTE_WARM_UP + n_rounds][n_warps], ticks: when a warp began, and when it ended each round. rounds: room
 * for as many. out: samples[n_samples], ticks that all warps together would take for n_warps rounds: of what they got
 * through before the first of them ended, behind a warm-up's share, n_samples equal parts. A warp keeps its pace for the
 * whole of a round. But others that have ended make room: a round that ends after the first warp has is no faster before
 * then than the warp's round before it. */
static inline void remote_samples(const uint64_t *stamps, uint32_t n_warps, uint32_t n_rounds,
                                  uint32_t n_samples, struct remote_pace *rounds,
                                  uint32_t *samples) {
    const uint32_t n_each = REMOTE_WARM_UP + n_rounds;
    const size_t n = (size_t)n_each * n_warps;
    const uint64_t first = *std::min_element(stamps, stamps + n_warps);
    for (uint32_t w = 0; w < n_warps; w++) {
        double at = (double)(stamps[w] - first);
        for (size_t i = w; i < n; i += n_warps) { /* no round takes less than a tick */
            const double end = std::max((double)(stamps[i + n_warps] - first), at + 1);
            rounds[i] = {at, 1 / (end - at)};
            at = end;
        }
        rounds[n + w].at = at;
    }
    double stop = rounds[n].at;
    for (size_t i = n; i < n + n_warps; i++)
        stop = std::min(stop, rounds[i].at);
    for (size_t i = n_warps; i < n; i++)
        if (rounds[i].at < stop && rounds[i + n_warps].at > stop)
            rounds[i].pace = std::min(rounds[i].pace, rounds[i - n_warps].pace);
    const double all = remote_through(rounds, n, stop),
                 skipped = all * (int)REMOTE_WARM_UP / n_each;
    const double part = (all - skipped) / n_samples;
    double begin = remote_when(rounds, n, skipped, stop, all);
    for (uint32_t k = 0; k < n_samples; k++) {
        const double end =
            k + 1 == n_samples ? stop : remote_when(rounds, n, skipped + (k + 1) * part, stop, all);
        samples[k] = (uint32_t)std::min((end - begin) * n_warps / part + 0.5, (double)UINT32_MAX);
        begin = end;
    }
}

#endif
