/* Four lanes of eight bytes, which do not wait for each other; then what is left, by eight, four and one. */
#include "xxh64.h"

#include <string.h>

static const uint64_t P1 = 0x9e3779b185ebca87, P2 = 0xc2b2ae3d27d4eb4f, P3 = 0x165667b19e3779f9,
                      P4 = 0x85ebca77c2b2ae63, P5 = 0x27d4eb2f165667c5;
enum { LANES = 4, LANE = 8, STRIPE = LANES * LANE };

static uint64_t rotated(uint64_t x, unsigned by) { return x << by | x >> (64 - by); }

static uint64_t word(const uint8_t *at) {
    uint64_t value = 0;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint64_t half(const uint8_t *at) {
    uint32_t value = 0;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint64_t turn(uint64_t lane, uint64_t input) { return rotated(lane + input * P2, 31) * P1; }

static uint64_t merged(const uint64_t lanes[LANES]) {
    uint64_t hash =
        rotated(lanes[0], 1) + rotated(lanes[1], 7) + rotated(lanes[2], 12) + rotated(lanes[3], 18);
    for (int i = 0; i < LANES; i++)
        hash = (hash ^ turn(0, lanes[i])) * P1 + P4;
    return hash;
}

/* in: fewer bytes than a stripe. */
static uint64_t finished(uint64_t hash, const uint8_t *at, size_t n) {
    for (; n >= LANE; n -= LANE, at += LANE)
        hash = rotated(hash ^ turn(0, word(at)), 27) * P1 + P4;
    if (n >= 4) {
        hash = rotated(hash ^ half(at) * P1, 23) * P2 + P3;
        n -= 4;
        at += 4;
    }
    for (; n > 0; n--)
        hash = rotated(hash ^ *at++ * P5, 11) * P1;
    hash = (hash ^ hash >> 33) * P2;
    hash = (hash ^ hash >> 29) * P3;
    return hash ^ hash >> 32;
}

uint64_t ga_xxh64(const uint8_t *at, size_t n, uint64_t seed) {
    uint64_t lanes[LANES] = {seed + P1 + P2, seed + P2, seed, seed - P1};
    size_t left = n;
    for (; left >= STRIPE; left -= STRIPE, at += STRIPE)
        for (int i = 0; i < LANES; i++)
            lanes[i] = turn(lanes[i], word(at + (size_t)i * LANE));
    return finished((n >= STRIPE ? merged(lanes) : seed + P5) + n, at, left);
}
