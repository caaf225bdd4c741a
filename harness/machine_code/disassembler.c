/* A module by NVIDIA's disassembler: cuobjdump's text, function by function. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "disassembly.h"
#include "flow.h"
#include "process.h"

struct text {
    const char *path;
    struct ga_bytes module;
    char *name; /* of the function that is read; NULL: none */
    char target[24];
    struct ga_sass *code;
    size_t n, capacity;
    enum ga_status (*visit)(void *context, const struct ga_disassembled *function,
                            struct ga_err *err);
    void *context;
};

/* The function that ends here. */
static enum ga_status end_function(struct text *t, struct ga_err *err) {
    if (!t->name)
        return GA_OK;
    bool counts = false;
    for (size_t i = 0; i < t->n; i++)
        counts |= t->code[i].key.class != GA_CLASS_OTHER;
    struct ga_jumps jumps = {0};
    enum ga_status status = GA_OK;
    if (counts)
        status = ga_jumps_of(t->code, t->n, t->module, t->name, &jumps, err);
    if (counts && status == GA_OK)
        status = ga_flow(t->code, t->n, &jumps, err);
    ga_jumps_free(&jumps);
    const struct ga_disassembled function = {t->name, t->target, counts ? t->code : NULL, t->n};
    if (status == GA_OK)
        status = t->visit(t->context, &function, err);
    free(t->name);
    t->name = NULL;
    t->n = 0;
    return status;
}

static enum ga_status add_instruction(struct text *t, char *line, struct ga_err *err) {
    unsigned offset = 0;
    int at = 0;
    if (!t->name || sscanf(line, " /*%x*/ %n", &offset, &at) != 1 || at == 0)
        return GA_OK;
    if (t->n == t->capacity) {
        const size_t capacity = t->capacity ? 2 * t->capacity : 1024;
        struct ga_sass *const larger = realloc(t->code, capacity * sizeof *larger);
        if (!larger)
            return ga_fail(err, GA_ERROR, "%s: no memory for %zu instructions", t->path, capacity);
        t->code = larger;
        t->capacity = capacity;
    }
    char *const text = line + at;
    char *const end = strstr(text, "/*");
    if (end)
        *end = '\0';
    text[strcspn(text, ";\n")] = '\0';
    ga_sass_parse(text, offset, &t->code[t->n++]);
    return GA_OK;
}

static enum ga_status read_line(struct text *t, char *line, struct ga_err *err) {
    static const char function[] = "Function : ", code[] = "code for sm_";
    char *at = NULL;
    if ((at = strstr(line, code)) != NULL) {
        const enum ga_status status = end_function(t, err);
        at += sizeof code - 1;
        snprintf(t->target, sizeof t->target, "sm_%.*s", (int)strcspn(at, " \n"), at);
        return status;
    }
    if ((at = strstr(line, function)) != NULL) {
        const enum ga_status status = end_function(t, err);
        at += sizeof function - 1;
        t->name = strndup(at, strcspn(at, " \n"));
        return status == GA_OK && !t->name
                   ? ga_fail(err, GA_ERROR, "%s: no memory for a function's name", t->path)
                   : status;
    }
    return add_instruction(t, line, err);
}

static enum ga_status read_text(struct text *t, const char *command, struct ga_err *err) {
    char *line = NULL;
    size_t capacity = 0;
    enum ga_status status = GA_OK;
    FILE *const in = popen(command, "r");
    if (!in)
        return ga_fail(err, GA_ERROR, "%s: cuobjdump does not start", t->path);
    while (status == GA_OK && getline(&line, &capacity, in) >= 0)
        status = read_line(t, line, err);
    if (status == GA_OK)
        status = end_function(t, err);
    free(line);
    free(t->name);
    free(t->code);
    if (pclose(in) != 0 && status == GA_OK)
        return ga_fail(err, GA_FILE, "%s: cuobjdump cannot read one of its modules", t->path);
    return status;
}

/* The module is handed over as a file in memory, which the other process opens by this one's number. */
enum ga_status ga_disassemble(const char *path, struct ga_bytes module,
                              enum ga_status (*visit)(void *context,
                                                      const struct ga_disassembled *function,
                                                      struct ga_err *err),
                              void *context, struct ga_err *err) {
    struct text t = {.path = path, .module = module, .visit = visit, .context = context};
    char program[PATH_MAX], command[128];
    if (!ga_program_find("cuobjdump", program))
        return ga_fail(
            err, GA_UNSUPPORTED,
            "--disassembler: cuobjdump is not on the PATH; it comes with the CUDA Toolkit, or "
            "as nvidia-cuda-cuobjdump and nvidia-cuda-nvdisasm from PyPI");
    const int file = memfd_create("module", MFD_CLOEXEC);
    if (file < 0)
        return ga_fail(err, GA_ERROR, "%s: no file in memory for a module", path);
    enum ga_status status = GA_OK;
    for (size_t at = 0; status == GA_OK && at < module.n;) {
        const ssize_t n = write(file, module.at + at, module.n - at);
        if (n <= 0)
            status = ga_fail(err, GA_ERROR, "%s: no memory for a module's file", path);
        else
            at += (size_t)n;
    }
    snprintf(command, sizeof command, "exec cuobjdump -sass /proc/%ld/fd/%d", (long)getpid(), file);
    if (status == GA_OK)
        status = read_text(&t, command, err);
    close(file);
    return status;
}
