/* What atomics leave in memory: a quick no to whether the function reads it, before steering.h asks cycle by cycle. */
#ifndef GA_LEFT_H
#define GA_LEFT_H

#include "cycles.h"

enum { GA_LEFT_BYTES = 512 };

/* Of a function. loads: marks of where its loads read; copied: registers that a constant is copied to. */
struct ga_left {
    bool known;
    uint8_t loads[GA_LEFT_BYTES], copied[256 / 8];
};

/* in: left: zeros before the first atomic of a function. out: whether instruction i is an atomic, and a load of the function may
 * read the word that it writes: at the same offset from the same register, or from constants; or both at constant addresses of
 * shared memory. false: steering.h would not find one. */
bool ga_left_may_be_read(struct ga_left *left, const struct ga_graph *graph, uint32_t i);
/* After that, whether a constant is copied to a register somewhere. */
bool ga_left_is_copied(const struct ga_left *left, unsigned reg);

#endif
