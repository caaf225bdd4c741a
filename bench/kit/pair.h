/* Two threads on two SMs that the host names, one pair at a time, while the rest of the GPU idles. They bounce one
 * word: in turn, each as soon as it can, they count it up.
 *
 * A benchmark brings HandOver(word, x), one try: if the word is x it makes it x + 1 and returns true. It stands once in
 * the kernel's code, and there is no other atomic and no fence. Samples wait in shared memory until the visit ends,
 * because a release would wait for their way to device memory. Progress assumed: resident blocks run. */
#ifndef GA_PAIR_H
#define GA_PAIR_H

#include "talk.h"

/* ROUND_TRIPS: in a sample. An operating system takes long to let another thread run. */
#if defined(GA_BACKEND_CPU)
enum : uint32_t { GA_PAIR_ROUND_TRIPS = 2 };
#else
enum : uint32_t { GA_PAIR_ROUND_TRIPS = 8 };
#endif
enum : uint32_t {
    GA_PAIR_HANDOVERS = 2 * GA_PAIR_ROUND_TRIPS,
    GA_PAIR_WARM_UP = 1,     /* samples before those that count */
    GA_PAIR_WATCH = 1u << 10 /* tries between two looks at the clock: a power of two */
};
/* Between two looks at whose turn it is, for each visit ahead, which takes longer; and before the first visit, until all
 * blocks have come. */
static const uint64_t GA_PAIR_PAUSE_CYCLES = 8192, GA_PAIR_QUIET_CYCLES = 16384;

/* sm_id: the leader's and its partner's. word: where it lies. first: what it holds before. index: in the batch. */
struct ga_pair_visit {
    uint32_t sm_id[2], word, first, index;
};

struct ga_pair_args {
    uint32_t *words;
    const uint32_t *zero; /* one 0 a thread; the compiler cannot know, nor that they are the same */
    const struct ga_pair_visit *visits;
    uint32_t *places;         /* [blocks] its SM's id + 1 */
    uint32_t *turn;           /* how many visits are finished */
    uint32_t *cycles;         /* [index][n_samples] */
    struct ga_visit *results; /* [index] */
    uint32_t n_visits, n_samples;
    uint64_t spin_ticks;
};

/* Waits until `mine` visits are finished. out: false if none was in spin_ticks. */
GA_DEVICE bool ga_pair_await(const struct ga_pair_args &a, uint32_t mine) {
    uint64_t begin = ga_ticks();
    uint32_t now = 0, before = 0;
    GA_NO_UNROLL
    while ((now = ga_see(a.turn)) != mine) {
        if (now != before)
            begin = ga_ticks();
        else if (ga_ticks() - begin > a.spin_ticks)
            return false;
        before = now;
        ga_idle((mine - now) * GA_PAIR_PAUSE_CYCLES);
    }
    return true;
}

/* One side of a visit. samples: the cycles of each, from the second on. out: false after spin_ticks. */
template <bool HandOver(uint32_t *, uint32_t)>
GA_DEVICE bool ga_pair_bounce(const struct ga_pair_args &a, uint32_t *word, uint32_t first,
                              uint32_t n, uint32_t *samples) {
    const uint64_t ticks = ga_ticks();
    uint64_t begin = ga_start();
    GA_NO_UNROLL
    for (uint32_t i = 0, tries = 0; i < n; tries++) {
        if (!HandOver(word, first + 2 * i)) {
            ga_pause();
            if (tries % GA_PAIR_WATCH == GA_PAIR_WATCH - 1 && ga_ticks() - ticks > a.spin_ticks)
                return false;
            continue;
        }
        if (i % GA_PAIR_ROUND_TRIPS == 0) {
            const uint64_t end = ga_start();
            samples[i / GA_PAIR_ROUND_TRIPS] = ga_elapsed(begin, end);
            begin = end;
        }
        i++;
    }
    return true;
}

/* All of a kernel. The leader is the last to hand over, and then looks whether the word counted all of them. The clock's
 * rate is taken from the beginning of the wait: a visit is short for a timer with coarse steps. */
template <bool HandOver(uint32_t *, uint32_t)>
GA_DEVICE void ga_pair(const struct ga_pair_args &a) {
    const uint32_t me = ga_sm_id(), n = (GA_PAIR_WARM_UP + a.n_samples) * GA_PAIR_ROUND_TRIPS;
    const uint64_t cycles = ga_cycles(), ticks = ga_ticks();
    uint32_t *const samples = (uint32_t *)ga_shared();
    bool in_time = true;
    ga_say(&a.places[ga_block()], me + 1);
    ga_idle(GA_PAIR_QUIET_CYCLES);
    GA_NO_UNROLL
    for (uint32_t t = 0; t < a.n_visits; t++) {
        const struct ga_pair_visit v = a.visits[t];
        const uint32_t follows = v.sm_id[0] != me;
        if (follows && v.sm_id[1] != me)
            continue;
        uint32_t *const word = a.words + v.word + a.zero[ga_thread()];
        in_time = in_time && ga_pair_await(a, t) &&
                  ga_pair_bounce<HandOver>(a, word, v.first + follows, n + !follows, samples);
        if (follows)
            continue;
        const bool counted = ga_see(word) - v.first == 2 * n + 1;
        GA_NO_UNROLL
        for (uint32_t s = 0; s < a.n_samples; s++)
            a.cycles[(size_t)v.index * a.n_samples + s] = samples[GA_PAIR_WARM_UP + 1 + s];
        a.results[v.index] = {(uint32_t)(!in_time  ? GA_TIMEOUT
                                         : counted ? GA_OK
                                                   : GA_WRONG),
                              me, ga_cycles() - cycles, ga_ticks() - ticks};
        if (in_time)
            ga_say(a.turn, t + 1);
    }
}

#endif
