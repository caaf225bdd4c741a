/* A hash that tells contents apart, not against anybody. */
#ifndef GA_XXH64_H
#define GA_XXH64_H

#include <stddef.h>
#include <stdint.h>

/* out: XXH64 of n bytes. in: seed: 0, or, of what is in several pieces, the hash of those before.
 * src: Yann Collet, the xxHash fast digest algorithm, doc/xxhash_spec.md of xxHash 0.8; written anew, so that measuring
 * needs no library. */
uint64_t ga_xxh64(const uint8_t *at, size_t n, uint64_t seed);

#endif
