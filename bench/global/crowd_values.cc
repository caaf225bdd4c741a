/* What memory must hold after a sample, for every operation: worked out on the host, by arithmetic of its
 * own. It knows the operands (operands.h) by what they are meant to be. */
#include <string.h>

#include "crowd_variants.h"
#include "operations.h"

struct value {
    uint32_t words[CROWD_WORD];
    uint32_t bytes;
};

template <typename T> static struct value value_of(T x, uint32_t copies) {
    struct value v = {{0}, (uint32_t)sizeof x * copies};
    for (uint32_t i = 0; i < copies; i++)
        memcpy((char *)v.words + i * sizeof x, &x, sizeof x);
    return v;
}

/* A whole number, at most 2^11, as a 16-bit float of IEEE 754. */
static uint16_t half(uint32_t n) {
    uint32_t exponent = 0;
    while (n >> (exponent + 1))
        exponent++;
    return (uint16_t)(n ? (exponent + 15) << 10 | ((n << 10 >> exponent) & 0x3ff) : 0);
}

/* A number in the type's representation; negative ones wrap in integers. */
static struct value number(const char *type, int64_t n) {
    if (strcmp(type, "u64") == 0)
        return value_of((uint64_t)n, 1);
    if (strcmp(type, "f32") == 0)
        return value_of((float)n, 1);
    if (strcmp(type, "f64") == 0)
        return value_of((double)n, 1);
    if (strcmp(type, "f32x2") == 0)
        return value_of((float)n, 2);
    if (strcmp(type, "f32x4") == 0)
        return value_of((float)n, 4);
    /* A sum of ones sticks where one is half of the last place: ties go to even. */
    if (strcmp(type, "f16x2") == 0)
        return value_of(half(n < 2048 ? (uint32_t)n : 2048), 2);
    if (strcmp(type, "bf16x2") == 0) {
        const float sum = (float)(n < 256 ? n : 256);
        uint32_t bits;
        memcpy(&bits, &sum, sizeof bits);
        return value_of((uint16_t)(bits >> 16), 2);
    }
    if (strcmp(type, "b128") == 0) {
        struct value v = {{0}, 16};
        const uint64_t halves[2] = {(uint64_t)n, ~(uint64_t)n};
        memcpy(v.words, halves, sizeof halves);
        return v;
    }
    return value_of((uint32_t)n, 1);
}

static struct value bits(const char *type, uint32_t low, bool high) {
    const uint64_t all = (high ? ~(uint64_t)UINT32_MAX : 0) | low;
    return strcmp(type, "u64") == 0 ? value_of(all, 1) : value_of(low, 1);
}

/* Bits 0 .. 31 that are touched by accesses 0 .. n - 1, and those touched an odd number of times: none where the threads
 * are an even number, so that the word shows a flip that was lost, and not that there was none at all. */
static uint32_t touched(uint32_t n) { return n >= 32 ? UINT32_MAX : (1u << n) - 1; }
static uint32_t touched_oddly(uint32_t n, uint32_t n_threads) {
    uint32_t odd = 0;
    for (uint32_t b = 0; b < 32; b++) {
        const uint32_t times = n / 32 + (b < n % 32);
        odd |= (times * (n_threads & 1) & 1) << b;
    }
    return odd;
}

/* out: *initial and *expected. n: accesses of each of n_threads. */
static void values(const char *operation, const char *type, uint32_t n, uint32_t n_threads,
                   struct value *initial, struct value *expected) {
    const int64_t all = (int64_t)n * n_threads;
    *initial = number(type, 0);
    if (strcmp(operation, "add") == 0 || strcmp(operation, "inc") == 0)
        *expected = number(type, all);
    else if (strcmp(operation, "sub") == 0)
        *expected = number(type, -all);
    else if (strcmp(operation, "dec") == 0) /* from 0 it wraps */
        *expected = number(type, (int64_t)OPERAND_WRAP - (all - 1));
    else if (strcmp(operation, "min") == 0) {
        *initial = number(type, OPERAND_TOP + 1);
        *expected = number(type, OPERAND_TOP - (int64_t)(n - 1));
    } else if (strcmp(operation, "and") == 0) {
        *initial = bits(type, UINT32_MAX, true);
        *expected = bits(type, ~touched(n), true);
    } else if (strcmp(operation, "or") == 0)
        *expected = bits(type, touched(n), false);
    else if (strcmp(operation, "xor") == 0)
        *expected = bits(type, touched_oddly(n, n_threads), false);
    else if (strcmp(operation, "cas_fail") == 0)
        *expected = *initial;
    else /* max, exchange: the last access of every thread writes n; cas: n rounds, each won once */
        *expected = number(type, n);
}

void GA_SYMBOL(crowd_values)(struct crowd_point *point, const char *operation, const char *type,
                             uint32_t n_threads) {
    struct value initial, expected;
    values(operation, type, point->accesses, n_threads, &initial, &expected);
    point->word_bytes = initial.bytes;
    memcpy(point->initial, initial.words, sizeof initial.words);
    memcpy(point->expected, expected.words, sizeof expected.words);
}
