/* `inspect`: what atomics and fences a program's machine code has. */
#include <fnmatch.h>
#include <stdlib.h>

#include "commands.h"
#include "inspect.h"

/* By the symbol or by the name that people read. */
static enum ga_status matches(const char *pattern, const char *kernel, bool *does,
                              struct ga_err *err) {
    char *const name = ga_demangled(kernel);
    if (!name)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    *does = fnmatch(pattern, kernel, 0) == 0 || fnmatch(pattern, name, 0) == 0;
    free(name);
    return GA_OK;
}

/* Leaves the rows of the kernels that are asked for. err: GA_USAGE if there is none. */
static enum ga_status choose(struct ga_inventory *v, const char *pattern, struct ga_err *err) {
    size_t kept = 0;
    bool does = true;
    if (!pattern)
        return GA_OK;
    for (size_t i = 0; i < v->n; i++) {
        if (i == 0 || v->at[i].kernel != v->at[i - 1].kernel) {
            const enum ga_status status = matches(pattern, v->at[i].kernel, &does, err);
            if (status != GA_OK)
                return status;
        }
        if (does)
            v->at[kept++] = v->at[i];
    }
    if (kept == 0 && v->n > 0)
        return ga_fail(err, GA_USAGE,
                       "--kernel: no kernel with atomics, fences or barriers matches '%s'",
                       pattern);
    v->n = kept;
    return GA_OK;
}

static enum ga_status say(const struct ga_request *request, const struct ga_inventory *v,
                          struct ga_err *err) {
    enum ga_status status = ga_inspect_print(v, err);
    if (status == GA_OK && request->csv)
        status = ga_inspect_csv(v, request->csv, err);
    if (status == GA_OK && v->n_modules == 0)
        status =
            ga_fail(err, GA_UNSUPPORTED,
                    "inspect: no machine code for sm_%d or newer in %s%s; PTX and older targets "
                    "are not read",
                    GA_OLDEST_SM, request->directory[0],
                    request->n_directories > 1 ? " and the other files" : "");
    return status;
}

enum ga_status ga_command_inspect(const struct ga_request *request, struct ga_err *err) {
    struct ga_inventory v = {.at = NULL};
    const unsigned flags =
        (request->each ? GA_EACH : 0U) | (request->disassembler ? GA_DISASSEMBLER : 0U);
    enum ga_status status = GA_OK;
    for (unsigned i = 0; status == GA_OK && i < request->n_directories; i++)
        status = ga_inventory_add(&v, request->directory[i], flags, err);
    if (status == GA_OK)
        status = choose(&v, request->kernel, err);
    if (status == GA_OK)
        status = say(request, &v, err);
    ga_inventory_free(&v);
    return status;
}
