/* libFuzzer: whatever a module, a fatbin or a bundle holds, it is edited or refused, without a crash or a leak. What was edited
 * can be read again, and differs in the code of functions alone. smoke_files.sh runs it. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "bundle.h"
#include "cubin.h"
#include "edit.h"
#include "fatbin.h"
#include "reading.h"
#include "sass.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is in a file, but for the code of its functions; tangled: code lies over other code or over what says where it is, or
 * modules lie over each other. */
struct rest {
    uint64_t hash;
    bool tangled;
    struct ga_bytes file, module;
    const uint8_t *end; /* of the modules that lie in the file, so far */
    uint8_t *taken;     /* a byte each of the module's: by tables, by code */
};
enum { TABLE = 1, CODE = 2 };

static uint64_t hash_of(uint64_t hash, const uint8_t *at, size_t n) {
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ at[i]) * 0x100000001b3;
    return hash;
}

static void take(struct rest *rest, uint64_t at, uint64_t n, uint8_t what) {
    for (uint64_t i = at; i < rest->module.n && i - at < n; i++) {
        rest->tangled |= rest->taken[i] != 0 && (what == CODE || rest->taken[i] == CODE);
        rest->taken[i] = what;
    }
}

static enum ga_status take_function(void *context, const struct ga_function *function,
                                    struct ga_err *err) {
    struct rest *const rest = context;
    struct ga_sass *code = NULL;
    size_t n = 0;
    take(rest, (uint64_t)(function->code.at - rest->module.at), function->code.n, CODE);
    const enum ga_status status = ga_function_read(function, &code, &n, err);
    free(code);
    return status;
}

static void take_tables(struct rest *rest) {
    const struct ga_reading r = {.path = "fuzz", .file = rest->module};
    size_t n = 0;
    if (ga_elf(&r, rest->module, &n, NULL) != GA_OK)
        return;
    take(rest, 0, sizeof(Elf64_Ehdr), TABLE);
    take(rest, ga_get(rest->module, offsetof(Elf64_Ehdr, e_shoff), 8), n * sizeof(Elf64_Shdr),
         TABLE);
    for (size_t i = 0; i < n; i++) {
        struct ga_section section;
        if (ga_elf_section(&r, rest->module, i, &section, NULL) == GA_OK && section.bytes.n > 0 &&
            section.type != SHT_PROGBITS)
            take(rest, (uint64_t)(section.bytes.at - rest->module.at), section.bytes.n, TABLE);
    }
}

static void take_module(struct rest *rest, struct ga_bytes module) {
    rest->module = module;
    if (module.at < rest->file.at || module.at >= rest->file.at + rest->file.n)
        return; /* it was unpacked */
    rest->tangled |= module.at < rest->end;
    rest->end = module.at + module.n > rest->end ? module.at + module.n : rest->end;
}

static enum ga_status take_image(void *context, const struct ga_image *image, struct ga_err *err) {
    struct rest *const rest = context;
    if ((image->kind != GA_IMAGE_GFX && image->kind != GA_IMAGE_CUBIN) || image->bytes.n == 0)
        return GA_OK;
    take_module(rest, image->bytes);
    rest->taken = calloc(1, image->bytes.n);
    take_tables(rest);
    const enum ga_status status = ga_functions("fuzz", image, take_function, rest, err);
    for (size_t i = 0; i < image->bytes.n; i++)
        if (rest->taken[i] != CODE)
            rest->hash = hash_of(rest->hash, image->bytes.at + i, 1);
    rest->hash = hash_of(rest->hash, (const uint8_t *)&image->bytes.n, sizeof image->bytes.n);
    free(rest->taken);
    return status;
}

/* out: whether all of it can be read. */
static bool rest_of(struct ga_bytes bytes, struct rest *rest) {
    *rest = (struct rest){.file = bytes, .end = bytes.at};
    return ga_images_in("fuzz", bytes, GA_OLDEST_SM, take_image, rest, NULL) == GA_OK;
}

/* in: was: NULL: nothing is known. */
static void compare(const struct rest *was, struct ga_bytes after) {
    struct rest is;
    if (was && (!rest_of(after, &is) || is.hash != was->hash))
        abort();
}

static void counted(void *to, const struct ga_edit_count *count) {
    *(size_t *)to += strlen(count->kernel) + strlen(count->target);
}

static void edit_package(struct ga_bytes bytes, const struct ga_edit *edit,
                         const struct rest *was) {
    struct ga_edit_package out;
    struct ga_err err = {""};
    const enum ga_status status = ga_edit_package(bytes, edit, &out, &err);
    if ((status == GA_OK) == (*err.message != '\0'))
        abort(); /* a refusal says why */
    if (status != GA_OK || !out.bytes.at)
        return;
    if (ga_begins(bytes, GA_FATBIN_MAGIC, 4)
            ? ga_edit_size(out.bytes.at, out.bytes.n) != out.bytes.n
            : out.bytes.n != bytes.n)
        abort();
    compare(was, out.bytes);
    free((void *)out.bytes.at);
}

static bool is_even(unsigned sm) { return sm / 10 % 2 == 0; }

/* With targets that do not run here, which nothing is handed over of: of what is left every target does. */
static void edit_some_targets(struct ga_bytes bytes, struct ga_edit edit) {
    struct ga_edit_package out;
    const struct ga_edit all = edit;
    edit.runs = is_even;
    ga_edit_hash(bytes, &edit);
    if (ga_edit_package(bytes, &edit, &out, NULL) != GA_OK || !out.bytes.at)
        return;
    if (ga_begins(bytes, GA_FATBIN_MAGIC, 4) &&
        (ga_edit_size(out.bytes.at, out.bytes.n) != out.bytes.n ||
         ga_edit_hash(out.bytes, &edit) != ga_edit_hash(out.bytes, &all)))
        abort();
    free((void *)out.bytes.at);
}

/* As `whatif --write` does: where the modules lie. */
struct copy {
    uint8_t *at;
    size_t n;
    const struct ga_edit *edit;
};
static enum ga_status edit_image(void *context, const struct ga_image *image, struct ga_err *err) {
    const struct copy *const c = context;
    const uint8_t *const at = image->bytes.at;
    uint32_t edited = 0;
    if (image->kind != GA_IMAGE_GFX || at < c->at || at >= c->at + c->n)
        return GA_OK;
    return ga_edit_module(c->at + (at - c->at), image->bytes.n, c->edit, &edited, err);
}

static void edit_bundle(struct ga_bytes bytes, const struct ga_edit *edit, const struct rest *was) {
    struct copy c = {malloc(bytes.n), bytes.n, edit};
    memcpy(c.at, bytes.at, bytes.n);
    if (ga_images_in("fuzz", (struct ga_bytes){c.at, c.n}, GA_OLDEST_SM, edit_image, &c, NULL) ==
        GA_OK)
        compare(was, (struct ga_bytes){c.at, c.n});
    free(c.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct ga_bytes bytes = {data, size};
    const unsigned all = (1U << GA_N_EDITS) - 1, some = hash_of(0, data, size) >> 32 & all;
    struct rest rest;
    size_t length = 0;
    if (ga_edit_size(data, size) > size)
        abort();
    const bool known = size > 0 && rest_of(bytes, &rest) && !rest.tangled;
    for (int k = 0; size > 0 && k < 2; k++) {
        const struct ga_edit edit = {
            .classes = k == 0 ? all : some, .counted = counted, .to = &length};
        if (ga_is_bundle(bytes))
            edit_bundle(bytes, &edit, known ? &rest : NULL);
        else
            edit_package(bytes, &edit, known ? &rest : NULL);
        edit_some_targets(bytes, edit);
    }
    return 0;
}
