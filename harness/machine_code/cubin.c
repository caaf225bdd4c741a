#include "cubin.h"

#include <ctype.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>

#include "flow.h"
#include "reading.h"

/* The assembler's note has its command line: "-arch sm_90a", whose letter nothing else tells. */
static void name_target(const struct ga_reading *r, struct ga_bytes cubin, size_t n_sections,
                        unsigned sm, char *target, size_t capacity) {
    char plain[16]; /* "sm_" and at most 8 digits */
    const int length = snprintf(plain, sizeof plain, "sm_%u", sm & 0xff);
    snprintf(target, capacity, "%s", plain);
    for (size_t i = 0; i < n_sections; i++) {
        struct ga_section section;
        if (ga_elf_section(r, cubin, i, &section, NULL) != GA_OK ||
            strcmp(section.name, ".note.nv.tkinfo") != 0)
            continue;
        const struct ga_bytes b = section.bytes;
        const uint8_t *const at = b.n ? memmem(b.at, b.n, plain, (size_t)length) : NULL;
        const size_t left = at ? b.n - (size_t)(at - b.at) : 0;
        if (at && left > (size_t)length && islower(at[length]))
            snprintf(target, capacity, "%s%c", plain, at[length]);
    }
}

enum ga_status ga_functions(const char *path, const struct ga_image *image,
                            enum ga_status (*visit)(void *context,
                                                    const struct ga_function *function,
                                                    struct ga_err *err),
                            void *context, struct ga_err *err) {
    static const char text[] = ".text.";
    if (image->kind == GA_IMAGE_GFX)
        return ga_gfx_functions(path, image, visit, context, err);
    const struct ga_reading r = {.path = path, .file = image->file, .packed = image->packed};
    struct ga_function function = {.module = image->bytes};
    size_t n = 0;
    enum ga_status status = ga_elf(&r, image->bytes, &n, err);
    if (status == GA_OK) {
        function.sm = ga_cubin_sm(image->bytes);
        name_target(&r, image->bytes, n, function.sm, function.target, sizeof function.target);
    }
    for (size_t i = 0; status == GA_OK && i < n; i++) {
        struct ga_section section;
        status = ga_elf_section(&r, image->bytes, i, &section, err);
        if (status != GA_OK || section.type != SHT_PROGBITS ||
            strncmp(section.name, text, sizeof text - 1) != 0)
            continue;
        if (section.outside)
            return ga_expected(&r, image->bytes.at + image->bytes.n,
                               "the rest of a function; the module is cut off", err);
        if (section.bytes.n % GA_SASS_BYTES != 0 || section.bytes.n > UINT32_MAX)
            return ga_expected(&r, section.bytes.at, "instructions of 16 bytes", err);
        function.name = section.name + sizeof text - 1;
        function.code = section.bytes;
        status = visit(context, &function, err);
    }
    return status;
}

/* What is decoded for the sake of an instruction: of a barrier, what says whether it stands in a loop; of a fence also what is
 * between it and the fence before; of a reduction, those before that may combine lanes; of an atomic whose result, word or shared
 * memory may be followed, all of its function. */
enum needs { NOTHING, ITSELF, CONTROL_FLOW, FENCES, LANES, ALL };
enum { OPCODES = 512 };

static const uint8_t needs_of[OPCODES] = {
#define GA_COUNTED(opcode, name, registers, layout, class, space)                                  \
    [opcode] = GA_CLASS_##class == GA_CLASS_ATOMIC  ? ALL                                          \
               : GA_CLASS_##class < GA_CLASS_FENCE  ? LANES                                        \
               : GA_CLASS_##class == GA_CLASS_FENCE ? FENCES                                       \
                                                    : CONTROL_FLOW,
#define GA_PLAIN(opcode, name, registers, role)                                                    \
    [opcode] = GA_ROLE_##role >= GA_ROLE_CALL ? ITSELF : NOTHING,
#define GA_CHANGED(opcode, name, registers, role)
#include "sass_opcodes.def"
};

#undef GA_COUNTED
#undef GA_PLAIN
#undef GA_CHANGED
static const bool is_load[OPCODES] = {
#define GA_COUNTED(opcode, name, registers, layout, class, space)
#define GA_PLAIN(opcode, name, registers, role)                                                    \
    [opcode] = GA_ROLE_##role == GA_ROLE_LOAD || GA_ROLE_##role == GA_ROLE_LOAD_SHARED,
#define GA_CHANGED(opcode, name, registers, role)
#include "sass_opcodes.def"
};

static void decode_at(const struct ga_function *function, size_t at, struct ga_sass *in) {
    const uint64_t words[2] = {ga_get(function->code, at, 8), ga_get(function->code, at + 8, 8)};
    ga_sass_decode(words, function->sm, (uint32_t)at, in);
}

static enum needs needs_at(const struct ga_function *function, size_t at) {
    struct ga_sass in;
    const enum needs needs = needs_of[ga_get(function->code, at, 2) % OPCODES];
    if (needs < ALL)
        return needs;
    decode_at(function, at, &in);
    return in.key.used || in.key.space == GA_SPACE_SHARED ? ALL : LANES;
}

static enum needs needs(const struct ga_function *function) {
    enum needs most = NOTHING;
    for (size_t at = 0; at < function->code.n && most < ALL; at += GA_SASS_BYTES) {
        const enum needs own = needs_at(function, at);
        most = own > most ? own : most;
    }
    return most;
}

/* Where in a word a load, a store or an atomic has its displacement, but for a sign. */
static uint32_t displacement(const struct ga_function *function, size_t at) {
    return (uint32_t)(ga_get(function->code, at, 8) >> 40) & 0x7fffff;
}

/* Whether a load may read what a reduction leaves: both are as far behind what their registers point to. */
static bool may_read_left(const struct ga_function *function) {
    enum { MARKS = 1 << 12 };
    uint8_t marks[MARKS / 8] = {0};
    for (int pass = 0; pass < 2; pass++)
        for (size_t at = 0; at < function->code.n; at += GA_SASS_BYTES) {
            const unsigned opcode = (unsigned)ga_get(function->code, at, 2) % OPCODES;
            const uint32_t mark = displacement(function, at) * 2654435761U >> 20;
            if (pass == 0 && needs_of[opcode] >= LANES)
                marks[mark / 8] |= (uint8_t)(1 << mark % 8);
            else if (pass == 1 && is_load[opcode] && marks[mark / 8] >> mark % 8 & 1)
                return true;
        }
    return false;
}

bool ga_function_may_have_atomics(const struct ga_function *function) {
    return function->is_gfx || needs(function) >= FENCES;
}

static size_t decode_all(const struct ga_function *function, struct ga_sass *code) {
    const size_t n = function->code.n / GA_SASS_BYTES;
    for (size_t i = 0; i < n; i++)
        decode_at(function, i * GA_SASS_BYTES, &code[i]);
    return n;
}

/* From the last on, into the end of code's room: what is between fences, or before a reduction, is known when the later one was
 * seen. out: how many, put at the beginning. */
static size_t decode_some(const struct ga_function *function, struct ga_sass *code) {
    const size_t room = function->code.n / GA_SASS_BYTES;
    size_t first = room, before = 0;
    bool between = false;
    for (size_t at = function->code.n; at > 0;) {
        at -= GA_SASS_BYTES;
        const enum needs own = needs_at(function, at);
        if (own > NOTHING)
            between = own == FENCES;
        if (own > NOTHING || between || before > 0)
            decode_at(function, at, &code[--first]);
        before = own >= LANES ? GA_LANES_BEFORE : before - (before > 0);
    }
    if (first > 0)
        memmove(code, code + first, (room - first) * sizeof *code);
    return room - first;
}

static enum ga_status follow(const struct ga_function *function, struct ga_sass *code, size_t n,
                             struct ga_err *err) {
    struct ga_jumps jumps = {0};
    enum ga_status status = ga_jumps_of(code, n, function->module, function->name, &jumps, err);
    if (status == GA_OK)
        status = ga_flow(code, n, &jumps, err);
    ga_jumps_free(&jumps);
    return status;
}

enum ga_status ga_function_read(const struct ga_function *function, struct ga_sass **code,
                                size_t *n, struct ga_err *err) {
    if (function->is_gfx)
        return ga_gfx_function_read(function, code, n, err);
    const struct ga_bytes bytes = function->code;
    const enum needs some = needs(function),
                     most = some == LANES && may_read_left(function) ? ALL : some;
    *code = NULL;
    *n = 0;
    if (most < CONTROL_FLOW)
        return GA_OK;
    *code = malloc(bytes.n / GA_SASS_BYTES * sizeof **code);
    if (!*code)
        return ga_fail(err, GA_ERROR, "no memory for a function of %zu bytes", bytes.n);
    *n = most == ALL ? decode_all(function, *code) : decode_some(function, *code);
    const enum ga_status status = follow(function, *code, *n, err);
    if (status != GA_OK) {
        free(*code);
        *code = NULL;
    }
    return status;
}
