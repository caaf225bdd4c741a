/* AMD's machine code: an instruction is off when it is s_nop; waits.c has what follows from that. A loop over lanes takes
 * out of EXEC those that are done, goes back while there are others, and has all of them again behind. Where it does
 * not go back it runs once, with the same EXEC behind. */
#include "change.h"

#include <string.h>

#include "gfx_counters.h"
#include "waits.h"

enum { LOOKS_AT = 24, REGISTERS = 512 };

/* out: whether branch i hangs on what swap found. A scalar register is written as a whole, a vector's lanes in part. */
static bool hangs_on(const struct ga_changing *f, size_t i, size_t swap) {
    const struct ga_sass *const s = &f->code[swap];
    const unsigned words = s->key.type == GA_TYPE_B64 || s->key.type == GA_TYPE_F64 ? 2 : 1;
    bool found[REGISTERS + 2] = {false};
    for (unsigned r = 0; r < words && s->destination != GA_NO_REGISTER; r++)
        found[s->destination + r] = true;
    for (size_t k = swap + 1; k < i; k++) {
        const struct ga_sass *const in = &f->code[k];
        const bool any = found[in->source[0]] || found[in->source[1]] || found[in->source[2]];
        if (in->destination != GA_NO_REGISTER)
            found[in->destination] =
                any || (in->destination >= GA_GFX_VECTOR && found[in->destination]);
    }
    return f->code[i].source[0] != GA_NO_REGISTER && found[f->code[i].source[0]];
}

/* out: the branch behind the swap that goes back to before it; 0: it has none that can be closed. */
static size_t way_back(const struct ga_changing *f, size_t swap) {
    size_t i = swap + 1;
    while (i < f->n && i <= swap + LOOKS_AT && f->code[i].role < GA_ROLE_BRANCH)
        i++;
    const bool goes_back = i < f->n && i <= swap + LOOKS_AT && f->code[i].role == GA_ROLE_BRANCH &&
                           f->code[i].conditional && f->code[i].target <= f->code[swap].offset;
    return goes_back && hangs_on(f, i, swap) ? i : 0;
}

static bool may_leave(const struct ga_changing *f, size_t i) { return way_back(f, i) != 0; }

static uint32_t leave(const struct ga_changing *f, size_t i) {
    uint8_t *const at = f->bytes + f->code[way_back(f, i)].offset;
    const uint32_t nop = GA_GFX_NOP;
    const bool was = memcmp(at, &nop, sizeof nop) == 0;
    memcpy(at, &nop, sizeof nop);
    return !was;
}

static bool may_go(const struct ga_changing *f, size_t i) {
    return ga_gfx_plan_may(f->plan, i, f->asked);
}

static uint32_t switch_off(const struct ga_changing *f, size_t i) {
    return ga_gfx_plan_remove(f->plan, i);
}

const struct ga_change_ways ga_gfx_ways = {
    .may_leave = may_leave, .leave = leave, .may_go = may_go, .switch_off = switch_off};
