/* Keys, made on the host from the run's seed. */
#ifndef GA_KEYED_INPUT_H
#define GA_KEYED_INPUT_H

#include "bench.h"
#include "splitmix64.h"

#include <math.h>
#include <new>
#include <string.h>

enum keyed_kind { KEYED_UNIFORM, KEYED_ZIPF, KEYED_CLUSTERED, KEYED_ONE, KEYED_FILE, KEYED_KINDS };
enum { KEYED_RUN = 64 }; /* mean length of a cluster's run */

struct keyed_input {
    uint32_t kind, skew, bins, n_keys;
    uint64_t seed;
    const struct ga_keys *given; /* of the user, for KEYED_FILE; one run has one */
    uint32_t width;              /* values that come with a key; 0: none */
};

static inline bool keyed_same(const struct keyed_input *x, const struct keyed_input *y) {
    return x->kind == y->kind && x->skew == y->skew && x->bins == y->bins &&
           x->n_keys == y->n_keys && x->seed == y->seed && x->width == y->width;
}

/* Zipf: rank r = 1 .. bins has a share as 1 / r^s. Ranks are scattered over the bins, by an odd factor: the
 * most frequent are not neighbours in memory. Inverse of the distribution function; where its search
 * begins is looked up. src: Chen and Asau, "On generating random variates from an empirical
 * distribution", AIIE Transactions 6, 1974 (the index). */
static inline bool keyed_zipf(const struct keyed_input *in, uint64_t state, uint32_t *keys) {
    const uint32_t bins = in->bins;
    double *const cdf = new (std::nothrow) double[bins];
    uint32_t *const index = new (std::nothrow) uint32_t[bins];
    double sum = 0;
    for (uint32_t r = 0; cdf && r < bins; r++)
        cdf[r] = sum += pow(r + 1, -(in->skew / 100.0));
    for (uint32_t i = 0, r = 0; cdf && index && i < bins; i++) {
        while (r + 1 < bins && cdf[r] <= sum * i / bins)
            r++;
        index[i] = r;
    }
    for (uint32_t i = 0; cdf && index && i < in->n_keys; i++) {
        const double share = (double)(ga_splitmix64(&state) >> 11) * 0x1p-53;
        uint32_t r = index[(uint32_t)(share * bins)];
        while (r + 1 < bins && cdf[r] <= sum * share)
            r++;
        keys[i] = r * 0x9e3779b1u % bins;
    }
    const bool made = cdf && index;
    delete[] index;
    delete[] cdf;
    return made;
}

static inline void keyed_even(const struct keyed_input *in, uint64_t state, uint32_t *keys) {
    const bool runs = in->kind == KEYED_CLUSTERED;
    uint32_t key = 0;
    for (uint32_t i = 0; i < in->n_keys; i++) {
        const uint64_t random = ga_splitmix64(&state);
        if (!runs || i == 0 || random % KEYED_RUN == 0)
            key = (uint32_t)(random >> 32) % in->bins;
        keys[i] = key;
    }
}

/* out: keys[in->n_keys], and how often each of the bins is there; of those given again from the first on where they
 * do not suffice. err: GA_ERROR out of memory. */
static inline enum ga_status keyed_make(const struct keyed_input *in, uint32_t *keys,
                                        uint32_t *counts, struct ga_err *err) {
    const uint64_t state = in->seed + ((uint64_t)in->kind << 32);
    if (in->kind == KEYED_ONE || in->bins == 1)
        memset(keys, 0, in->n_keys * sizeof *keys);
    else if (in->kind == KEYED_FILE)
        for (uint32_t i = 0; i < in->n_keys; i++)
            keys[i] = in->given->at[i % in->given->n] % in->bins;
    else if (in->kind != KEYED_ZIPF)
        keyed_even(in, state, keys);
    else if (!keyed_zipf(in, state, keys))
        return ga_fail(err, GA_ERROR, "out of memory for %u bins", in->bins);
    memset(counts, 0, in->bins * sizeof *counts);
    for (uint32_t i = 0; i < in->n_keys; i++)
        counts[keys[i]]++;
    return GA_OK;
}

#endif
