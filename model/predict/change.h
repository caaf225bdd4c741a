/* Changes of a kernel's atomics, and what they make of the lanes that are on one word. */
#ifndef GA_CHANGE_H
#define GA_CHANGE_H

#include <stdbool.h>
#include <stdint.h>

/* Which can be made together. unused: nobody reads the result, and the compiler counts; used: somebody does. privatize:
 * copies of each word, lane l takes copy l mod R; reorder: channels that lane l goes through from channel l mod C on; 1: as
 * it is. aggregate: one lane of those on a word does it for all. threads: of a block; 0: as it is. scattered: the lanes'
 * words are data's and not one for all, so that they also meet in banks. lanes: that come one after the other with the
 * change, where somebody has counted them; NaN: not known. instructions: of a warp, that the change adds to each atomic, or
 * removes: less than 0. without: the share of its time that the launch takes without atomics, measured; 0: not known. */
struct ga_change {
    bool unused, used, aggregate, scattered;
    uint32_t privatize, reorder, threads;
    double lanes, instructions, without;
};

/* A value, and what it may be. */
struct ga_interval {
    double low, at, high;
};

enum { GA_CHANGE_MOST_LANES = 128, GA_CHANGE_BANKS = 32 };

/* The expected number of lanes in the fullest of `bins`, of `lanes` that choose at random. out: most[lanes], for
 * 0 to n lanes, n <= GA_CHANGE_MOST_LANES. */
void ga_change_fullest(uint32_t bins, uint32_t n, double *most);

/* What a warp of `lanes` needs of them, made once a run. */
struct ga_change_odds {
    double copies[GA_CHANGE_MOST_LANES + 1], channels[GA_CHANGE_MOST_LANES + 1];
    double banks; /* lanes in the fullest bank if all are at random */
};
void ga_change_odds(const struct ga_change *change, uint32_t lanes, struct ga_change_odds *odds);

/* out: lanes of a warp that come one after the other with the change: those that are known, else as they are guessed.
 * Lanes on a word that are counted, or of which one adds for all, are one. in: e, without it.
 * low: e / (R C), as if they were spread over copies evenly; at: ceil(e / R) and so on, of lanes side by side on one
 * word; with `scattered`, copies at random, and no fewer than meet in a bank at random. high: that, or e. */
struct ga_interval ga_change_lanes(const struct ga_change *change,
                                   const struct ga_change_odds *odds, double e);

#endif
