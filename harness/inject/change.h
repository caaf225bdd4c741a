/* What an edit can do to one instruction, and does: the rules that no vendor's machine code has a part in, and the ways to
 * follow them in each. */
#ifndef GA_CHANGE_H
#define GA_CHANGE_H

#include "cubin.h"
#include "edit.h"
#include "sass.h"

struct ga_changing;

/* What can't be done in a vendor's machine code is NULL. Those that change say how many instructions they did. */
struct ga_change_ways {
    /* Whether the loop that emulates an operation by swap i can be made to run once; makes it so. */
    bool (*may_leave)(const struct ga_changing *f, size_t i);
    uint32_t (*leave)(const struct ga_changing *f, size_t i);
    /* Whether instruction i can be switched off, were the rules to allow it; switches it off. */
    bool (*may_go)(const struct ga_changing *f, size_t i);
    uint32_t (*switch_off)(const struct ga_changing *f, size_t i);
    /* GA_EDIT_NARROW, GA_EDIT_AS_LOADS, for which there are no rules. */
    bool (*may_become)(const struct ga_changing *f, enum ga_edit_class edit, size_t i);
    uint32_t (*become)(const struct ga_changing *f, enum ga_edit_class edit, size_t i);
};
extern const struct ga_change_ways ga_sass_ways, ga_gfx_ways;

struct ga_gfx_plan; /* waits.h */

struct ga_changing {
    const struct ga_sass *code; /* with what flow.h finds; as it was before any edit */
    size_t n;
    const struct ga_function *function;
    bool locks;     /* the function takes a lock */
    bool asked;     /* for the edit that is looked at */
    uint8_t *bytes; /* of the n instructions */
    const struct ga_change_ways *ways;
    struct ga_gfx_plan *plan; /* of AMD's */
};

/* out: whether an edit can be done to instruction i. */
bool ga_change_can(const struct ga_changing *f, enum ga_edit_class edit, size_t i);
/* Does it. out: how many instructions that changed. */
uint32_t ga_change_do(const struct ga_changing *f, enum ga_edit_class edit, size_t i);

#endif
