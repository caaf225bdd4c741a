/* A compare-and-swap in a loop never ends without it. Where the loop emulates an operation and its way back stands shortly
 * behind the swap, that is closed as well, and the loop runs once. Others are left alone, and so are the exchanges of a
 * function that takes a lock, which may release it, and what others wait for: barriers, mbarriers, and operations that
 * complete on one. */
#include "change.h"

static bool swaps(const struct ga_sass_key *key) {
    return key->operation == GA_OP_CAS || key->operation == GA_OP_CAST ||
           key->operation == GA_OP_CAST_SPIN;
}

static bool is_off(const struct ga_changing *f, size_t i, enum ga_sass_class class) {
    const struct ga_sass_key *const key = &f->code[i].key;
    if (key->class != class || key->loop == GA_LOOP_SPIN ||
        (swaps(key) && key->used && key->loop != GA_LOOP_NONE && key->loop != GA_LOOP_RMW) ||
        (f->locks && key->operation == GA_OP_EXCH) || !f->ways->may_go(f, i))
        return false;
    return key->loop != GA_LOOP_RMW || f->ways->may_leave(f, i);
}

static bool is_atomic(const struct ga_changing *f, size_t i) {
    return is_off(f, i, GA_CLASS_ATOMIC) || is_off(f, i, GA_CLASS_REDUCTION);
}

bool ga_change_can(const struct ga_changing *f, enum ga_edit_class edit, size_t i) {
    const struct ga_sass *const in = &f->code[i];
    const bool shared = in->key.space == GA_SPACE_SHARED,
               generic = in->key.space == GA_SPACE_GENERIC;
    switch (edit) {
    case GA_EDIT_SHARED:
        return shared && is_atomic(f, i);
    case GA_EDIT_GLOBAL:
        return !shared && !generic && is_atomic(f, i);
    case GA_EDIT_GENERIC:
        return generic && is_atomic(f, i);
    case GA_EDIT_FENCES:
        return in->key.operation != GA_OP_PROXY && is_off(f, i, GA_CLASS_FENCE);
    case GA_EDIT_MEMBAR:
        return in->key.operation == GA_OP_MEMBAR;
    case GA_EDIT_NO_RETRY:
        return in->key.loop == GA_LOOP_RMW && f->ways->may_leave(f, i);
    default:
        return f->ways->may_become && f->ways->may_become(f, edit, i);
    }
}

uint32_t ga_change_do(const struct ga_changing *f, enum ga_edit_class edit, size_t i) {
    const bool emulates = f->code[i].key.loop == GA_LOOP_RMW;
    switch (edit) {
    case GA_EDIT_NO_RETRY:
        return f->ways->leave(f, i);
    case GA_EDIT_NARROW:
    case GA_EDIT_AS_LOADS:
        return f->ways->become(f, edit, i);
    default:
        return f->ways->switch_off(f, i) + (emulates ? f->ways->leave(f, i) : 0);
    }
}
