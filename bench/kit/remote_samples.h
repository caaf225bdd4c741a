/* How long the warps of a party take together, from when each of them was how far. */
#ifndef GA_REMOTE_SAMPLES_H
#define GA_REMOTE_SAMPLES_H

#include <algorithm>

#include "remote.h"

/* From `at` on, in ticks since the first warp began, the party gets through so many more rounds a tick than before. */
struct remote_pace {
    double at, more;
};

/* Warps go at paces of their own, and some end before others, so that neither the mean time of their rounds is the
 * party's, nor the slowest one's.
 * in: stamps[1 + REMOTE_WARM_UP + n_samples][n_warps], ticks: when a warp began, and when it ended each round. paces: room
 * for as many. out: samples[n_samples], ticks that all warps together would take for n_warps rounds: of what they got
 * through before the first of them ended, as many equal parts as a warp has rounds, behind those of the warm-up. A warp
 * keeps its pace for the whole of a round. */
static inline void remote_samples(const uint64_t *stamps, uint32_t n_warps, uint32_t n_samples,
                                  struct remote_pace *paces, uint32_t *samples) {
    const uint32_t n_rounds = REMOTE_WARM_UP + n_samples;
    const size_t n_stamps = (size_t)(n_rounds + 1) * n_warps;
    const uint64_t first = *std::min_element(stamps, stamps + n_warps);
    for (uint32_t w = 0; w < n_warps; w++) {
        double at = -1;
        for (size_t i = w; i < n_stamps; i += n_warps) { /* no round takes less than a tick */
            at = std::max((double)(stamps[i] - first), at + 1);
            paces[i] = {at, 0};
        }
    }
    double stop = paces[n_stamps - n_warps].at, all = 0;
    for (size_t i = n_stamps - n_warps; i < n_stamps; i++)
        stop = std::min(stop, paces[i].at);
    for (size_t i = n_warps; i < n_stamps; i++) {
        const double begin = paces[i - n_warps].at, ticks = paces[i].at - begin;
        paces[i - n_warps].more += 1 / ticks;
        paces[i].more -= 1 / ticks;
        all += std::clamp((stop - begin) / ticks, 0.0, 1.0);
    }
    std::sort(paces, paces + n_stamps,
              [](const remote_pace &a, const remote_pace &b) { return a.at < b.at; });
    const double part = all / n_rounds;
    double pace = 0, through = 0, begin = 0;
    uint32_t n = 0; /* parts */
    for (size_t i = 0; i < n_stamps; i++) {
        const bool last = i + 1 == n_stamps;
        const double at = paces[i].at, left = last ? 0 : paces[i + 1].at - at;
        pace += paces[i].more;
        while (n < n_rounds && (last || through + pace * left >= (n + 1) * part)) {
            const double end = last ? at : at + ((n + 1) * part - through) / pace;
            if (n >= REMOTE_WARM_UP)
                samples[n - REMOTE_WARM_UP] =
                    (uint32_t)std::min((end - begin) * n_warps / part + 0.5, (double)UINT32_MAX);
            begin = end;
            n++;
        }
        through += pace * left;
    }
}

#endif
