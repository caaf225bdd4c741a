/* How far each SM is from each of some lines of device memory. A line has its place in the L2; its address says nothing
 * of it, so it is timed. */
#ifndef GA_DISTANCE_H
#define GA_DISTANCE_H

#include "talk.h"

/* APART_WORDS: 4 KiB and a line, because lines of 4 KiB may all lie in one half of the L2. */
enum : uint32_t { GA_DISTANCE_LINES = 64, GA_DISTANCE_APART_WORDS = 1056, GA_DISTANCE_ADDS = 8 };

struct ga_distance_args {
    uint32_t *words;      /* of each line the second; the first is the benchmark's */
    const uint32_t *zero; /* one 0 a thread; the compiler cannot know, nor that they are the same */
    uint32_t *places;     /* [blocks] its SM's id + 1 */
    uint32_t *cycles;     /* [blocks][GA_DISTANCE_LINES], of GA_DISTANCE_ADDS adds */
};
GA_DECLARE_KERNEL(ga_distance, ga_distance_args);

#endif
