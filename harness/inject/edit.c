/* A module's functions, one after the other. */
#include "edit.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "cubin.h"
#include "reading.h"
#include "waits.h"

unsigned ga_edit_classes(const char *list) {
    static const char *const names[GA_N_EDITS] = {"shared", "global",   "generic",
                                                  "fences", "membar",   "no-retry",
                                                  "narrow", "as-loads", "unchanged"};
    unsigned classes = 0;
    while (list && *list) {
        const size_t n = strcspn(list, ",");
        for (unsigned i = 0; i < GA_N_EDITS; i++)
            if (strlen(names[i]) == n && strncmp(list, names[i], n) == 0)
                classes |= 1U << i;
        list += n + (list[n] == ',');
    }
    return classes;
}

struct editing {
    uint8_t *image;
    const uint8_t *start;
    const struct ga_edit *edit;
    uint32_t edited;
};

static bool has_lock(const struct ga_sass *code, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (code[i].key.loop == GA_LOOP_SPIN)
            return true;
    return false;
}

/* Every edit that is asked for, of those that can be done to instruction i. */
static void edit_instruction(struct ga_changing *f, size_t i, const struct ga_edit *edit,
                             struct ga_edit_count *count) {
    const struct ga_sass_key *const key = &f->code[i].key;
    bool can_go = false, any = false;
    if (key->class == GA_CLASS_OTHER)
        return;
    for (int e = 0; e < GA_N_EDITS; e++) {
        f->asked = edit->classes >> e & 1;
        if (e == GA_EDIT_UNCHANGED ? !any : !ga_change_can(f, (enum ga_edit_class)e, i))
            continue;
        any = true;
        can_go |= e <= GA_EDIT_FENCES;
        count->could[e]++;
        if (!f->asked || (edit->only != 0 && edit->only != count->could[e]))
            continue;
        const uint32_t n = e == GA_EDIT_UNCHANGED ? 1 : ga_change_do(f, (enum ga_edit_class)e, i);
        count->edited += n;
        if (n > 0) {
            count->instruction = key->name;
            count->offset = f->code[i].offset;
        }
    }
    count->never += !can_go && key->class != GA_CLASS_BARRIER;
}

static bool has_any(const struct ga_edit_count *count) {
    uint32_t n = count->never;
    for (int i = 0; i < GA_N_EDITS; i++)
        n += count->could[i];
    return n > 0;
}

/* What names a function may not be edited as its code. */
static bool names_itself(const struct ga_function *function) {
    const uint8_t *const name = (const uint8_t *)function->name;
    return name < function->code.at + function->code.n &&
           name + strlen(function->name) >= function->code.at;
}

static enum ga_status edit_function(void *context, const struct ga_function *function,
                                    struct ga_err *err) {
    struct editing *const e = context;
    const struct ga_edit *const edit = e->edit;
    struct ga_edit_count count = {.kernel = function->name, .target = function->target};
    struct ga_sass *code = NULL;
    size_t n = 0;
    if ((edit->wanted && !edit->wanted(edit->context, function->name)) ||
        !ga_function_may_have_atomics(function))
        return GA_OK;
    if (names_itself(function))
        return ga_fail(err, GA_FILE, "a function's name lies in its code");
    enum ga_status status = ga_function_read(function, &code, &n, err);
    if (status != GA_OK || !code)
        return status;
    struct ga_changing f = {.code = code,
                            .n = n,
                            .function = function,
                            .locks = has_lock(code, n),
                            .bytes = e->image + (function->code.at - e->start),
                            .ways = function->is_gfx ? &ga_gfx_ways : &ga_sass_ways};
    status = function->is_gfx ? ga_gfx_plan_make(function, code, n, &f.plan, err) : GA_OK;
    for (size_t i = 0; status == GA_OK && i < n; i++)
        edit_instruction(&f, i, edit, &count);
    if (status == GA_OK && f.plan) {
        count.refused = ga_gfx_plan_refused(f.plan);
        status = ga_gfx_plan_do(f.plan, f.bytes, &count.waits, err);
    }
    e->edited += count.edited;
    if (status == GA_OK && edit->counted && has_any(&count))
        edit->counted(edit->to, &count);
    ga_gfx_plan_free(f.plan);
    free(code);
    return status;
}

/* AMD's is an ELF file as NVIDIA's is, of another machine. */
static enum ga_image_kind kind_of(struct ga_bytes module) {
    return module.n >= GA_ELF_HEADER &&
                   ga_get(module, offsetof(Elf64_Ehdr, e_machine), 2) == GA_EM_AMDGPU
               ? GA_IMAGE_GFX
               : GA_IMAGE_CUBIN;
}

enum ga_status ga_edit_module(uint8_t *cubin, size_t n, const struct ga_edit *edit,
                              uint32_t *edited, struct ga_err *err) {
    const struct ga_bytes bytes = {cubin, n};
    const struct ga_image image = {.kind = kind_of(bytes), .bytes = bytes, .file = bytes};
    struct editing e = {.image = cubin, .start = cubin, .edit = edit};
    const enum ga_status status = ga_functions("module", &image, edit_function, &e, err);
    *edited = e.edited;
    return status;
}
