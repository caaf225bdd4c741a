/* keyed_check: keys are those of one generator, one after the other, whatever pieces they are made in, and are counted. Exit
 * status 1 and a line for each input that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#include "../../bench/kit/keyed_input.h"

/* The sequence as it is defined. Zipf by the distribution function alone, from its begin. */
static std::vector<uint32_t> one_by_one(const struct keyed_input *in) {
    std::vector<uint32_t> keys(in->n_keys);
    std::vector<double> cdf;
    uint64_t state = in->seed + ((uint64_t)in->kind << 32);
    uint32_t key = 0;
    for (uint32_t r = 0; r < in->bins; r++)
        cdf.push_back((r ? cdf[r - 1] : 0) + pow(r + 1, -(in->skew / 100.0)));
    for (uint32_t i = 0; i < in->n_keys; i++) {
        const uint64_t random = ga_splitmix64(&state);
        const double share = (double)(random >> 11) * 0x1p-53;
        uint32_t rank = 0;
        while (in->kind == KEYED_ZIPF && rank + 1 < in->bins && cdf[rank] <= cdf.back() * share)
            rank++;
        if (in->kind == KEYED_ZIPF)
            key = rank * 0x9e3779b1u % in->bins;
        else if (in->kind == KEYED_UNIFORM || i == 0 || random % KEYED_RUN == 0)
            key = (uint32_t)(random >> 32) % in->bins;
        keys[i] = in->kind == KEYED_ONE ? 0 : key;
    }
    return keys;
}

static bool is_right(const struct keyed_input *in) {
    std::vector<uint32_t> keys(in->n_keys), counts(in->bins, 1), expected(in->bins, 0);
    struct ga_err err;
    const bool made = keyed_make(in, keys.data(), counts.data(), &err) == GA_OK;
    const std::vector<uint32_t> right = one_by_one(in);
    for (const uint32_t key : right)
        expected[key]++;
    return made && keys == right && counts == expected;
}

int main(void) {
    const uint32_t sizes[] = {1, 65, 2 * KEYED_PIECE - 1, 2 * KEYED_PIECE, 3 * KEYED_PIECE + 1};
    int n_wrong = 0;
    for (uint32_t kind = KEYED_UNIFORM; kind < KEYED_FILE; kind++)
        for (const uint32_t n : sizes)
            for (const uint32_t bins : {1u, 48u, 65536u}) {
                const struct keyed_input in = {kind, 100, bins, n, 7, nullptr, 0};
                const bool slow = kind == KEYED_ZIPF && bins > 48 && n > 65; /* one by one */
                if (slow || is_right(&in))
                    continue;
                printf("kind %u, %u keys, %u bins: not as one by one\n", kind, n, bins);
                n_wrong++;
            }
    return n_wrong > 0;
}
