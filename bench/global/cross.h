/* What global_cross_direct and global_cross_scattered share: all but which threads access which variable, their case.
 *
 * src: Maucher et al., PLOS'25, section 4.4 and figures 5 and 6: 1 .. 16384 variables, 0 .. 16384 bytes
 * apart, and strides around the powers of two.
 *
 * Contends: warps * warp size / variables threads on each variable. Progress assumed: none without the
 * barrier. */
#ifndef GA_CROSS_H
#define GA_CROSS_H

#include <algorithm>

#include "device_atomics.h"
#include "crowd_variants.h"

/* Adjacent threads share a variable, so that a warp accesses one or few; or use different ones, so that it accesses
 * many. */
enum cross_case { DIRECT, SCATTERED };

enum { USUAL_WARPS = 2048, FEW_VARIABLES = 32 };

/* How many adds a thread makes: half of what crowd_accesses() says, 4 with 2048 warps, times a factor with which twice
 * as many change little. It is the number of words that are served side by side, times TIMES_A_WORD, or
 * TIMES_IN_SECTOR where those of a sector are, too; at least 1, or LEAST_SCATTERED for several scattered words, and at
 * most MOST_DIRECT or MOST_SCATTERED. Words are served side by side from SIDE_BYTES on, and in a scattered access those
 * of one sector. Found on an H200: on another GPU `accesses` says whether it is enough. */
static const double SIDE_BYTES = 256, SECTOR_BYTES = 32, TIMES_A_WORD = 0.75, TIMES_IN_SECTOR = 1,
                    MOST_DIRECT = 10, MOST_SCATTERED = 20, LEAST_SCATTERED = 2;

/* A few words that adjacent threads share, so far apart that they do not disturb each other, are served as if each were
 * alone at the begin of a launch; only later have warps of one come to wait behind those of another. There, from
 * ALONE_BYTES on, a thread adds TIMES_FEW_APART times as often. */
static const double ALONE_BYTES = 992, TIMES_FEW_APART = 14;

/* Of up to ONE_PLACE_VARIABLES those that are nearer than PLACE_BYTES are served alike at any place. */
static const double PLACE_BYTES = 192;
static const int32_t ONE_PLACE_VARIABLES = 4;

enum cross_axis { VARIABLES, STRIDE, WARPS, REGIME, SCOPE, ORDER, BARRIER, ACCESSES };

static void variables_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    const int64_t threads = (int64_t)crowd_most_warps(limits) * limits->warp_size;
    *first = 1;
    *last = threads < 16384 ? (int32_t)threads : 16384;
}

static void stride_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = 16384 + 32;
}

/* All powers of two, the multiples of 4 within 32 of each, 192, and what is between 512 and 1024. */
#define CROSS_STRIDES                                                                              \
    "0..160+4,192,224..288+4,480..544+4,640,764,768,896,992..1056+4,"                              \
    "2016..2080+4,4064..4128+4,8160..8224+4,16352..16416+4"

static const struct ga_axis axes[] = {
    {"variables", "", "words in use", nullptr, variables_range, {"1,8", "1..max*2", "1..max*2"}},
    {"stride_bytes",
     "B",
     "from one variable to the next",
     nullptr,
     stride_range,
     {"0,4,256", CROSS_STRIDES, CROSS_STRIDES}},
    {"warps", "", "in the launch", nullptr, crowd_warps_range, {"8", "2048", "2048,4096"}},
    CROWD_REGIME_AXIS("unused", "unused", "all"),
    CROWD_SCOPE_AXIS("device", "device", "device"),
    CROWD_ORDER_AXIS("relaxed", "relaxed", "relaxed"),
    CROWD_BARRIER_AXIS("none", "none", "none"),
    CROWD_ACCESSES_AXIS("usual", "all", "all"),
};

static uint32_t n_threads(const struct ga_limits *limits, const struct ga_point *p) {
    return (uint32_t)p->at[WARPS] * limits->warp_size;
}

/* The same number of threads for every variable, and whole words. */
static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    return n_threads(limits, p) % (uint32_t)p->at[VARIABLES] == 0 && p->at[STRIDE] % 4 == 0;
}

/* The stride of one variable means nothing: a preset measures it once. Doubled accesses show that the usual ones are a
 * steady state: at some strides. Twice the warps show whether a rate is a limit: of results that nobody uses. */
static bool usual(const struct ga_limits *, const struct ga_point *p) {
    const int32_t stride = p->at[STRIDE];
    if (p->at[WARPS] > USUAL_WARPS && (p->at[REGIME] != GA_UNUSED || p->at[ACCESSES] != 0))
        return false;
    return (p->at[VARIABLES] > 1 || stride == 0) &&
           (p->at[ACCESSES] == 0 || p->at[VARIABLES] == 1 || stride == 4 || stride == 256 ||
            stride == 1024 || stride == 4096);
}

static uint32_t variant(const struct ga_point *p) { return (uint32_t)p->at[REGIME]; }

template <enum cross_case C> static bool few_apart(const struct ga_point *p) {
    return C == DIRECT && p->at[VARIABLES] >= 4 && p->at[VARIABLES] <= FEW_VARIABLES &&
           p->at[STRIDE] >= ALONE_BYTES;
}

/* Where words are served side by side a launch would be short, and a large part of it what passes until the slowest
 * words hold up the others, and its end: there a thread has more. */
template <enum cross_case C> static double times(const struct ga_point *p) {
    const double variables = p->at[VARIABLES], stride = p->at[STRIDE];
    if (few_apart<C>(p))
        return TIMES_FEW_APART;
    const bool in_sector = C == SCATTERED && stride > 0 && stride < SECTOR_BYTES;
    const double at_once = in_sector ? SECTOR_BYTES / stride : 1;
    const double side_by_side =
        std::min(variables, (1 + variables * stride / SIDE_BYTES) * at_once);
    const double least = C == SCATTERED && variables > 1 ? LEAST_SCATTERED : 1;
    return std::min(std::max(side_by_side * (in_sector ? TIMES_IN_SECTOR : TIMES_A_WORD), least),
                    C == SCATTERED ? MOST_SCATTERED : MOST_DIRECT);
}

template <enum cross_case C>
static uint32_t accesses(const struct ga_limits *limits, const struct ga_point *p) {
    const uint32_t n =
        GA_SYMBOL(crowd_accesses)(n_threads(limits, p), (enum ga_regime)p->at[REGIME], false);
    const uint32_t least = n / (2 * CROWD_UNROLL);
    return (uint32_t)(least * times<C>(p)) * CROWD_UNROLL * (p->at[ACCESSES] == 0 ? 1 : 2);
}

/* Whether the place matters little: at a second one rates would be others by less than 2 % on an H200, but for those
 * that switch between several. It is so of one variable; of a few that are near; and of a few that are far apart if a
 * warp has all of them, or if adjacent threads share one of four, but not of two (3 %). */
template <enum cross_case C> static bool one_place(const struct ga_point *p) {
    const int32_t variables = p->at[VARIABLES], stride = p->at[STRIDE];
    return variables == 1 || (variables <= ONE_PLACE_VARIABLES &&
                              (stride < PLACE_BYTES ||
                               (stride >= ALONE_BYTES && (C == SCATTERED || few_apart<C>(p)))));
}

/* Which variables share what serves them depends on the place. Where threads of a warp share a variable, samples of
 * many differ most, and they are short. */
template <enum cross_case C> static uint32_t places(const struct ga_point *p) {
    return one_place<C>(p) ? 1 : C == SCATTERED || p->at[VARIABLES] <= FEW_VARIABLES ? 2 : 4;
}

template <enum cross_case C>
static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t each = accesses<C>(limits, p);
    return {each * n_threads(limits, p), each * (uint32_t)p->at[WARPS],
            crowd_instructions(p->at[SCOPE], p->at[ORDER])};
}

template <enum cross_case C>
static struct crowd_point describe(const struct ga_limits *limits, const struct ga_point *p,
                                   uint64_t seed) {
    struct crowd_point c = {};
    const uint32_t threads = n_threads(limits, p), variables = (uint32_t)p->at[VARIABLES];
    c.entry = GA_SYMBOL(crowd_adds)()[variant(p)].entry;
    c.section =
        crowd_section((uint32_t)p->at[SCOPE], (uint32_t)p->at[ORDER], (uint32_t)p->at[BARRIER]);
    c.n_warps = (uint32_t)p->at[WARPS];
    c.accesses = accesses<C>(limits, p);
    c.n_places = places<C>(p);
    c.layout = crowd_one_word(seed);
    c.layout.run = C == SCATTERED ? 1 : threads / variables;
    c.layout.n_words = p->at[STRIDE] ? variables : 1; /* with stride 0 all are one */
    c.layout.bytes[4] = (uint32_t)p->at[STRIDE];
    c.word_bytes = sizeof(uint32_t);
    c.expected[0] = threads / c.layout.n_words * c.accesses;
    return c;
}

template <enum cross_case C>
static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return GA_SYMBOL(crowd_measure)(gpu, batch, describe<C>, err);
}

/* The row but for its names. */
template <enum cross_case C> static struct ga_bench cross_row(void) {
    return {
        .sample =
            "a launch at each of one, two or four places: every thread adds to its variable, the "
            "same number of times",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .variants = GA_SYMBOL(crowd_adds)(),
        .n_variants = GA_N_REGIMES,
        .samples = {4, 6, 12},
        .visit_samples = 10,
        .threads = true,
        .timer = GA_TICKS,
        .interval = 0.02,
        .load_axis = "warps",
        .length_axis = "accesses",
        .valid = valid,
        .usual = usual,
        .work = work<C>,
        .variant = variant,
        .measure = measure<C>,
    };
}

#endif
