/* Instructions of NVIDIA's machine code to others that do less. */
#ifndef GA_REWRITE_H
#define GA_REWRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "sass.h"

/* A wide scope: device or system, of an atomic in memory of the device, or of a membar. */
bool ga_rewrite_is_wide(const struct ga_sass *in);
/* System scope becomes device, device block. in: at: the instruction, wide. out: 1 if it changed. */
uint32_t ga_rewrite_narrow(const struct ga_sass *in, unsigned sm, uint8_t *at);

/* An atomic becomes a load of its word, of its scope and order, to the same register. in: at: the instruction. out: loads: that
 * load; false: its result goes to no register or a predicate tells of it, or no load was seen with its kind of address. */
bool ga_rewrite_load(const struct ga_sass *in, unsigned sm, const uint8_t *at,
                     uint8_t load[GA_SASS_BYTES]);

/* An add of floats, in memory of a kind that the compiler does not know, tells by a predicate that it was done. */
bool ga_rewrite_is_told(const struct ga_sass *in);
/* It becomes a compare that sets that predicate. in: at: the instruction. out: 1: it changed. */
uint32_t ga_rewrite_told(uint8_t *at);

#endif
