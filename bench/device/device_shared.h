/* Atomics, loads and stores of the block's shared memory: the words of device_atomics.h and
 * device_order.h on a ga_shared_word, of 32 bits and at block scope.
 *
 *   ga_shared_at(p)          a word of shared memory, by its address
 *   ga_word_at(words, i)     the i-th word of an array, in either memory
 *   ga_plain(words)          its address for plain accesses, in either memory
 *
 * A kernel that is a template on the kind of pointer works on both memories. */
#ifndef GA_DEVICE_SHARED_H
#define GA_DEVICE_SHARED_H

#include "device_order.h"

struct ga_shared_word {
    uint32_t *at;
};

GA_DEVICE struct ga_shared_word ga_shared_at(uint32_t *p) { return {p}; }

GA_DEVICE uint32_t *ga_word_at(uint32_t *words, uint32_t i) { return words + i; }
GA_DEVICE struct ga_shared_word ga_word_at(struct ga_shared_word words, uint32_t i) {
    return {words.at + i};
}

GA_DEVICE uint32_t *ga_plain(uint32_t *words) { return words; }
GA_DEVICE uint32_t *ga_plain(struct ga_shared_word words) { return words.at; }

#if defined(GA_BACKEND_CUDA)
#include "device_shared_cuda.h"
#elif defined(GA_BACKEND_HIP)
#include "device_shared_hip.h"
#else
#include "device_shared_cpu.h"
#endif

#endif
