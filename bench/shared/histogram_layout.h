/* Which bin an access of shared_histogram is to, and where it lies in shared memory: the same lines for the
 * kernels and for what the host predicts of them. */
#ifndef GA_HISTOGRAM_LAYOUT_H
#define GA_HISTOGRAM_LAYOUT_H

#include "device.h"

enum {
    HISTOGRAM_CHANNELS = 4, /* of a pixel, 8 bits each, the first in its lowest byte */
    HISTOGRAM_VALUES = 256,
    HISTOGRAM_BINS = HISTOGRAM_CHANNELS * HISTOGRAM_VALUES,
    HISTOGRAM_BANKS = 32, /* of shared memory; words side by side are in different ones */
    HISTOGRAM_PACKED_MOST = 65535
};

/* A thread visits a pixel's channels one after the other, visit 0 first. reordered: the thread's number
 * rotates the order. The visits beyond the last channel are to that channel again. */
GA_ANYWHERE uint32_t histogram_channel(bool reordered, uint32_t thread, uint32_t visit) {
    const uint32_t k = visit < HISTOGRAM_CHANNELS ? visit : HISTOGRAM_CHANNELS - 1;
    return reordered ? (k + thread) % HISTOGRAM_CHANNELS : k;
}

GA_ANYWHERE uint32_t histogram_bin(uint32_t pixel, uint32_t channel) {
    return channel * HISTOGRAM_VALUES + (pixel >> 8 * channel & 0xff);
}

/* packed: two bins a word, the even one in its lower half. */
GA_ANYWHERE uint32_t histogram_word(bool packed, uint32_t bin) { return packed ? bin / 2 : bin; }
GA_ANYWHERE uint32_t histogram_shift(bool packed, uint32_t bin) {
    return packed ? bin % 2 * 16 : 0;
}

/* The block's words begin in bank 0. */
GA_ANYWHERE uint32_t histogram_bank(uint32_t word) { return word % HISTOGRAM_BANKS; }

GA_ANYWHERE size_t histogram_bytes(bool packed) {
    return histogram_word(packed, HISTOGRAM_BINS) * sizeof(uint32_t);
}

#endif
