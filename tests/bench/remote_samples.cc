/* remote_samples: how long warps take together, from when each was how far. Exit status 1 and a line for each that differs. */
#include <stdio.h>

#include "../../bench/kit/remote_samples.h"

enum { N_SAMPLES = 4, N_ROUNDS = (int)REMOTE_WARM_UP + (int)N_SAMPLES, MOST_WARPS = 3 };
static int n_wrong;

/* Warps that begin at these ticks and take so many a round, and one more in each round than in the one before for each
 * of `slower`. */
static void warps(const char *what, uint32_t n, const uint64_t *begin, const uint64_t *ticks,
                  const uint32_t *expected, uint64_t slower = 0) {
    uint64_t stamps[(N_ROUNDS + 1) * MOST_WARPS];
    struct remote_pace paces[(N_ROUNDS + 1) * MOST_WARPS];
    uint32_t samples[N_SAMPLES] = {};
    for (uint32_t w = 0; w < n; w++)
        for (uint32_t round = 0; round <= N_ROUNDS; round++)
            stamps[round * n + w] = begin[w] + round * ticks[w] + round * (round - 1) / 2 * slower;
    remote_samples(stamps, n, N_SAMPLES, paces, samples);
    for (uint32_t k = 0; k < N_SAMPLES; k++)
        if (samples[k] != expected[k]) {
            printf("%s: sample %u is %u ticks, expected %u\n", what, k, samples[k], expected[k]);
            n_wrong++;
        }
}

int main(void) {
    static const uint64_t start[] = {1000, 1000, 1000}, late[] = {1000, 1050},
                          same[] = {100, 100, 100}, twice[] = {100, 200, 200}, apart[] = {100, 600};
    static const uint32_t each_100[] = {100, 100, 100, 100};
    static const uint64_t none[] = {0, 0};
    static const uint32_t each_1[] = {1, 1, 1, 1}, slower[] = {120, 130, 140, 150};
    /* Two rounds in 100 ticks, for as long as all three are there. */
    static const uint32_t all[] = {150, 150, 150, 150};
    /* Seven in 600. */
    static const uint32_t two[] = {171, 171, 171, 171};
    warps("a warp", 1, start, same, each_100);
    warps("three alike", 3, start, same, each_100);
    warps("one of three twice as fast", 3, start, twice, all);
    warps("one of two six times as fast", 2, start, apart, two);
    warps("one behind the other", 2, late, same, each_100);
    warps("two that slow down", 2, start, same, slower, 10);
    warps("rounds shorter than a tick", 2, start, none, each_1);
    return n_wrong > 0;
}
