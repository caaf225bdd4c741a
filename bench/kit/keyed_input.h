/* Keys, made on the host from the run's seed. */
#ifndef GA_KEYED_INPUT_H
#define GA_KEYED_INPUT_H

#include "bench.h"
#include "pieces.h"
#include "splitmix64.h"

#include <math.h>
#include <new>
#include <string.h>

enum keyed_kind { KEYED_UNIFORM, KEYED_ZIPF, KEYED_CLUSTERED, KEYED_ONE, KEYED_FILE, KEYED_KINDS };
/* Keys: of a cluster's run, on the mean; that a thread of the host makes, at least. */
enum { KEYED_RUN = 64, KEYED_PIECE = 1 << 18 };

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
struct keyed_zipf {
    double *cdf; /* [bins], not divided by the last, which is the sum */
    uint32_t *index;
};

static inline void keyed_zipf_free(struct keyed_zipf *z) {
    delete[] z->index;
    delete[] z->cdf;
}

static inline bool keyed_zipf_make(const struct keyed_input *in, struct keyed_zipf *z) {
    const uint32_t bins = in->bins;
    double sum = 0;
    *z = {new (std::nothrow) double[bins], new (std::nothrow) uint32_t[bins]};
    if (!z->cdf || !z->index)
        return false;
    for (uint32_t r = 0; r < bins; r++)
        z->cdf[r] = sum += pow(r + 1, -(in->skew / 100.0));
    for (uint32_t i = 0, r = 0; i < bins; i++) {
        while (r + 1 < bins && z->cdf[r] <= sum * i / bins)
            r++;
        z->index[i] = r;
    }
    return true;
}

static inline uint32_t keyed_zipf_key(const struct keyed_zipf *z, uint32_t bins, uint64_t random) {
    const double share = (double)(random >> 11) * 0x1p-53, sum = z->cdf[bins - 1];
    uint32_t r = z->index[(uint32_t)(share * bins)];
    while (r + 1 < bins && z->cdf[r] <= sum * share)
        r++;
    return r * 0x9e3779b1u % bins;
}

static inline uint64_t keyed_random(const struct keyed_input *in, uint32_t i) {
    return ga_splitmix64_at(in->seed + ((uint64_t)in->kind << 32), i);
}

/* Whether key i is of a random number of its own: of a run only the first is. */
static inline bool keyed_begins(const struct keyed_input *in, uint32_t i) {
    return in->kind != KEYED_CLUSTERED || i == 0 || keyed_random(in, i) % KEYED_RUN == 0;
}

/* random: of the key's run. */
static inline uint32_t keyed_key(const struct keyed_input *in, const struct keyed_zipf *z,
                                 uint32_t i, uint64_t random) {
    if (in->kind == KEYED_ONE || in->bins == 1)
        return 0;
    if (in->kind == KEYED_FILE)
        return in->given->at[i % in->given->n] % in->bins;
    return in->kind == KEYED_ZIPF ? keyed_zipf_key(z, in->bins, random)
                                  : (uint32_t)(random >> 32) % in->bins;
}

/* Adds to counts what there is of each bin among the keys first .. last - 1: to its own first, if there are other pieces and it
 * gets room for that. */
static inline void keyed_make_piece(const struct keyed_input *in, const struct keyed_zipf *z,
                                    uint32_t first, uint32_t last, uint32_t *keys,
                                    uint32_t *counts) {
    const bool alone = last - first == in->n_keys;
    uint32_t *const own = alone ? counts : new (std::nothrow) uint32_t[in->bins]();
    uint32_t i = first;
    while (!keyed_begins(in, i))
        i--;
    for (uint64_t random = 0; i < last; i++) {
        random = keyed_begins(in, i) ? keyed_random(in, i) : random;
        if (i < first)
            continue;
        keys[i] = keyed_key(in, z, i, random);
        if (own)
            own[keys[i]]++;
        else
            __atomic_fetch_add(&counts[keys[i]], 1, __ATOMIC_RELAXED);
    }
    for (uint32_t bin = 0; own && !alone && bin < in->bins; bin++)
        if (own[bin])
            __atomic_fetch_add(&counts[bin], own[bin], __ATOMIC_RELAXED);
    if (!alone)
        delete[] own;
}

/* out: keys[in->n_keys], and how often each of the bins is there; of those given again from the first on where they
 * do not suffice. err: GA_ERROR out of memory. */
static inline enum ga_status keyed_make(const struct keyed_input *in, uint32_t *keys,
                                        uint32_t *counts, struct ga_err *err) {
    struct keyed_zipf zipf = {};
    const bool made = in->kind != KEYED_ZIPF || keyed_zipf_make(in, &zipf);
    memset(counts, 0, in->bins * sizeof *counts);
    if (made)
        in_pieces(in->n_keys, KEYED_PIECE, [&](uint32_t first, uint32_t last) {
            keyed_make_piece(in, &zipf, first, last, keys, counts);
        });
    keyed_zipf_free(&zipf);
    return made ? GA_OK : ga_fail(err, GA_ERROR, "out of memory for %u bins", in->bins);
}

#endif
