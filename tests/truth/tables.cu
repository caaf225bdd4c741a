/* Hash tables in shared memory. Of each kernel: the atomics of an iteration on sm_90, and what it is expected to
 * be bound by on an H200. */
#include "truth.h"

/* hash_insert: sets. A block puts 1024 keys at a time into an empty table of 2048 places by compare-and-swap
 * (ATOMS.CAS, about 1.3 for a key), counts the keys that were new, and 64 kinds of keys (1 ATOMS.ADD). It waits for
 * the results and at barriers: between. An item is 1024 keys. */
enum { PLACES = 2048, KEYS = 1024, KINDS = 64 };
static void keys(uint32_t *in, uint32_t n_words) { /* one in four is there twice, on average */
    for (uint32_t i = 0; i < n_words; i++)
        in[i] = truth_mix(i / KEYS * 4096 + truth_mix(i) % 2048) | 1;
}
template <int Extra> static __global__ void hash_insert(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t places[PLACES], kinds[2 * KINDS];
    const uint32_t one = truth_one(w);
    uint32_t n_new = 0;
    truth_clear(kinds, 2 * KINDS);
    for (uint32_t item = blockIdx.x; item < w.items; item += gridDim.x) {
        truth_clear(places, PLACES);
        for (uint32_t i = threadIdx.x; i < KEYS; i += blockDim.x) {
            const uint32_t key = w.in[(item & w.mask) * KEYS + i];
            for (uint32_t place = key * 0x9e3779b1u >> 21;; place = (place + 1) % PLACES) {
                const uint32_t old = atomicCAS(&places[place], 0u, key);
                n_new += old == 0;
                if (old == 0 || old == key)
                    break;
            }
            if (truth_does<Extra>(w, &kinds[key / 2 % KINDS])) {
                atomicAdd(&kinds[key / 2 % KINDS], one);
                if (Extra > 0)
                    atomicAdd(&kinds[KINDS + key / 2 % KINDS], one);
            }
        }
        __syncthreads();
    }
    truth_add_warp(&w.out[2 * KINDS], n_new);
    truth_add_up(kinds, 2 * KINDS, w.out);
}
static void expect_insert(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                          uint32_t *out) {
    for (uint32_t item = 0; item < n; item++, in += KEYS) {
        uint32_t places[PLACES] = {0};
        for (uint32_t i = 0; i < KEYS; i++) {
            uint32_t place = in[i] * 0x9e3779b1u >> 21;
            while (places[place] && places[place] != in[i])
                place = (place + 1) % PLACES;
            out[2 * KINDS] += places[place] ? 0 : rounds;
            places[place] = in[i];
            if (extra >= 0)
                out[in[i] / 2 % KINDS] += rounds;
            if (extra > 0)
                out[KINDS + in[i] / 2 % KINDS] += rounds;
        }
    }
}

/* word_counts: how often each of 512 words is there, and how long they are together, in a table of 1024 places
 * that each block fills as they come: compare-and-swap only where a word is new, else a load (LDS); then 2 adds
 * (ATOMS.ADD). A few words are frequent: the unit. */
enum { WORDS = 512, SLOTS = 1024 };
static void words(uint32_t *in, uint32_t n_words) {
    for (uint32_t i = 0; i < n_words; i++) {
        const uint32_t r = truth_mix(i + 3);
        in[i] = 1 + (r & 511) * (r >> 23) / 512;
    }
}
template <int Extra> static __global__ void word_counts(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t slots[SLOTS], counts[3 * SLOTS];
    truth_clear(slots, SLOTS);
    truth_clear(counts, 3 * SLOTS);
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        const uint32_t word = w.in[i & w.mask];
        uint32_t slot = word * 0x9e3779b1u >> 22;
        for (;; slot = (slot + 1) % SLOTS) {
            uint32_t there = *(volatile uint32_t *)&slots[slot];
            if (there == 0)
                there = atomicCAS(&slots[slot], 0u, word);
            if (there == 0 || there == word)
                break;
        }
        atomicAdd(&counts[slot], w.one);
        if (truth_does<Extra>(w, &counts[slot], word & 15)) {
            atomicAdd(&counts[SLOTS + slot], word & 15);
            if (Extra > 0)
                atomicAdd(&counts[2 * SLOTS + slot], word & 15);
        }
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < SLOTS; i += blockDim.x)
        for (uint32_t k = 0; k < 3 && slots[i]; k++)
            atomicAdd(&w.out[k * (WORDS + 1) + slots[i]], counts[k * SLOTS + i]);
}
static void expect_words(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                         uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        out[in[i]] += rounds;
        if (extra >= 0)
            out[WORDS + 1 + in[i]] += rounds * (in[i] & 15);
        if (extra > 0)
            out[2 * (WORDS + 1) + in[i]] += rounds * (in[i] & 15);
    }
}

const struct truth_row truth_tables[] = {
    {"hash_insert", 11, KEYS, 192, 2 * KINDS + 1, 256, 8, keys, TRUTH_KERNELS(hash_insert),
     expect_insert, NULL},
    {"word_counts", 20, 1, 320, 3 * (WORDS + 1), 256, 8, words, TRUTH_KERNELS(word_counts),
     expect_words, NULL},
    {NULL, 0, 0, 0, 0, 0, 0, NULL, {NULL, NULL, NULL}, NULL, NULL}};
