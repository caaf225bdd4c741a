/* remote_samples: how long warps take together, from when each was how far. Exit status 1 and a line for each that differs. */
#include <stdio.h>

#include "../../bench/kit/remote_samples.h"

enum { N_SAMPLES = 4, N_ROUNDS = (int)REMOTE_WARM_UP + (int)N_SAMPLES, MOST_WARPS = 3 };
static int n_wrong;

static void differs(const char *what, const uint64_t *stamps, uint32_t n, uint32_t n_samples,
                    const uint32_t *expected) {
    struct remote_pace rounds[(N_ROUNDS + 1) * MOST_WARPS];
    uint32_t samples[N_SAMPLES] = {};
    remote_samples(stamps, n, N_SAMPLES, n_samples, rounds, samples);
    for (uint32_t k = 0; k < n_samples; k++)
        if (samples[k] != expected[k]) {
            printf("%s: sample %u is %u ticks, expected %u\n", what, k, samples[k], expected[k]);
            n_wrong++;
        }
}

/* Warps that begin at these ticks and take so many a round, and one more in each round than in the one before for each
 * of `slower`. */
static void warps(const char *what, uint32_t n, const uint64_t *begin, const uint64_t *ticks,
                  const uint32_t *expected, uint64_t slower = 0) {
    uint64_t stamps[(N_ROUNDS + 1) * MOST_WARPS];
    for (uint32_t w = 0; w < n; w++)
        for (uint32_t round = 0; round <= N_ROUNDS; round++)
            stamps[round * n + w] = begin[w] + round * ticks[w] + round * (round - 1) / 2 * slower;
    differs(what, stamps, n, N_SAMPLES, expected);
    if (!slower)
        differs(what, stamps, n, 1, expected);
}

/* A word makes a round each 300 ticks. The first warp has four of seven, and ends within a round of the second, which then has
 * all. */
static void makes_room(void) {
    static const uint32_t each_600[] = {600, 600, 600, 600};
    static const uint64_t second[] = {0, 700, 1400, 2100, 2800, 3300, 3600};
    uint64_t stamps[(N_ROUNDS + 1) * 2];
    for (uint32_t round = 0; round <= N_ROUNDS; round++) {
        stamps[round * 2] = round * 525;
        stamps[round * 2 + 1] = second[round];
    }
    differs("one makes room for the other", stamps, 2, N_SAMPLES, each_600);
    differs("one makes room for the other, a sample", stamps, 2, 1, each_600);
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
    makes_room();
    return n_wrong > 0;
}
