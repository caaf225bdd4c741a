/* The generator of all that is random here, on the host and on a device. Results are of a recorded seed, so its numbers
 * never change. src: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
#ifndef GA_SPLITMIX64_H
#define GA_SPLITMIX64_H

#include <stdint.h>

#if defined(__CUDACC__) || defined(__HIPCC__)
#define GA_SPLITMIX64 static __host__ __device__ __forceinline__
#else
#define GA_SPLITMIX64 static inline
#endif

#define GA_SPLITMIX64_STEP UINT64_C(0x9e3779b97f4a7c15)

/* out: 64 bits that look random, of any z; of 0, 0. */
GA_SPLITMIX64 uint64_t ga_splitmix64_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* out: the next number of the sequence, and its state. in: *state: at the beginning the seed. */
GA_SPLITMIX64 uint64_t ga_splitmix64(uint64_t *state) {
    return ga_splitmix64_mix(*state += GA_SPLITMIX64_STEP);
}

/* out: number n of the sequence of a seed, from 0: without the ones before it. */
GA_SPLITMIX64 uint64_t ga_splitmix64_at(uint64_t seed, uint64_t n) {
    return ga_splitmix64_mix(seed + (n + 1) * GA_SPLITMIX64_STEP);
}

#endif
