/* What is in the words of remote.h: numbers of 32 bits, in words of every type. */
#ifndef GA_REMOTE_WORD_H
#define GA_REMOTE_WORD_H

#include "device_atomics.h"
#include "remote.h"

/* A number as a value of each type. Of more than 32 bits both halves are alike, so that a torn one shows; adds to
 * 64 bits add to both. */
template <typename T> struct remote_word {
    GA_ANYWHERE T make(uint32_t v) { return (T)v; }
    GA_ANYWHERE uint32_t value(T x) { return (uint32_t)x; }
    GA_ANYWHERE bool is_torn(T) { return false; }
};
template <> struct remote_word<uint64_t> {
    GA_ANYWHERE uint64_t make(uint32_t v) { return (uint64_t)v << 32 | v; }
    GA_ANYWHERE uint32_t value(uint64_t x) { return (uint32_t)x; }
    GA_ANYWHERE bool is_torn(uint64_t x) { return x >> 32 != (uint32_t)x; }
};
template <> struct remote_word<ga_b128> {
    GA_ANYWHERE ga_b128 make(uint32_t v) { return {v, v}; }
    GA_ANYWHERE uint32_t value(ga_b128 x) { return (uint32_t)x.low; }
    GA_ANYWHERE bool is_torn(ga_b128 x) { return x.low != x.high; }
};

#endif
