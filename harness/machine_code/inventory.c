#include "inventory.h"

#include <stdlib.h>
#include <string.h>

#include "disassembly.h"
#include "lines.h"

/* Of the C++ runtime, which the program is linked with for its kernels; a tool without it prints symbols. */
extern char *__cxa_demangle(const char *symbol, char *buffer, size_t *n, int *status)
    __attribute__((weak));

char *ga_demangled(const char *symbol) {
    int status = -1;
    char *const name = __cxa_demangle && strncmp(symbol, "_Z", 2) == 0
                           ? __cxa_demangle(symbol, NULL, NULL, &status)
                           : NULL;
    return name ? name : strdup(symbol);
}

struct adding {
    struct ga_inventory *inventory;
    const char *file;
    unsigned flags;
    uint32_t n_images;
    struct ga_lines *lines; /* of the image; NULL: none */
};

static bool grow(void **at, size_t size, size_t n, size_t *capacity) {
    if (n < *capacity)
        return true;
    const size_t wanted = *capacity ? 2 * *capacity : 256;
    void *const larger = realloc(*at, wanted * size);
    if (!larger)
        return false;
    *at = larger;
    *capacity = wanted;
    return true;
}

/* What a file holds, a name or a path, is not to pass for lines of output. own: caller, free; NULL for want of memory. */
static char *escape_newlines(const char *text) {
    static const char shown[] = "\\x0a";
    size_t n = strlen(text) + 1;
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        n += sizeof shown - 2;
    char *const line = malloc(n), *end = line;
    for (; line && *text; text++)
        if (*text == '\n')
            end = stpcpy(end, shown);
        else
            *end++ = *text;
    if (line)
        *end = '\0';
    return line;
}

/* out: a copy, in one line, that lasts as long as the inventory; NULL for want of memory. */
static const char *keep(struct ga_inventory *v, const char *text) {
    void *texts = v->texts;
    if (!grow(&texts, sizeof *v->texts, v->n_texts, &v->text_capacity))
        return NULL;
    v->texts = texts;
    v->texts[v->n_texts] = escape_newlines(text);
    return v->texts[v->n_texts] ? v->texts[v->n_texts++] : NULL;
}

/* Most that are the same text are one. */
static int compare_texts(const char *a, const char *b) { return a == b ? 0 : strcmp(a, b); }

int ga_key_compare(const struct ga_sass_key *a, const struct ga_sass_key *b) {
    const int fields[][2] = {
        {b->loop, a->loop},     {a->class, b->class},   {a->operation, b->operation},
        {a->type, b->type},     {a->scope, b->scope},   {a->order, b->order},
        {a->space, b->space},   {a->used, b->used},     {a->guarded, b->guarded},
        {a->lanes, b->lanes},   {a->adds, b->adds},     {a->again, b->again},
        {a->skips, b->skips},   {a->shares, b->shares}, {a->places, b->places},
        {a->phased, b->phased}, {a->fused, b->fused}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i][0] != fields[i][1])
            return fields[i][0] - fields[i][1];
    return compare_texts(a->name, b->name);
}

static bool add_row(struct ga_inventory *v, const struct ga_found *row) {
    void *at = v->at;
    if (!grow(&at, sizeof *v->at, v->n, &v->capacity))
        return false;
    v->at = at;
    v->at[v->n++] = *row;
    return true;
}

/* Whether ga_key_compare says 0, sooner: a key has no gaps. */
_Static_assert(sizeof(struct ga_sass_key) == sizeof(char *) + 16, "a key has gaps, or a new part");
static bool is_same_key(const struct ga_sass_key *a, const struct ga_sass_key *b) {
    const size_t behind_name = offsetof(struct ga_sass_key, class);
    return memcmp((const char *)a + behind_name, (const char *)b + behind_name,
                  sizeof *a - behind_name) == 0 &&
           compare_texts(a->name, b->name) == 0;
}

/* in: first: where the function's rows begin. */
static bool count(struct ga_inventory *v, size_t first, unsigned flags, struct ga_found row) {
    for (size_t i = first; i < v->n && !(flags & GA_EACH); i++)
        if (is_same_key(&v->at[i].key, &row.key)) {
            v->at[i].count++;
            return true;
        }
    return add_row(v, &row);
}

/* out: where the source of an instruction is, the text as long as the inventory; NULL for want of memory. */
static const char *source_of(const struct adding *a, const struct ga_function *function,
                             uint32_t offset) {
    enum { LONGEST = 1024 };
    char text[LONGEST];
    struct ga_inventory *const v = a->inventory;
    const char *const last = v->n > 0 ? v->at[v->n - 1].source : "";
    ga_lines_find(a->lines, function, offset, text, sizeof text);
    return !*text ? "" : strcmp(last, text) == 0 ? last : keep(v, text);
}

static enum ga_status no_memory(const struct adding *a, struct ga_err *err) {
    return ga_fail(err, GA_ERROR, "%s: no memory for what it holds", a->file);
}

static enum ga_status put_none(const struct adding *a, const struct ga_function *function,
                               struct ga_err *err) {
    const struct ga_found row = {.file = a->file,
                                 .kernel = keep(a->inventory, function->name),
                                 .target = keep(a->inventory, function->target),
                                 .key = {.name = ""},
                                 .source = ""};
    return row.kernel && row.target && add_row(a->inventory, &row) ? GA_OK : no_memory(a, err);
}

static enum ga_status put(const struct adding *a, const struct ga_function *function,
                          const struct ga_sass *code, size_t n, struct ga_err *err) {
    struct ga_inventory *const v = a->inventory;
    const size_t first = v->n;
    struct ga_found row = {.file = a->file, .count = 1};
    v->n_functions++;
    for (size_t i = 0; code && i < n; i++) {
        if (code[i].key.class == GA_CLASS_OTHER)
            continue;
        if (!row.kernel) {
            row.kernel = keep(v, function->name);
            row.target = keep(v, function->target);
        }
        row.key = code[i].key;
        row.offset = code[i].offset;
        row.source = source_of(a, function, row.offset);
        if (!row.kernel || !row.target || !row.source || !count(v, first, a->flags, row))
            return no_memory(a, err);
    }
    return row.kernel || !(a->flags & GA_FUNCTIONS) ? GA_OK : put_none(a, function, err);
}

static bool is_wanted(const struct adding *a, const char *kernel, const char *target) {
    struct ga_inventory *const v = a->inventory;
    const bool is = !v->wants || v->wants(v->context, kernel, target);
    v->n_passed += !is;
    return is;
}

static enum ga_status add_function(void *context, const struct ga_function *function,
                                   struct ga_err *err) {
    const struct adding *const a = context;
    struct ga_sass *code = NULL;
    size_t n = 0;
    if (!is_wanted(a, function->name, function->target))
        return GA_OK;
    enum ga_status status = ga_function_read(function, &code, &n, err);
    if (status == GA_OK)
        status = put(a, function, code, n, err);
    free(code);
    return status;
}

static enum ga_status add_text(void *context, const struct ga_disassembled *function,
                               struct ga_err *err) {
    const struct adding *const a = context;
    struct ga_function named = {.name = function->name};
    if (!is_wanted(a, function->name, function->target))
        return GA_OK;
    strncpy(named.target, function->target, sizeof named.target - 1);
    return put(a, &named, function->code, function->n, err);
}

/* in: an image that is read. */
static enum ga_status add_code(struct adding *a, const struct ga_image *image, struct ga_err *err) {
    if (image->kind == GA_IMAGE_GFX && a->flags & GA_DISASSEMBLER)
        return ga_fail(err, GA_USAGE,
                       "%s: --disassembler: expected NVIDIA's code; cuobjdump does not read AMD's",
                       a->file);
    enum ga_status status = ga_lines_read(image, &a->lines, err);
    a->inventory->n_modules++;
    if (status == GA_OK)
        status = a->flags & GA_DISASSEMBLER
                     ? ga_disassemble(a->file, image->bytes, add_text, a, err)
                     : ga_functions(a->file, image, add_function, a, err);
    a->inventory->unread[a->inventory->n_files - 1].n_lines += ga_lines_are_part(a->lines);
    ga_lines_free(a->lines);
    a->lines = NULL;
    return status;
}

static enum ga_status add_image(void *context, const struct ga_image *image, struct ga_err *err) {
    struct adding *const a = context;
    struct ga_unread *const unread = &a->inventory->unread[a->inventory->n_files - 1];
    a->n_images++;
    if (image->kind == GA_IMAGE_GFX || (image->kind == GA_IMAGE_CUBIN && image->sm >= GA_OLDEST_SM))
        return add_code(a, image, err);
    unread->n_ptx += image->kind == GA_IMAGE_PTX;
    unread->n_other += image->kind == GA_IMAGE_OTHER;
    unread->n_old += image->kind == GA_IMAGE_CUBIN || image->kind == GA_IMAGE_OLD;
    return GA_OK;
}

static int compare_rows(const void *left, const void *right) {
    const struct ga_found *const a = left, *const b = right;
    int order = compare_texts(a->kernel, b->kernel);
    if (order == 0)
        order = compare_texts(a->target, b->target);
    if (order == 0)
        order = ga_key_compare(&a->key, &b->key);
    return order ? order : a->offset < b->offset ? -1 : a->offset > b->offset;
}

static void merge(struct ga_inventory *v, size_t first) {
    size_t kept = first;
    if (v->n > first)
        qsort(v->at + first, v->n - first, sizeof *v->at, compare_rows);
    for (size_t i = first; i < v->n; i++) {
        struct ga_found *const last = kept > first ? &v->at[kept - 1] : NULL;
        if (last && compare_texts(last->kernel, v->at[i].kernel) == 0 &&
            compare_texts(last->target, v->at[i].target) == 0 &&
            ga_key_compare(&last->key, &v->at[i].key) == 0)
            last->count += v->at[i].count;
        else
            v->at[kept++] = v->at[i];
    }
    v->n = kept;
}

enum ga_status ga_inventory_add(struct ga_inventory *v, const char *path, unsigned flags,
                                struct ga_err *err) {
    struct adding a = {.inventory = v, .flags = flags};
    const size_t first = v->n;
    struct ga_unread *const unread = realloc(v->unread, (v->n_files + 1) * sizeof *unread);
    if (unread)
        v->unread = unread;
    a.file = unread ? keep(v, path) : NULL;
    if (!a.file)
        return ga_fail(err, GA_ERROR, "%s: no memory", path);
    v->unread[v->n_files++] = (struct ga_unread){.file = a.file};
    const enum ga_status status = ga_images(path, GA_OLDEST_SM, add_image, &a, err);
    if (status == GA_OK && a.n_images == 0)
        return ga_fail(
            err, GA_FILE,
            "%s: expected machine code of NVIDIA's or AMD's GPUs; the file has no fatbin, "
            "cubin, bundle or code object",
            path);
    if (status == GA_OK && !(flags & GA_EACH))
        merge(v, first);
    return status;
}

void ga_inventory_free(struct ga_inventory *v) {
    for (size_t i = 0; i < v->n_texts; i++)
        free(v->texts[i]);
    free(v->texts);
    free(v->unread);
    free(v->at);
    *v = (struct ga_inventory){.at = NULL};
}
