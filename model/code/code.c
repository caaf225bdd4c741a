#include "code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code_parts.h"
#include "inventory.h"
#include "kernel_name.h"

/* A kernel of the files that has atomics on device memory. name: of ga_kernel_name. */
struct kernel {
    char *name;
    unsigned sm;
    struct ga_l2_atomics atomics;
};

struct ga_code {
    struct kernel *at;
    size_t n;
    char *symbol; /* of the last */
};

void ga_code_close(struct ga_code *code) {
    for (size_t k = 0; code && k < code->n; k++)
        free(code->at[k].name);
    if (code) {
        free(code->at);
        free(code->symbol);
    }
    free(code);
}

/* As global_operations names them. */
static void name_of(const struct ga_sass_key *key, char *name) {
    const char *const operation =
        key->operation == GA_OP_EXCH ? "exchange" : ga_operation_name(key->operation);
    const char *const type = key->type == GA_TYPE_B32   ? "u32"
                             : key->type == GA_TYPE_B64 ? "u64"
                                                        : ga_type_name(key->type);
    snprintf(name, GA_L2_TYPE_NAME, "%.20s-%.8s", operation, type);
}

/* Of more than there is room for, all is left open: a name that no table has. */
static void add_name(struct ga_l2_atomics *atomics, const char *name) {
    for (unsigned i = 0; i < atomics->n; i++)
        if (strcmp(atomics->name[i], name) == 0)
            return;
    if (atomics->n < GA_L2_MOST_ATOMICS)
        snprintf(atomics->name[atomics->n++], GA_L2_TYPE_NAME, "%s", name);
    else
        snprintf(atomics->name[0], GA_L2_TYPE_NAME, "%s", "others");
}

/* CAST.SPIN is of shared memory: on generic memory it is what is done where that is another block's of the cluster. */
static bool counts(const struct ga_sass_key *key) {
    return (key->class == GA_CLASS_ATOMIC || key->class == GA_CLASS_REDUCTION) &&
           key->operation != GA_OP_CAST_SPIN &&
           (key->space == GA_SPACE_DEVICE || key->space == GA_SPACE_GENERIC);
}

/* What is known of those on shared memory. */
static bool is_shared_place(const struct ga_sass_key *key) {
    return key->places && key->class == GA_CLASS_ATOMIC && key->space == GA_SPACE_SHARED;
}

static unsigned sm_of(const char *target) {
    return strncmp(target, "sm_", 3) == 0 ? (unsigned)strtoul(target + 3, NULL, 10) : 0;
}

static enum ga_status add_kernel(struct ga_code *code, const char *symbol, unsigned sm,
                                 struct ga_err *err) {
    struct kernel *const larger = realloc(code->at, (code->n + 1) * sizeof *code->at);
    if (larger)
        code->at = larger;
    free(code->symbol);
    code->symbol = larger ? strdup(symbol) : NULL;
    char *const name = code->symbol ? ga_kernel_name(symbol) : NULL;
    if (!name)
        return ga_fail(err, GA_ERROR, "--code: out of memory");
    code->at[code->n++] = (struct kernel){.name = name, .sm = sm};
    return GA_OK;
}

enum ga_status ga_code_put(struct ga_code *code, const char *symbol, const char *target,
                           const struct ga_sass_key *key, bool follows, struct ga_err *err) {
    const unsigned sm = sm_of(target);
    char name[GA_L2_TYPE_NAME];
    enum ga_status status = GA_OK;
    if (!counts(key) && !is_shared_place(key))
        return GA_OK;
    if (code->n == 0 || code->at[code->n - 1].sm != sm || strcmp(code->symbol, symbol) != 0)
        status = add_kernel(code, symbol, sm, err);
    if (status != GA_OK)
        return status;
    struct ga_l2_atomics *const atomics = &code->at[code->n - 1].atomics;
    atomics->shared_places |= is_shared_place(key);
    if (!counts(key))
        return GA_OK;
    name_of(key, name);
    atomics->combined = (atomics->n == 0 || atomics->combined) && key->lanes;
    add_name(atomics, name);
    atomics->loops |= key->loop == GA_LOOP_RMW;
    atomics->steers |= key->loop == GA_LOOP_STEERED || key->loop == GA_LOOP_SPIN;
    atomics->skips |= key->skips;
    atomics->shares |= key->shares;
    atomics->places |= key->places;
    atomics->follows = follows;
    atomics->used |= key->class == GA_CLASS_ATOMIC && key->used;
    return GA_OK;
}

static enum ga_status add_machine_code(struct ga_code *code, const char *path, struct ga_err *err) {
    struct ga_inventory v = {.at = NULL};
    enum ga_status status = ga_inventory_add(&v, path, 0, err);
    for (size_t i = 0; status == GA_OK && i < v.n; i++)
        status = ga_code_put(code, v.at[i].kernel, v.at[i].target, &v.at[i].key, true, err);
    ga_inventory_free(&v);
    return status;
}

enum ga_status ga_code_add(struct ga_code **code, const char *path, struct ga_err *err) {
    if (!*code)
        *code = calloc(1, sizeof **code);
    if (!*code)
        return ga_fail(err, GA_ERROR, "--code: out of memory");
    return ga_code_is_csv(path) ? ga_code_add_csv(*code, path, err)
                                : add_machine_code(*code, path, err);
}

/* out: whether code for `sm` runs on a GPU of `of`: same generation, no newer. */
static bool runs_on(unsigned sm, unsigned of) { return sm / 10 == of / 10 && sm <= of; }

static bool is_template_of(const char *kernel, const char *name) {
    const size_t n = strcspn(name, "<");
    return strncmp(kernel, name, n) == 0 && (kernel[n] == '<' || kernel[n] == '\0');
}

/* The code that the GPU takes is that of the newest target that it runs. */
static void gather(const struct ga_code *code, const char *name, unsigned of, bool templates,
                   struct ga_l2_atomics *atomics) {
    unsigned newest = 0;
    for (size_t k = 0; k < code->n; k++) {
        const struct kernel *const one = &code->at[k];
        if (!runs_on(one->sm, of) || one->sm < newest ||
            (templates ? !is_template_of(one->name, name) : strcmp(one->name, name) != 0))
            continue;
        if (one->sm > newest)
            *atomics = (struct ga_l2_atomics){.n = 0};
        newest = one->sm;
        atomics->follows = (atomics->n == 0 || atomics->follows) && one->atomics.follows;
        atomics->combined = (atomics->n == 0 || atomics->combined) && one->atomics.combined;
        atomics->loops |= one->atomics.loops;
        atomics->steers |= one->atomics.steers;
        atomics->skips |= one->atomics.skips;
        atomics->shares |= one->atomics.shares;
        atomics->places |= one->atomics.places;
        atomics->shared_places |= one->atomics.shared_places;
        atomics->used |= one->atomics.used;
        for (unsigned i = 0; i < one->atomics.n; i++)
            add_name(atomics, one->atomics.name[i]);
    }
}

enum ga_status ga_code_find(const struct ga_code *code, const char *kernel, const char *cc,
                            struct ga_l2_atomics *atomics, struct ga_err *err) {
    unsigned major = 0, minor = 0;
    *atomics = (struct ga_l2_atomics){.n = 0};
    if (!code || sscanf(cc, "%u.%u", &major, &minor) != 2)
        return GA_OK;
    char *const name = ga_kernel_name(kernel);
    if (!name)
        return ga_fail(err, GA_ERROR, "--code: out of memory");
    gather(code, name, 10 * major + minor, false, atomics);
    if (atomics->n == 0)
        gather(code, name, 10 * major + minor, true, atomics);
    free(name);
    return GA_OK;
}
