/* Where jumps by a register go: the compiler lists it for each function (BRX, a switch). NVIDIA's code alone. */
#ifndef GA_JUMPS_H
#define GA_JUMPS_H

#include "image.h"
#include "sass.h"
#include "status.h"

struct ga_jump {
    uint32_t from, to; /* offsets in the function */
};

struct ga_jumps {
    struct ga_jump *each; /* in order of from */
    size_t n;
};

/* in: n instructions of a cubin's function. out: none where it has no jump, or nothing is listed, or not in bounds. own:
 * ga_jumps_free. err: GA_ERROR for want of memory. */
enum ga_status ga_jumps_of(const struct ga_sass *code, size_t n, struct ga_bytes elf,
                           const char *name, struct ga_jumps *jumps, struct ga_err *err);
void ga_jumps_free(struct ga_jumps *jumps);

#endif
