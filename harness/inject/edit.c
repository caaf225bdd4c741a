/* NVIDIA's machine code: from sm_70 on bits 12 to 15 of an instruction are its guard, a predicate and whether it is
 * negated. All four set, "@!PT", it never executes; its scoreboards are released all the same.
 *
 * A compare-and-swap in a loop never ends without it. Where the loop emulates an operation and goes back by one branch
 * shortly behind the swap, under a predicate, both are switched off, and the loop runs once. Others are left alone, and so
 * are the exchanges of a function that takes a lock, which may release it, and what others wait for: barriers, mbarriers,
 * and operations that complete on one. */
#include "edit.h"

#include <stdlib.h>
#include <string.h>

#include "cubin.h"

enum { BRANCH_WITHIN = 14, NO_BRANCH = 0, GUARD_BYTE = 1, NEVER = 0xf0 };

struct editing {
    uint8_t *image;
    const uint8_t *start;
    const struct ga_edit *edit;
    uint32_t edited;
};

/* out: its class, GA_N_EDITS for none. */
static unsigned class_of(const struct ga_sass_key *key) {
    if (key->class == GA_CLASS_FENCE)
        return key->operation == GA_OP_PROXY ? GA_N_EDITS : GA_EDIT_FENCES;
    if (key->class != GA_CLASS_ATOMIC && key->class != GA_CLASS_REDUCTION)
        return GA_N_EDITS;
    return key->space == GA_SPACE_SHARED    ? GA_EDIT_SHARED
           : key->space == GA_SPACE_GENERIC ? GA_EDIT_GENERIC
                                            : GA_EDIT_GLOBAL;
}

static bool swaps(const struct ga_sass_key *key) {
    return key->operation == GA_OP_CAS || key->operation == GA_OP_CAST ||
           key->operation == GA_OP_CAST_SPIN;
}

/* The branch that goes back from behind the swap to before it: the first one there, under a predicate of lanes, with no
 * other instruction between that changes where lanes go. out: its number, NO_BRANCH if there is none such. */
static size_t way_back(const struct ga_sass *code, size_t n, size_t swap) {
    for (size_t i = swap + 1; i < n && i <= swap + BRANCH_WITHIN; i++) {
        const struct ga_sass *const in = &code[i];
        if (in->role == GA_ROLE_BRANCH)
            return in->key.guarded && in->target <= code[swap].offset ? i : NO_BRANCH;
        if (in->role >= GA_ROLE_BRANCH)
            return NO_BRANCH;
    }
    return NO_BRANCH;
}

static bool has_lock(const struct ga_sass *code, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (code[i].key.loop == GA_LOOP_SPIN)
            return true;
    return false;
}

/* in: locks: the function takes a lock. out: whether it can be switched off; *branch: with what. */
static bool can_edit(const struct ga_sass *code, size_t n, size_t i, bool locks, size_t *branch) {
    const struct ga_sass_key *const key = &code[i].key;
    *branch = NO_BRANCH;
    if (key->loop == GA_LOOP_SPIN || (swaps(key) && key->loop == GA_LOOP_OTHER) ||
        (locks && key->operation == GA_OP_EXCH))
        return false;
    if (key->loop == GA_LOOP_RMW)
        *branch = way_back(code, n, i);
    return key->loop != GA_LOOP_RMW || *branch != NO_BRANCH;
}

/* out: 1 if it was not yet off. */
static uint32_t switch_off(uint8_t *instruction) {
    const bool on = (instruction[GUARD_BYTE] & NEVER) != NEVER;
    instruction[GUARD_BYTE] |= NEVER;
    return on;
}

static void edit_code(const struct ga_sass *code, size_t n, uint8_t *bytes, unsigned classes,
                      struct ga_edit_count *count) {
    const bool locks = has_lock(code, n);
    for (size_t i = 0; i < n; i++) {
        const unsigned class = class_of(&code[i].key);
        size_t branch = NO_BRANCH;
        if (class == GA_N_EDITS || !can_edit(code, n, i, locks, &branch)) {
            count->never +=
                code[i].key.class != GA_CLASS_OTHER && code[i].key.class != GA_CLASS_BARRIER;
            continue;
        }
        count->could[class]++;
        if (!(classes & 1U << class))
            continue;
        count->edited += switch_off(bytes + i * GA_SASS_BYTES);
        if (branch != NO_BRANCH)
            count->edited += switch_off(bytes + branch * GA_SASS_BYTES);
    }
}

static bool has_any(const struct ga_edit_count *count) {
    uint32_t n = count->never;
    for (int i = 0; i < GA_N_EDITS; i++)
        n += count->could[i];
    return n > 0;
}

static enum ga_status edit_function(void *context, const struct ga_function *function,
                                    struct ga_err *err) {
    struct editing *const e = context;
    const struct ga_edit *const edit = e->edit;
    struct ga_edit_count count = {.kernel = function->name, .target = function->target};
    struct ga_sass *code = NULL;
    size_t n = 0;
    const enum ga_status status = ga_function_read(function, &code, &n, err);
    if (status != GA_OK || !code)
        return status;
    const bool wanted = !edit->wanted || edit->wanted(edit->context, function->name);
    edit_code(code, n, e->image + (function->code.at - e->start), wanted ? edit->classes : 0,
              &count);
    free(code);
    e->edited += count.edited;
    if (edit->counted && has_any(&count))
        edit->counted(edit->to, &count);
    return GA_OK;
}

enum ga_status ga_edit_module(uint8_t *cubin, size_t n, const struct ga_edit *edit,
                              uint32_t *edited, struct ga_err *err) {
    const struct ga_bytes bytes = {cubin, n};
    const struct ga_image image = {.kind = GA_IMAGE_CUBIN, .bytes = bytes, .file = bytes};
    struct editing e = {.image = cubin, .start = cubin, .edit = edit};
    const enum ga_status status = ga_functions("module", &image, edit_function, &e, err);
    *edited = e.edited;
    return status;
}
