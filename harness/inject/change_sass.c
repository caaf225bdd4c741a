/* NVIDIA's machine code: from sm_70 on bits 12 to 15 of an instruction are its guard, a predicate and whether it is
 * negated. All four set, "@!PT", it never executes; its scoreboards are released all the same. */
#include "change.h"

#include <string.h>

#include "rewrite.h"

enum { BRANCH_WITHIN = 14, GUARD_BYTE = 1, GUARD = 0xf0, NEVER = 0xf0, ALWAYS = 0x70 };

/* How a loop is made to run once: an instruction, and its guard. */
struct way_out {
    size_t at; /* 0: there is none */
    uint8_t guard;
};

static uint8_t *at_of(const struct ga_changing *f, size_t i) {
    return f->bytes + f->code[i].offset;
}

/* out: whether, in front of an end, a branch goes back to before the swap; it begins to look at `from`. */
static bool goes_back(const struct ga_changing *f, size_t swap, size_t from, uint32_t end) {
    for (size_t i = from; i < f->n && i < from + BRANCH_WITHIN && f->code[i].offset < end; i++)
        if (f->code[i].role == GA_ROLE_BRANCH && f->code[i].target <= f->code[swap].offset)
            return true;
    return false;
}

/* out: whether branch i hangs on what the swap found: its predicate is the swap's own, or that of a compare of what was worked
 * out of the swap's result. Else the loop goes on for another reason, as one that counts does. */
static bool hangs_on(const struct ga_changing *f, size_t i, size_t swap) {
    enum { RESULT_REGISTERS = 4 };
    const struct ga_sass *const s = &f->code[swap];
    const uint8_t guard = ga_predicate(f->code[i].guard);
    bool found[GA_NO_REGISTER + 1] = {false}, hangs = s->written & guard;
    for (int r = s->destination; r < s->destination + RESULT_REGISTERS && r < GA_NO_REGISTER; r++)
        found[r] = true;
    for (size_t k = swap + 1; k < i; k++) {
        const struct ga_sass *const in = &f->code[k];
        const bool any = found[in->source[0]] || found[in->source[1]] || found[in->source[2]];
        if (in->destination != GA_NO_REGISTER)
            found[in->destination] |= any;
        if (in->written & guard)
            hangs = any;
    }
    return hangs;
}

/* The next instruction behind the swap that changes where lanes go, if it is under a predicate of lanes. It goes back to
 * before the swap; or it leaves, for good or to behind a branch that goes back. */
static struct way_out way_out(const struct ga_changing *f, size_t swap) {
    const struct way_out none = {0, 0};
    size_t i = swap + 1;
    while (i < f->n && i <= swap + BRANCH_WITHIN && f->code[i].role < GA_ROLE_BRANCH)
        i++;
    if (i >= f->n || i > swap + BRANCH_WITHIN || !f->code[i].key.guarded || !hangs_on(f, i, swap))
        return none;
    const struct ga_sass *const in = &f->code[i];
    if (in->role == GA_ROLE_BRANCH && in->target <= f->code[swap].offset)
        return (struct way_out){i, NEVER};
    const bool leaves = in->role == GA_ROLE_BRANCH || in->role == GA_ROLE_END;
    return leaves && goes_back(f, swap, i + 1, in->role == GA_ROLE_END ? UINT32_MAX : in->target)
               ? (struct way_out){i, ALWAYS}
               : none;
}

static bool may_leave(const struct ga_changing *f, size_t i) { return way_out(f, i).at != 0; }

static bool may_go(const struct ga_changing *f, size_t i) {
    (void)f;
    (void)i;
    return true;
}

/* out: 1 if that is another guard than it had. */
static uint32_t set_guard(const struct ga_changing *f, size_t i, uint8_t guard) {
    uint8_t *const at = at_of(f, i) + GUARD_BYTE;
    const uint8_t had = *at;
    *at = (uint8_t)((had & ~GUARD) | guard);
    return had != *at;
}

static uint32_t leave(const struct ga_changing *f, size_t i) {
    const struct way_out out = way_out(f, i);
    return set_guard(f, out.at, out.guard);
}

static uint32_t switch_off(const struct ga_changing *f, size_t i) {
    return ga_rewrite_is_told(&f->code[i]) ? ga_rewrite_told(at_of(f, i)) : set_guard(f, i, NEVER);
}

static bool may_become(const struct ga_changing *f, enum ga_edit_class edit, size_t i) {
    const struct ga_sass *const in = &f->code[i];
    uint8_t load[GA_SASS_BYTES];
    return edit == GA_EDIT_NARROW ? ga_rewrite_is_wide(in)
                                  : in->key.loop != GA_LOOP_SPIN &&
                                        ga_rewrite_load(in, f->function->sm, at_of(f, i), load);
}

/* A fence of block scope has no ERRBAR, CGAERRBAR and CCTL behind it, nor has an atomic of that scope that acquires. */
static uint32_t narrow(const struct ga_changing *f, size_t i) {
    const bool to_block = f->code[i].key.scope == GA_SCOPE_DEVICE;
    uint32_t n = ga_rewrite_narrow(&f->code[i], f->function->sm, at_of(f, i));
    for (size_t k = i + 1; to_block && k < f->n; k++) {
        const struct ga_sass_key *const key = &f->code[k].key;
        if (key->operation != GA_OP_ERRBAR && key->operation != GA_OP_INVALIDATE)
            break;
        n += set_guard(f, k, NEVER);
    }
    return n;
}

static uint32_t become(const struct ga_changing *f, enum ga_edit_class edit, size_t i) {
    return edit == GA_EDIT_NARROW
               ? narrow(f, i)
               : ga_rewrite_load(&f->code[i], f->function->sm, at_of(f, i), at_of(f, i));
}

const struct ga_change_ways ga_sass_ways = {may_leave,  leave,      may_go,
                                            switch_off, may_become, become};
