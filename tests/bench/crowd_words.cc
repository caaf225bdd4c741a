/* crowd_words: which words the collect of a crowd sets up and finds wrong, of 4, 8 and 16 bytes each, and which warps it
 * finds to have been there, in one block or in several; and which block is dealt which part. One thread runs it.
 * Exit status 1 and a line for each that differs. */
#include <stdio.h>
#include <stdlib.h>

#include "../../bench/kit/crowd.cc"

static struct crowd_sample shared[1];
static struct ga_cpu_thread self = {.n_threads = 1, .n_blocks = 1, .shared = shared};
extern "C" {
const struct ga_cpu_thread *ga_cpu_self(void) { return &self; }
uint32_t ga_cpu_warp_gather(uint32_t, uint32_t *) { abort(); }
void ga_cpu_block_sync(void) {}
}

enum { N_WORDS = 3, STRIDE = 24, N_PARTS = N_WORDS * STRIDE / 4, UNTOUCHED = 77, N_BLOCKS = 4 };
static int n_wrong;
static void differs(uint32_t bytes, const char *what, uint32_t found, uint32_t expected) {
    if (found == expected)
        return;
    printf("words of %u bytes: %s %u, expected %u\n", bytes, what, found, expected);
    n_wrong++;
}

/* In blocks of one thread each, one after the other. */
static void collect(struct collect_args *a, uint32_t n_blocks) {
    struct crowd_sample parts[N_BLOCKS];
    struct crowd_sample *const whole = a->sample;
    a->sample = parts;
    self.n_blocks = n_blocks;
    for (self.block = 0; self.block < n_blocks; self.block++)
        GA_SYMBOL(crowd_collect)(a);
    a->sample = whole;
    if (!a->words)
        return;
    *whole = parts[0];
    for (uint32_t i = 1; i < n_blocks; i++)
        join(whole, &parts[i]);
}

/* Words that hold what is expected; then each of the parts in turn holds something else. */
static void words_of(uint32_t bytes, uint32_t n_blocks) {
    const uint32_t parts = bytes / 4;
    uint32_t before[N_PARTS], after[N_PARTS];
    struct crowd_sample sample;
    struct crowd_lap lap = {};
    struct collect_args a = {};
    a.layout = crowd_one_word(1);
    a.layout.n_words = N_WORDS;
    a.layout.bytes[4] = STRIDE;
    a.laps = &lap;
    a.sample = &sample;
    a.n_warps = 1;
    a.word_bytes = bytes;
    for (uint32_t i = 0; i < CROWD_WORD; i++) {
        a.initial[i] = 10 + i;
        a.expected[i] = 20 + i;
    }
    for (uint32_t k = 0; k < N_PARTS; k++)
        before[k] = after[k] = UNTOUCHED;
    for (uint32_t k = 0; k < N_WORDS * parts; k++)
        before[k / parts * (STRIDE / 4) + k % parts] = a.expected[k % parts];
    a.words = (const char *)before;
    a.next = (char *)after;
    collect(&a, n_blocks);
    differs(bytes, "wrong", sample.n_wrong, 0);
    for (uint32_t k = 0; k < N_PARTS; k++) {
        const uint32_t part = k % (STRIDE / 4);
        differs(bytes, "set up", after[k], part < parts ? a.initial[part] : (uint32_t)UNTOUCHED);
        before[k]++;
        collect(&a, n_blocks);
        differs(bytes, "wrong by one part", sample.n_wrong, part < parts);
        before[k]--;
    }
}

/* Three warps' laps make a sample once; a warp that then writes none is missing, also behind a launch that is not
 * checked. */
static void laps(uint32_t n_blocks) {
    struct crowd_lap lap[] = {{1, 2, 3, 4, 0}, {1, 2, 3, 4, 0}, {1, 2, 3, 4, 0}};
    struct crowd_sample sample;
    struct collect_args a = {};
    const char word[4] = {};
    a.layout = crowd_one_word(1);
    a.words = word;
    a.word_bytes = 4;
    a.laps = lap;
    a.sample = &sample;
    a.n_warps = 3;
    collect(&a, n_blocks);
    differs(4, "laps of three warps", sample.n_laps, 3);
    lap[0].done = lap[2].done = 3;
    collect(&a, n_blocks);
    differs(4, "laps of two", sample.n_laps, 2);
    lap[0].done = lap[1].done = lap[2].done = 3;
    a.words = nullptr;
    collect(&a, n_blocks);
    a.words = word;
    lap[1].done = 3;
    collect(&a, n_blocks);
    differs(4, "laps of one", sample.n_laps, 1);
}

/* Seven blocks of two warps on three SMs: first those that are the first of their SM, by SM, then the second ones, and
 * the third. */
static void deal(void) {
    enum { N = 7, WARPS = 2 };
    static const uint32_t sms[N] = {300, 5, 300, 4464, 5, 300, 4464},
                          expected[N] = {1, 0, 4, 2, 3, 6, 5};
    struct crowd_lap lap[N * WARPS] = {};
    uint32_t keys[N], parts[N];
    const struct deal_args a = {lap, keys, parts, N, WARPS};
    self.n_blocks = 1;
    self.block = 0;
    for (uint32_t b = 0; b < N; b++) {
        lap[b * WARPS].sm = sms[b];
        lap[b * WARPS + 1].sm = 1;
    }
    GA_SYMBOL(crowd_deal)(&a);
    for (uint32_t b = 0; b < N; b++)
        differs(4, "part of a block", parts[b], expected[b]);
}

int main(void) {
    deal();
    for (uint32_t n_blocks = 1; n_blocks <= N_BLOCKS; n_blocks++) {
        laps(n_blocks);
        words_of(4, n_blocks);
        words_of(8, n_blocks);
        words_of(16, n_blocks);
    }
    return n_wrong > 0;
}
