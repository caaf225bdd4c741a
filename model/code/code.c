#include "code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code_parts.h"
#include "inventory.h"
#include "kernel_name.h"

/* The atomics of one name on device memory that a kernel has, or, of no name, those on shared memory. kernel: of ga_kernel_name.
 * sm: 0: of a launch. */
struct entry {
    char *kernel;
    unsigned sm;
    struct ga_l2_atomics atomics;
};

/* symbol, kernel, sm: of what was put last, whose first entry is at[first]. */
struct entries {
    struct entry *at;
    size_t n, first;
    char *symbol, *kernel;
    unsigned sm;
};

/* has: of machine code; ran: of launches. */
struct ga_code {
    struct entries has, ran;
};

static void free_entries(struct entries *e) {
    for (size_t k = 0; k < e->n; k++)
        free(e->at[k].kernel);
    free(e->at);
    free(e->symbol);
    free(e->kernel);
}

void ga_code_close(struct ga_code *code) {
    if (code) {
        free_entries(&code->has);
        free_entries(&code->ran);
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

static const char others[] = "others"; /* a name that no table has */

/* Of more than there is room for, all is left open. */
static void add_name(struct ga_l2_atomics *atomics, const char *name) {
    for (unsigned i = 0; i < atomics->n; i++)
        if (strcmp(atomics->name[i], name) == 0)
            return;
    if (atomics->n < GA_L2_MOST_ATOMICS)
        snprintf(atomics->name[atomics->n++], GA_L2_TYPE_NAME, "%s", name);
    else
        snprintf(atomics->name[0], GA_L2_TYPE_NAME, "%s", others);
}

/* CAST.SPIN is of shared memory: on generic memory it is what is done where that is another block's of the cluster. */
static bool counts(const struct ga_sass_key *key) {
    return (key->class == GA_CLASS_ATOMIC || key->class == GA_CLASS_REDUCTION) &&
           key->operation != GA_OP_CAST_SPIN &&
           (key->space == GA_SPACE_DEVICE || key->space == GA_SPACE_GENERIC);
}

static bool is_shared(const struct ga_sass_key *key) {
    return key->class == GA_CLASS_ATOMIC && key->space == GA_SPACE_SHARED;
}

static unsigned sm_of(const char *target) {
    return strncmp(target, "sm_", 3) == 0 ? (unsigned)strtoul(target + 3, NULL, 10) : 0;
}

/* out: false for want of memory. */
static bool begin_kernel(struct entries *e, const char *symbol, unsigned sm) {
    if (e->symbol && strcmp(e->symbol, symbol) == 0 && e->sm == sm)
        return true;
    free(e->symbol);
    free(e->kernel);
    e->symbol = strdup(symbol);
    e->kernel = ga_kernel_name(symbol);
    e->sm = sm;
    e->first = e->n;
    return e->symbol && e->kernel;
}

/* The entry of that name, "": none, of the kernel that was begun last. out: NULL for want of memory. */
static struct entry *entry_of(struct entries *e, const char *name) {
    for (size_t k = e->first; k < e->n; k++)
        if (strcmp(e->at[k].atomics.n ? e->at[k].atomics.name[0] : "", name) == 0)
            return &e->at[k];
    struct entry *const larger = realloc(e->at, (e->n + 1) * sizeof *e->at);
    char *const kernel = larger ? strdup(e->kernel) : NULL;
    if (larger)
        e->at = larger;
    if (!kernel)
        return NULL;
    e->at[e->n] = (struct entry){.kernel = kernel, .sm = e->sm};
    return &e->at[e->n++];
}

static enum ga_status put(struct entries *e, const char *symbol, unsigned sm,
                          const struct ga_sass_key *key, struct ga_knows knows,
                          struct ga_err *err) {
    char name[GA_L2_TYPE_NAME] = "";
    if (counts(key))
        name_of(key, name);
    struct entry *const entry = begin_kernel(e, symbol, sm) ? entry_of(e, name) : NULL;
    if (!entry)
        return ga_fail(err, GA_ERROR, "--code: out of memory");
    struct ga_l2_atomics *const atomics = &entry->atomics;
    if (is_shared(key)) {
        atomics->shared_places |= key->places;
        atomics->phases |= !knows.phases ? GA_PHASES_UNKNOWN : key->phased ? GA_PHASED : GA_MIXED;
    }
    if (!counts(key))
        return GA_OK;
    atomics->combined = (atomics->n == 0 || atomics->combined) && key->lanes;
    add_name(atomics, name);
    atomics->loops |= key->loop == GA_LOOP_RMW;
    atomics->in_loop |= key->loop != GA_LOOP_NONE;
    atomics->steers |= key->loop == GA_LOOP_STEERED || key->loop == GA_LOOP_SPIN;
    atomics->skips |= key->skips;
    atomics->shares |= key->shares;
    atomics->places |= key->places;
    atomics->follows = knows.results;
    atomics->used |= key->class == GA_CLASS_ATOMIC && key->used;
    return GA_OK;
}

enum ga_status ga_code_put(struct ga_code *code, const char *symbol, const char *target,
                           const struct ga_sass_key *key, struct ga_knows knows,
                           struct ga_err *err) {
    return counts(key) || is_shared(key) ? put(&code->has, symbol, sm_of(target), key, knows, err)
                                         : GA_OK;
}

/* Whether somebody reads the results, and what stands in a loop, a launch does not tell. */
enum ga_status ga_code_put_run(struct ga_code *code, const char *kernel,
                               const struct ga_sass_key *key, struct ga_err *err) {
    struct ga_sass_key ran = *key;
    ran.used = true;
    ran.loop = GA_LOOP_OTHER;
    return counts(&ran) || is_shared(&ran)
               ? put(&code->ran, kernel, 0, &ran, (struct ga_knows){false, false}, err)
               : GA_OK;
}

static enum ga_status add_machine_code(struct ga_code *code, const char *path, struct ga_err *err) {
    struct ga_inventory v = {.at = NULL};
    enum ga_status status = ga_inventory_add(&v, path, 0, err);
    for (size_t i = 0; status == GA_OK && i < v.n; i++)
        status = ga_code_put(code, v.at[i].kernel, v.at[i].target, &v.at[i].key,
                             (struct ga_knows){true, true}, err);
    ga_inventory_free(&v);
    return status;
}

enum ga_status ga_code_add(struct ga_code **code, const char *path, struct ga_err *err) {
    if (!*code)
        *code = calloc(1, sizeof **code);
    if (!*code)
        return ga_fail(err, GA_ERROR, "--code: out of memory");
    switch (ga_code_form_of(path)) {
    case GA_CODE_INSPECT:
        return ga_code_add_csv(*code, path, err);
    case GA_CODE_SOURCE_PAGE:
        return ga_code_add_source(*code, path, err);
    default:
        return add_machine_code(*code, path, err);
    }
}

/* out: whether code for `sm` runs on a GPU of `of`: same generation, no newer. */
static bool runs_on(unsigned sm, unsigned of) { return sm / 10 == of / 10 && sm <= of; }

static bool is_template_of(const char *kernel, const char *name) {
    const size_t n = strcspn(name, "<");
    return strncmp(kernel, name, n) == 0 && (kernel[n] == '<' || kernel[n] == '\0');
}

static void merge(struct ga_l2_atomics *into, const struct ga_l2_atomics *one) {
    into->shared_places |= one->shared_places;
    into->phases |= one->phases;
    if (one->n == 0)
        return;
    into->follows = (into->n == 0 || into->follows) && one->follows;
    into->combined = (into->n == 0 || into->combined) && one->combined;
    into->loops |= one->loops;
    into->in_loop |= one->in_loop;
    into->steers |= one->steers;
    into->skips |= one->skips;
    into->shares |= one->shares;
    into->places |= one->places;
    into->used |= one->used;
    for (unsigned i = 0; i < one->n; i++)
        add_name(into, one->name[i]);
}

static bool has_name(const struct ga_l2_atomics *atomics, const char *name) {
    for (unsigned i = 0; i < atomics->n; i++)
        if (strcmp(atomics->name[i], name) == 0)
            return true;
    return false;
}

/* Of a kernel, or of all its templates. of: the code that this GPU takes, the newest that it runs; 0: all. ran: only what has these
 * names; of none, or too many: all. */
static void gather(const struct entries *e, const char *name, unsigned of, bool templates,
                   const struct ga_l2_atomics *ran, struct ga_l2_atomics *atomics) {
    unsigned newest = 0;
    *atomics = (struct ga_l2_atomics){.n = 0};
    for (size_t k = 0; k < e->n; k++) {
        const struct entry *const one = &e->at[k];
        if ((of > 0 && !runs_on(one->sm, of)) || one->sm < newest ||
            (templates ? !is_template_of(one->kernel, name) : strcmp(one->kernel, name) != 0))
            continue;
        if (one->sm > newest)
            *atomics = (struct ga_l2_atomics){.n = 0};
        newest = one->sm;
        if (ran->n == 0 || has_name(ran, others) || one->atomics.n == 0 ||
            has_name(ran, one->atomics.name[0]))
            merge(atomics, &one->atomics);
    }
}

enum ga_status ga_code_find(const struct ga_code *code, const char *kernel, const char *cc,
                            struct ga_l2_atomics *atomics, struct ga_err *err) {
    const struct ga_l2_atomics any = {.n = 0};
    struct ga_l2_atomics ran;
    unsigned major = 0, minor = 0;
    *atomics = any;
    if (!code || sscanf(cc, "%u.%u", &major, &minor) != 2)
        return GA_OK;
    char *const name = ga_kernel_name(kernel);
    if (!name)
        return ga_fail(err, GA_ERROR, "--code: out of memory");
    const unsigned sm = 10 * major + minor;
    gather(&code->ran, name, 0, false, &any, &ran);
    gather(&code->has, name, sm, false, &ran, atomics);
    if (atomics->n == 0 && atomics->phases == 0)
        gather(&code->has, name, sm, true, &ran, atomics);
    if (atomics->n == 0 && ran.n > 0)
        *atomics = ran;
    atomics->ran = ran.n > 0;
    if (atomics->phases == 0)
        atomics->phases = ran.phases;
    for (unsigned i = 0; i < ran.n; i++) /* also what the code lacks, which is of another build */
        add_name(atomics, ran.name[i]);
    free(name);
    return GA_OK;
}
