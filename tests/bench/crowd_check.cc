/* crowd_check: where a crowd's launches have their words, on a device that only writes down what it is asked
 * for: a short launch comes first, no two places overlap, their parts go around, and a near one is found anew where
 * the scratch has moved; and what a visit is of what the blocks that collect a launch have seen. Exit status 1 and a
 * line for each that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../bench/kit/crowd_measure.cc"

/* backend.c's, which is linked for ga_scratch(). */
extern "C" {
extern const struct ga_backend ga_backend_cpu, ga_backend_fake;
const struct ga_backend ga_backend_cpu = {}, ga_backend_fake = {};
GA_DECLARE_KERNEL(measured, crowd_args);
void GA_SYMBOL(crowd_near)(const void *) {}
void GA_SYMBOL(crowd_place)(const void *) {}
void GA_SYMBOL(crowd_deal)(const void *) {}
void GA_SYMBOL(crowd_collect)(const void *) {}
void GA_SYMBOL(measured)(const void *) {}
}
static const struct ga_cpu_thread nobody = {};
extern "C" const struct ga_cpu_thread *ga_cpu_self(void) { return &nobody; }

enum {
    SAMPLES = 3,
    MOST = 64,
    N_WARPS = 16,
    MANY_WORDS = 5000,
    FOUR_FIT = 204 << 20,
    TWO_FIT = 205 << 20,
    DO_NOT_FIT = 342 << 20
};
static struct {
    const char *words[MOST], *set_up; /* of the measured launches; by the collect before */
    const char *checked[MOST];        /* by the collect behind */
    const struct crowd_sample *sample[MOST];
    uint32_t accesses[MOST], first_block[MOST]; /* the latter of the place before */
    uint32_t n, n_placed, n_dealt, n_near, n_alloc, near, n_collectors;
    bool is_set_up;
} seen;

/* Of all parts that come down, which has a wrong word, and which has no lap, where the others have one. */
static uint32_t wrong_part = UINT32_MAX, lapless_part = UINT32_MAX;

static int n_wrong;
static void differs(const char *what, uint64_t found, uint64_t expected) {
    if (found == expected)
        return;
    printf("%s: %llu, expected %llu\n", what, (unsigned long long)found,
           (unsigned long long)expected);
    n_wrong++;
}

/* Memory that nobody touches, elsewhere each time. */
static enum ga_status alloc(struct ga_gpu *, size_t, void **memory, struct ga_err *) {
    *memory = (void *)((uintptr_t)++seen.n_alloc << 40);
    return GA_OK;
}
static void release(struct ga_gpu *, void *) {}

static enum ga_status launch(struct ga_gpu *, const struct ga_launch *launches, uint32_t n,
                             struct ga_err *) {
    for (uint32_t i = 0; i < n; i++) {
        const struct ga_launch *const l = &launches[i];
        seen.n_near += l->entry == GA_ENTRY(crowd_near);
        seen.n_dealt += l->entry == GA_ENTRY(crowd_deal);
        if (l->entry == GA_ENTRY(crowd_collect)) {
            const struct collect_args *const c = (const struct collect_args *)l->args;
            seen.set_up = c->next;
            seen.n_collectors = l->n_blocks;
            if (seen.n > 0) {
                seen.sample[seen.n - 1] = c->sample;
                seen.checked[seen.n - 1] = c->words;
            }
        } else if (l->entry == GA_ENTRY(crowd_place)) {
            seen.n_placed++;
            seen.first_block[seen.n] = ((const struct place_args *)l->args)->first_block;
        } else if (l->entry == GA_ENTRY(measured) && seen.n < MOST) {
            seen.words[seen.n] = ((const struct crowd_args *)l->args)->words;
            seen.accesses[seen.n] = ((const struct crowd_args *)l->args)->accesses;
            seen.is_set_up &= seen.n == 0 || seen.words[seen.n] == seen.set_up;
            seen.n++;
        }
    }
    return GA_OK;
}

/* One place is the first that is near: a later one is nearer by a hair, and the one before it is not near. */
static enum ga_status download(struct ga_gpu *, void *to, const void *, size_t bytes,
                               struct ga_err *) {
    memset(to, 0, bytes);
    struct crowd_sample *const parts = (struct crowd_sample *)to;
    for (size_t k = 0; bytes != MOST_PLACES * sizeof(uint32_t) && k < bytes / sizeof *parts; k++) {
        parts[k].n_laps = k != lapless_part;
        parts[k].n_wrong = k == wrong_part;
    }
    for (size_t k = 0; bytes == MOST_PLACES * sizeof(uint32_t) && k < MOST_PLACES; k++)
        ((uint32_t *)to)[k] = k == seen.near       ? 10012
                              : k == seen.near + 9 ? 10000
                              : k + 1 == seen.near ? 10034
                                                   : 20000;
    return GA_OK;
}

static struct crowd_point describe(const struct ga_limits *, const struct ga_point *p,
                                   uint64_t seed) {
    struct crowd_point c = {};
    c.entry = GA_ENTRY(measured);
    c.n_warps = p->at[2] ? 2 * N_WARPS : N_WARPS;
    c.accesses = 8;
    c.n_places = (uint32_t)p->at[0];
    c.layout = crowd_one_word(seed);
    c.layout.n_words = p->at[1] > 4 ? 2 : MANY_WORDS;
    c.layout.bytes[4] = (uint32_t)p->at[1];
    c.word_bytes = sizeof(uint32_t);
    return c;
}

/* apart_bytes: of the point's words, of two so that four or two places are still apart in 1 GiB, or none. out: what the
 * visit came to. */
static uint32_t measure(struct ga_gpu *gpu, int32_t n_places, int32_t apart_bytes = 4,
                        uint32_t n_before = 0) {
    const struct ga_point point = {{n_places, apart_bytes}};
    uint32_t samples[SAMPLES];
    struct ga_visit visit;
    struct ga_err err;
    const struct ga_batch batch = {&point,  1,      SAMPLES, 1,       samples, nullptr,
                                   nullptr, &visit, nullptr, nullptr, n_before};
    seen.n = seen.n_placed = seen.n_dealt = 0;
    seen.is_set_up = true;
    differs("status", GA_SYMBOL(crowd_measure)(gpu, &batch, describe, &err), GA_OK);
    differs("launches that count whose words were set up", seen.is_set_up, true);
    const bool apart = reserved(&gpu->limits) > 0;
    const uint32_t n = n_places < 2 ? 1 : apart ? (uint32_t)n_places : 2;
    differs("launches", seen.n, n * SAMPLES + 1);
    differs("deals", seen.n_dealt, n_places > 0);
    differs("launches that are placed anew", seen.n_placed, n_places > 0 ? seen.n : 1);
    for (uint32_t i = 0; i < seen.n; i++) {
        const uint32_t counted = i > 0 ? i - 1 : 0;
        differs("place of a launch", (uint64_t)(seen.words[i] - seen.words[1 + counted % n]), 0);
        differs("sample of a launch", (uint64_t)(seen.sample[i] - seen.sample[i > 0]),
                counted * COLLECT_BLOCKS);
        differs("accesses of a launch", seen.accesses[i], i == 0 ? (uint32_t)CROWD_UNROLL : 8);
        differs("a launch is checked", seen.checked[i] == (i == 0 ? nullptr : seen.words[i]), true);
    }
    for (uint32_t i = 1; i <= n; i++) {
        for (uint32_t k = 1; k < i; k++) {
            const uint64_t distance = (uint64_t)llabs(seen.words[i] - seen.words[k]);
            differs("two overlap", distance > 0 && distance < (uint64_t)apart_bytes + 4, false);
            differs("two at one place", distance == 0,
                    !apart || apart_bytes == DO_NOT_FIT || (apart_bytes == TWO_FIT && i == k + 2));
        }
        for (uint32_t k = i + n; n_places > 0 && k < seen.n; k += n)
            differs("parts stay at their blocks", seen.first_block[k] == seen.first_block[k - n],
                    false);
    }
    return visit.outcome;
}

/* A queue of five points, which deals the parts of each kind of launch once as long as no other deals its own, and then has a
 * short launch: of the first, a near one, and the fourth, which has twice as many warps. */
static void deals_once(struct ga_gpu *gpu) {
    const struct ga_point points[] = {{{2, 4}}, {{4, 4}}, {{0, 4}}, {{2, 4, 1}}, {{2, 4, 1}}};
    uint32_t samples[5];
    struct ga_visit visits[5];
    struct ga_err err;
    const struct ga_batch batch = {points,  5,      1,       1,       samples, nullptr,
                                   nullptr, visits, nullptr, nullptr, 0};
    seen.n = seen.n_placed = seen.n_dealt = 0;
    differs("status of several", GA_SYMBOL(crowd_measure)(gpu, &batch, describe, &err), GA_OK);
    differs("deals of several", seen.n_dealt, 2);
    differs("launches of several", seen.n, 3 + 4 + 2 + 3 + 2);
    const uint32_t expected[] = {4, 8, 8, 8, 8, 8, 8, 4, 8, 4, 8, 8, 8, 8};
    for (uint32_t i = 0; i < seen.n; i++)
        differs("accesses of one of several", seen.accesses[i], expected[i]);
    for (uint32_t i = 0; i < 5; i++)
        differs("outcome of one of several", visits[i].outcome, i > 2 ? GA_ERROR : GA_OK);
}

static uint64_t place_of(const struct ga_gpu *gpu) {
    return (uint64_t)(seen.words[0] - (const char *)gpu->scratch) / APART_BYTES;
}

int main(void) {
    static struct ga_backend backend = {};
    backend.alloc = alloc;
    backend.free = release;
    backend.launch = launch;
    backend.download = download;
    struct ga_gpu gpu = {};
    struct ga_err err;
    void *memory = nullptr;
    gpu.backend = &backend;
    gpu.limits.warp_size = 32;
    gpu.limits.warps_per_sm = 64;
    gpu.limits.threads_per_block = 1024;
    gpu.limits.sm_count = 2;
    gpu.limits.memory_bytes = gpu.limits.free_bytes = (uint64_t)10 << 30;
    seen.near = 5;
    differs("outcome", measure(&gpu, 0), GA_OK);
    differs("near place", place_of(&gpu), 5);
    differs("blocks that collect", seen.n_collectors, COLLECT_BLOCKS);
    wrong_part = COLLECT_BLOCKS - 1;
    differs("outcome with a wrong word", measure(&gpu, 0), GA_WRONG);
    lapless_part = 2 * COLLECT_BLOCKS + 5;
    differs("outcome with a wrong word, and a warp missing", measure(&gpu, 0), GA_WRONG);
    wrong_part = UINT32_MAX;
    differs("outcome with a warp missing", measure(&gpu, 0), GA_ERROR);
    lapless_part = UINT32_MAX;
    measure(&gpu, 1);
    differs("the one place that all launches have", place_of(&gpu),
            (RESERVED_BYTES / APART_BYTES - 1) / 2);
    measure(&gpu, CROWD_PLACES / 2);
    measure(&gpu, CROWD_PLACES);
    const uint32_t first = seen.first_block[1];
    measure(&gpu, CROWD_PLACES, 4, 1);
    differs("the next visit begins as this one did", seen.first_block[1] == first, false);
    measure(&gpu, CROWD_PLACES, FOUR_FIT);
    measure(&gpu, CROWD_PLACES, TWO_FIT);
    measure(&gpu, CROWD_PLACES, DO_NOT_FIT);
    deals_once(&gpu);
    differs("searches", seen.n_near, 1);
    differs("allocations", seen.n_alloc, 1);
    differs("reserve", gpu.scratch_bytes, (uint64_t)5 << 28);

    seen.near = 7; /* somebody needs more, and the memory is another */
    differs("status of scratch", ga_scratch(&gpu, (size_t)2 << 30, &memory, &err), GA_OK);
    measure(&gpu, 0);
    differs("near place after a move", place_of(&gpu), 7);
    measure(&gpu, 0);
    differs("searches after a move", seen.n_near, 2);

    gpu.limits.free_bytes -= 8; /* too little for the reserve, and so for places */
    gpu.scratch = nullptr;
    gpu.scratch_bytes = 0;
    measure(&gpu, 0);
    differs("place without a reserve", place_of(&gpu), 0);
    for (int32_t n = 1; n <= CROWD_PLACES; n *= 2)
        measure(&gpu, n);
    struct memory little = {}; /* as much as a larger point of the batch needs */
    struct places nowhere = {};
    const struct ga_point point = {{2, 4}};
    const struct crowd_point small = describe(&gpu.limits, &point, 1);
    little.room = RESERVED_BYTES / 2;
    differs("another place without a reserve", place(&little, &nowhere, &small, 1),
            place(&little, &nowhere, &small, 0));
    differs("a reserve", gpu.scratch_bytes < (size_t)1 << 28, true);
    differs("searches without a reserve", seen.n_near, 2);
    return n_wrong > 0;
}
