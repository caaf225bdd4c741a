/* Takes every option, compiles to the same code, and says what it got. How many registers a thread may have is left in a part
 * of the fatbin that nobody reads. The calls that link have one input here. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile.h"

#define PUBLIC __attribute__((visibility("default")))

enum { UNREAD = 16 + 32 }; /* of the first entry, where its name stands */

struct link {
    struct jit options;
    CUjitInputType type;
    const void *source;
    size_t n;
};

int can_compile(void) { return getenv("STAND_IN_CUBIN") != NULL; }

static void *value_of(struct jit options, CUjit_option name) {
    for (unsigned i = 0; i < options.n; i++)
        if (options.names[i] == name)
            return options.values[i];
    return NULL;
}

static void set(struct jit options, CUjit_option name, size_t value) {
    for (unsigned i = 0; i < options.n; i++)
        if (options.names[i] == name)
            options.values[i] = (void *)(uintptr_t)value;
}

/* A log, if the program gave a buffer. Its size becomes what is in it. */
static void say(struct jit options, CUjit_option buffer, CUjit_option size, const char *text) {
    char *const to = value_of(options, buffer);
    const size_t room = (uintptr_t)value_of(options, size);
    if (to && room > 0)
        snprintf(to, room, "%s", text);
    set(options, size, to && room > 0 ? strlen(to) + 1 : 0);
}

/* Buffers are elsewhere in every process. */
static void leave_a_line(size_t n, CUjitInputType type, struct jit options) {
    const char *const path = getenv("STAND_IN_COMPILED");
    FILE *const file = path ? fopen(path, "a") : NULL;
    if (!file)
        return;
    fprintf(file, "type %d, %zu bytes:", (int)type, n);
    for (unsigned i = 0; i < options.n; i++)
        if (options.names[i] == CU_JIT_INFO_LOG_BUFFER ||
            options.names[i] == CU_JIT_ERROR_LOG_BUFFER)
            fprintf(file, " %d=log", (int)options.names[i]);
        else
            fprintf(file, " %d=%zu", (int)options.names[i], (size_t)options.values[i]);
    fprintf(file, "\n");
    fclose(file);
}

CUresult compile(const void *source, size_t n, CUjitInputType type, struct jit options,
                 const void **code, size_t *n_code) {
    static char bytes[1 << 20];
    FILE *const file = fopen(getenv("STAND_IN_CUBIN"), "rb");
    if (!file)
        return CUDA_ERROR_FILE_NOT_FOUND;
    *n_code = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    bytes[UNREAD] = (char)(uintptr_t)value_of(options, CU_JIT_MAX_REGISTERS);
    *code = bytes;
    leave_a_line(n, type, options);
    const int fails = type == CU_JIT_INPUT_PTX && strstr(source, "broken");
    say(options, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, fails ? "" : "done");
    say(options, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        fails ? "it is broken" : "");
    return fails ? CUDA_ERROR_INVALID_PTX : CUDA_SUCCESS;
}

PUBLIC CUresult cuLinkCreate_v2(unsigned n, CUjit_option *names, void **values,
                                CUlinkState *state) {
    struct link *const link = calloc(1, sizeof *link);
    if (!can_compile() || !link) {
        free(link);
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    link->options = (struct jit){n, names, values};
    *state = (CUlinkState)link;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t size,
                                 const char *name, unsigned n, CUjit_option *names, void **values) {
    struct link *const link = (struct link *)state;
    (void)name, (void)names, (void)values;
    if (link->source || n > 0)
        return CUDA_ERROR_INVALID_VALUE;
    link->type = type;
    link->source = data;
    link->n = size;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuLinkComplete(CUlinkState state, void **cubin, size_t *n) {
    const struct link *const link = (struct link *)state;
    const void *code = NULL;
    const char *const part = getenv("STAND_IN_LINKER");
    void *const loaded = part ? dlopen(part, RTLD_NOW) : NULL;
    if (part && (!loaded || !dlsym(loaded, "wrapped")))
        return CUDA_ERROR_NOT_FOUND;
    const CUresult result = compile(link->source, link->n, link->type, link->options, &code, n);
    *cubin = (void *)(uintptr_t)code;
    return result;
}

PUBLIC CUresult cuLinkDestroy(CUlinkState state) {
    free(state);
    return CUDA_SUCCESS;
}
