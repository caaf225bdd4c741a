#include "change.h"

#include <math.h>
#include <string.h>

/* out: the probability that no bin has more than `most`, of i lanes for all i <= n. Bin by bin: of i lanes k
 * choose the first of r bins with the binomial probability of k in i at 1 / r, the others share the rest. */
static void none_above(uint32_t bins, uint32_t n, uint32_t most, double *p) {
    double next[GA_CHANGE_MOST_LANES + 1];
    for (uint32_t i = 0; i <= n; i++)
        p[i] = i <= most;
    for (uint32_t r = 2; r <= bins; r++) {
        for (uint32_t i = 0; i <= n; i++) {
            double chance = pow(1 - 1.0 / r, i);
            next[i] = 0;
            for (uint32_t k = 0; k <= i && k <= most; k++) {
                next[i] += chance * p[i - k];
                chance *= (double)(i - k) / (k + 1) / (r - 1);
            }
        }
        memcpy(p, next, (n + 1) * sizeof *p);
    }
}

void ga_change_fullest(uint32_t bins, uint32_t n, double *most) {
    double p[GA_CHANGE_MOST_LANES + 1];
    for (uint32_t i = 0; i <= n; i++)
        most[i] = 0;
    for (uint32_t m = 0; m < n; m++) {
        none_above(bins, n, m, p);
        for (uint32_t i = 0; i <= n; i++)
            most[i] += 1 - p[i];
    }
}

void ga_change_odds(const struct ga_change *change, uint32_t lanes, struct ga_change_odds *odds) {
    double banks[GA_CHANGE_MOST_LANES + 1];
    const uint32_t n = lanes < GA_CHANGE_MOST_LANES ? lanes : GA_CHANGE_MOST_LANES;
    ga_change_fullest(change->privatize < 2 * n ? change->privatize : 2 * n, n, odds->copies);
    ga_change_fullest(change->reorder < 2 * n ? change->reorder : 2 * n, n, odds->channels);
    ga_change_fullest(GA_CHANGE_BANKS, n, banks);
    odds->banks = banks[n];
}

/* Between whole numbers of lanes a mean of them is a mixture. */
static double mixed(const double *of, double e) {
    const double below = floor(e);
    const uint32_t i = (uint32_t)below;
    return e > below ? of[i] + (e - below) * (of[i + 1] - of[i]) : of[i];
}

static double shared(double e, uint32_t parts) {
    const double below = floor(e);
    const double of[] = {ceil(below / parts), ceil((below + 1) / parts)};
    return of[0] + (e - below) * (of[1] - of[0]);
}

struct ga_interval ga_change_lanes(const struct ga_change *change,
                                   const struct ga_change_odds *odds, double e) {
    const double parts = (double)change->privatize * change->reorder;
    const bool as_one = change->aggregate || change->unused;
    if (!isnan(change->lanes))
        return (struct ga_interval){change->lanes, change->lanes, change->lanes};
    if (parts <= 1 && !as_one)
        return (struct ga_interval){e, e, e};
    const double even = shared(shared(e, change->reorder), change->privatize);
    double random = mixed(odds->copies, mixed(odds->channels, e));
    if (as_one)
        random = 1;
    if (random < odds->banks)
        random = odds->banks;
    if (random > e)
        random = e;
    const double least = as_one || e <= parts ? 1 : e / parts;
    const double side_by_side = as_one ? 1 : even;
    if (change->scattered)
        return (struct ga_interval){side_by_side, random, e};
    return (struct ga_interval){least, side_by_side, random > side_by_side ? random : side_by_side};
}
