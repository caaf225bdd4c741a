#include "next_step.h"

#include <math.h>

#include "reason.h"

/* A slice that is so many times busier than the mean of all has few words. */
#define HOT 4
/* Times of an add of integers from which on it is worth saying. */
#define FLOATS 1.5
/* Lanes of a warp on one word from which on copies are worth it. */
#define MEETING 2
/* Times from which on a ratio is said, and below which it has a decimal: as it is printed, above 1 and below 10. */
#define FASTER 1.05
#define DECIMALS 9.95
#define MOST_COPIES 32
/* Share of the time that goes away from which on there is something to do, and that may go away from which on one wants to
 * know. */
#define WORTH 0.1
#define WIDE 0.4

#define GA_NEXT(h, ...) ga_reason_add((h)->next, sizeof(h)->next, __VA_ARGS__)

/* From what claims nothing to what has to be done. */
static int weight(enum ga_verdict verdict) {
    static const int weights[GA_N_VERDICTS] = {
        [GA_NOT] = 0, [GA_UNKNOWN] = 1, [GA_LEFT_OPEN] = 2, [GA_BOTTLENECK] = 3};
    return weights[verdict];
}

static double larger(double x, double y) { return isnan(x) || y > x ? y : x; }

/* A measured ratio, and over what it is. */
struct times {
    double times;
    const char *over;
};

static int digits(double ratio) { return ratio < DECIMALS; }

/* The one place that says ratios: where they were measured, those from FASTER on. None is above what the launch would gain at
 * the most, without any atomics. */
static void say_times(struct ga_headline *h, const char *where, const struct times *t, size_t n) {
    const double most = h->gain.high < 1 ? 1 / (1 - h->gain.high) : INFINITY;
    double least = INFINITY;
    for (size_t i = 0; i < n; i++)
        least = t[i].times >= FASTER ? fmin(least, t[i].times) : least;
    if (isinf(least))
        return;
    if (least > most) {
        GA_NEXT(h, " (at most %.*fx as fast)", digits(most), most);
        return;
    }
    GA_NEXT(h, " (%s: ", where);
    for (size_t i = 0, said = 0; i < n; i++)
        if (t[i].times >= FASTER)
            GA_NEXT(h, "%s%s%.*fx as fast%s", said++ ? ", " : "",
                    t[i].times > most ? "at most " : "", digits(fmin(t[i].times, most)),
                    fmin(t[i].times, most), t[i].over);
    GA_NEXT(h, ")");
}

static void of_loops(const struct ga_savings *s, struct ga_headline *h) {
    const struct times times[] = {{s->loop_u64, " as 64 bits"}, {s->loop_f32, " as floats"}};
    GA_NEXT(h, "CAS loops: count in 32-bit integers");
    say_times(h, "one word", times, 2);
}

/* Copies keep lanes apart; a word that few lanes share has too many atomics as it is. */
static void of_shared(const struct ga_savings *s, const struct ga_utilization *u,
                      struct ga_headline *h) {
    if (u->loops) {
        of_loops(s, h);
    } else if (!(h->share >= GA_OPEN_FROM) && isnan(h->gain.share)) {
        GA_NEXT(h, "`gpu-atomics whatif -- PROGRAM` measures what goes away without them");
    } else if (u->e >= MEETING && !(h->share >= GA_OPEN_FROM)) {
        GA_NEXT(h, "the unit is seldom busy: fewer atomics, sums of a thread in registers");
    } else if (u->e >= MEETING) {
        for (h->copies = 2; h->copies < u->e && h->copies < MOST_COPIES;)
            h->copies *= 2;
        GA_NEXT(h, "%.1f lanes of a warp meet on a word: copies of it (predict: --privatize %u)",
                u->e, h->copies);
        if (!(u->c > 0))
            GA_NEXT(h, "; if nobody needs results of adds of 1, leave them unused (--unused)");
    } else {
        GA_NEXT(h, "few lanes meet, %.1f on a word: fewer atomics, sums of a thread in registers",
                u->e);
    }
}

/* Whether results that warps wait for cost more than the busiest slice: alone, too, they would take that long. */
static bool is_for_waiting(const struct ga_l2 *l2, const struct ga_expected *gain) {
    return l2->waits >= GA_L2_WAITS && l2->share < GA_BOTTLENECK_FROM &&
           (isnan(gain->share) || gain->by.waits >= GA_L2_WAITS);
}

static void of_l2(const struct ga_savings *s, const struct ga_l2 *l2,
                  const struct ga_l2_range *types, struct ga_headline *h) {
    if (h->gain.by.last) {
        GA_NEXT(
            h,
            "one atomic a block; if it picks the last (%.1f us): fewer blocks, or a second launch",
            h->gain.share * h->gain.by.us);
        return;
    }
    if (is_for_waiting(l2, &h->gain)) {
        GA_NEXT(
            h,
            "warps wait for results, %.0f %% of the time at the least: leave unused what nobody "
            "needs%s; else several adds a thread before it needs the first result",
            100 * fmin(l2->waits, 1), l2->used > 0 ? "" : " (--code FILE says what is used)");
        return;
    }
    if (l2->mean >= l2->share / HOT) {
        GA_NEXT(h, "all slices are busy: sum by key first");
        return;
    }
    GA_NEXT(h, "few hot words: sum by key %s",
            l2->combined ? "in a block first (lanes of a warp are combined already)" : "first");
    const struct ga_saving *const saving =
        ga_savings_of(s, types->adds, l2->used == 0, l2->on_word);
    if (saving && !l2->combined) /* measured over an atomic a lane */
        say_times(
            h, saving->of,
            (const struct times[]){{saving->by_warp, " by warp"}, {saving->by_block, " by block"}},
            2);
    if (l2->on_word && types->least > FLOATS) {
        GA_NEXT(h, ", or in integers");
        say_times(h, "one word", &(struct times){types->least, ""}, 1);
    }
}

static double demand_of(const struct ga_utilization *u) {
    return isnan(u->demand) ? u->hardware : u->demand;
}

struct ga_unit_answer ga_unit_answer_of(const struct ga_launch_answer *a, bool is_l2) {
    const struct ga_utilization *const u = &a->u;
    const struct ga_l2 *const l2 = &a->l2;
    const double demand = demand_of(u);
    const double share = is_l2 ? l2->share : u->loops ? larger(u->pipe, demand) : demand;
    return (struct ga_unit_answer){.verdict = is_l2 ? l2->verdict : u->verdict,
                                   .gain = is_l2 ? a->gains.l2 : a->gains.shared,
                                   .share = share,
                                   .most = is_l2 ? larger(l2->demand_most, share) : share};
}

/* Whether the L2's verdict is the worse. in: demand: of shared memory. */
static bool is_worse(const struct ga_utilization *u, const struct ga_l2 *l2, double demand) {
    const int more = weight(l2->verdict) - weight(u->verdict);
    return more > 0 || (more == 0 && l2->share > demand);
}

/* Whether there is something to win, as far as is known. */
static bool is_worth(const struct ga_headline *h) {
    if (!isnan(h->gain.share))
        return h->gain.share >= WORTH;
    return h->verdict != GA_UNKNOWN && h->verdict != GA_NOT;
}

void ga_headline_of(const struct ga_savings *savings, enum ga_profiler profiler,
                    const struct ga_launch_answer *a, struct ga_headline *h) {
    const struct ga_utilization *const u = &a->u;
    const struct ga_l2 *const l2 = &a->l2;
    const struct ga_expected_gains *const gains = &a->gains;
    const bool in_shared = u->verdict == GA_UNKNOWN || u->jobs > 0;
    const bool in_l2 =
        l2->has_atomics || (l2->verdict == GA_UNKNOWN && !in_shared && profiler == GA_NCU);
    const bool are_known = !isnan(gains->shared.share) && !isnan(gains->l2.share);
    const bool is_l2 =
        in_l2 && (!in_shared || (are_known ? gains->l2.share > gains->shared.share
                                           : is_worse(u, l2, larger(demand_of(u), 0))));
    const struct ga_unit_answer unit = ga_unit_answer_of(a, is_l2);
    *h = (struct ga_headline){.is_l2 = is_l2,
                              .verdict = unit.verdict,
                              .gain = unit.gain,
                              .share = unit.share,
                              .most = unit.most,
                              .unit = is_l2                      ? "L2"
                                      : profiler == GA_ROCPROFV3 ? "LDS"
                                                                 : "shared",
                              .reason = is_l2 ? l2->reason : u->reason,
                              .has_atomics = in_shared || in_l2};
    if (is_l2 && gains->steers) {
        GA_NEXT(h, "results of its atomics decide what it does: without them it is another kernel");
        return;
    }
    if ((is_l2 ? l2->places : l2->shared_places) && h->gain.high >= WORTH) {
        GA_NEXT(h, "its results are places of a list: without atomics all is stored to one, of "
                   "which `whatif` tells "
                   "nothing; take places by warp or block, and time that");
        return;
    }
    h->is_too_wide = h->gain.low < WORTH && h->gain.high >= WIDE;
    if (is_l2 ? a->wants_code : a->wants_counters)
        h->reason = ""; /* which is the same of many: said once */
    if (h->is_too_wide || !is_worth(h) || profiler != GA_NCU)
        return;
    if (is_l2)
        of_l2(savings, l2, &a->types, h);
    else
        of_shared(savings, u, h);
}
