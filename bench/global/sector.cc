/* global_sector: what a warp's access costs by where its words lie. The number of distinct words is held
 * while the 32-byte sectors, 128-byte lines and 4 KiB pages that hold them vary, and the offset of the
 * first.
 *
 * The words of a warp fill sectors, these fill lines, and these pages, all equally; lane l works on word
 * l % words. Warps use regions of their own, as many as the device holds well in its L2.
 *
 * Contends: lanes / words lanes of a warp on each word; and the warps, where they are more than regions.
 * Progress assumed: none. */
#include "device_atomics.h"
#include "crowd_variants.h"

enum { WORDS, SECTORS, LINES, PAGES, OFFSET, WARPS, REGIME };
enum : uint32_t { WORD = 4, SECTOR = 32, LINE = 128, PAGE = 4096, REGIONS = 64, MOST_OFFSET = 124 };

static void offset_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = MOST_OFFSET;
}

static const struct ga_axis axes[] = {
    {"words",
     "",
     "distinct ones that a warp accesses",
     nullptr,
     crowd_lanes_range,
     {"1,max", "1..max*2", "1..max*2"}},
    {"sectors",
     "",
     "of 32 bytes that they lie in",
     nullptr,
     crowd_lanes_range,
     {"all", "1..max*2", "1..max*2"}},
    {"lines",
     "",
     "of 128 bytes that those lie in",
     nullptr,
     crowd_lanes_range,
     {"all", "1..max*2", "1..max*2"}},
    {"pages",
     "",
     "of 4096 bytes that those lie in",
     nullptr,
     crowd_lanes_range,
     {"1", "1..max*2", "1..max*2"}},
    {"offset_bytes",
     "B",
     "of the first word in its sector; words that reach over its end add a sector",
     nullptr,
     offset_range,
     {"0", "0,4,16,28", "0..28+4,32..124+32"}},
    {"warps",
     "",
     "in the launch",
     nullptr,
     crowd_warps_range,
     {"8", "1,2048,4096", "1,1024..8192*2"}},
    CROWD_REGIME_AXIS("unused", "unused,dependent", "all"),
};

/* Each holds as many of the next as the other, and they fit. An offset moves words that fill whole
 * sectors, lines and one page: the run of all of them. */
static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    const uint32_t words = (uint32_t)p->at[WORDS], sectors = (uint32_t)p->at[SECTORS];
    const uint32_t lines = (uint32_t)p->at[LINES], pages = (uint32_t)p->at[PAGES];
    const bool nested = words % sectors == 0 && sectors % lines == 0 && lines % pages == 0;
    const bool fits = words / sectors * WORD <= SECTOR && sectors / lines * SECTOR <= LINE &&
                      lines / pages * LINE <= PAGE;
    const bool run = pages == 1 && (sectors == 1 || words / sectors * WORD == SECTOR) &&
                     (lines == 1 || sectors / lines * SECTOR == LINE);
    return limits->warp_size % words == 0 && nested && fits && p->at[OFFSET] % WORD == 0 &&
           (p->at[OFFSET] == 0 || run);
}

static uint32_t variant(const struct ga_point *p) { return (uint32_t)p->at[REGIME]; }

static uint32_t accesses(const struct ga_limits *limits, const struct ga_point *p) {
    return GA_SYMBOL(crowd_accesses)((uint32_t)p->at[WARPS] * limits->warp_size,
                                     (enum ga_regime)p->at[REGIME], false);
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t requests = (uint64_t)p->at[WARPS] * accesses(limits, p);
    return {requests * limits->warp_size, requests,
            crowd_instructions(GA_SCOPE_DEVICE, GA_RELAXED)};
}

static struct crowd_point describe(const struct ga_limits *limits, const struct ga_point *p,
                                   uint64_t seed) {
    struct crowd_point c = {};
    const uint32_t words = (uint32_t)p->at[WORDS], sectors = (uint32_t)p->at[SECTORS];
    const uint32_t lines = (uint32_t)p->at[LINES], pages = (uint32_t)p->at[PAGES];
    const uint32_t warps = (uint32_t)p->at[WARPS];
    uint32_t regions = REGIONS; /* all with the same number of warps */
    while (warps % regions)
        regions /= 2;
    c.entry = GA_SYMBOL(crowd_adds)()[variant(p)].entry;
    c.section = crowd_section(GA_SCOPE_DEVICE, GA_RELAXED, 0);
    c.n_warps = warps;
    c.n_places = warps > 1 ? CROWD_PLACES : 0; /* a warp alone is near to its words */
    c.accesses = accesses(limits, p);
    c.layout = {.warp_words = words,
                .n_words = words * regions,
                .lanes = UINT32_MAX,
                .offset_bytes = (uint32_t)p->at[OFFSET],
                .seed = seed,
                .radix = {words / sectors, sectors / lines, lines / pages, pages},
                .bytes = {WORD, SECTOR, LINE, PAGE, PAGE * (pages + 1)}};
    c.word_bytes = WORD;
    c.expected[0] = warps / regions * (limits->warp_size / words) * c.accesses;
    return c;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return GA_SYMBOL(crowd_measure)(gpu, batch, describe, err);
}

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_sector)(void) {
    static struct ga_bench row = {
        .id = "global_sector",
        .question =
            "what decides the cost of a warp's access: its words, their sectors, lines or pages?",
        .sample = "one launch, or one at each of four places: every lane adds to its word, the "
                  "same number of times",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .n_variants = GA_N_REGIMES,
        .samples = {4, 6, 12},
        .visit_samples = 10,
        .threads = true,
        .timer = GA_TICKS,
        .interval = 0.02,
        .load_axis = "warps",
        .valid = valid,
        .work = work,
        .variant = variant,
        .measure = measure,
    };
    row.variants = GA_SYMBOL(crowd_adds)();
    return &row;
}
