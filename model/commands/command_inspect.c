/* `inspect`: what atomics and fences a program's machine code has. */
#include <stdio.h>
#include <stdlib.h>

#include "answers.h"
#include "inspect.h"
#include "inspect_program.h"
#include "price_list.h"
#include "wanted.h"

/* Which functions are read: of a program those that it launched. */
struct choosing {
    struct ga_wanted wanted;
    const struct ga_loaded *loaded; /* NULL: files were given */
};

static bool wants(void *context, const char *kernel, const char *target) {
    struct choosing *const c = context;
    return (!c->loaded || ga_loaded_has(c->loaded, kernel, target)) && ga_wants(&c->wanted, kernel);
}

/* in: choosing: lasts as long as *v is added to. */
static void choose(const struct ga_request *request, const struct ga_loaded *loaded,
                   struct choosing *choosing, struct ga_inventory *v) {
    *choosing = (struct choosing){.wanted = {.patterns = &request->kernels}, .loaded = loaded};
    v->wants = loaded || request->kernels.n > 0 ? wants : NULL;
    v->context = choosing;
}

/* err: GA_USAGE for a pattern that matches no function, with or without atomics. */
static enum ga_status check_patterns(const struct ga_request *request,
                                     const struct choosing *choosing, struct ga_err *err) {
    char what[sizeof err->message / 2];
    if (choosing->loaded)
        snprintf(what, sizeof what, "kernel that was launched");
    else
        snprintf(what, sizeof what, "function of %s%s", request->directory[0],
                 request->n_directories > 1 ? " and the other files" : "");
    return ga_wanted_check(&choosing->wanted, what, err);
}

static enum ga_status read_file(const struct ga_request *request, const char *path, unsigned flags,
                                struct ga_inventory *v, struct ga_err *err) {
    return ga_inventory_add(v, path, flags | (request->disassembler ? GA_DISASSEMBLER : 0), err);
}

/* in: first: the first file's path. err: GA_UNSUPPORTED if no file has code that is read. */
static enum ga_status check_code(const struct ga_inventory *v, const char *first,
                                 struct ga_err *err) {
    if (v->n_modules > 0)
        return GA_OK;
    return ga_fail(err, GA_UNSUPPORTED,
                   "inspect: no machine code for sm_%d, gfx900 or newer in %s%s; not read are PTX, "
                   "which is source that the driver compiles, and older targets",
                   GA_OLDEST_SM, first, v->n_files > 1 ? " and the other files" : "");
}

/* in: loaded: of a program, else NULL; flags: 0 or GA_EACH. own: ga_inventory_free, also after an error. */
static enum ga_status read_all(const struct ga_request *request, const struct ga_loaded *loaded,
                               unsigned flags, struct ga_inventory *v, struct ga_err *err) {
    struct choosing choosing;
    enum ga_status status = GA_OK;
    choose(request, loaded, &choosing, v);
    for (unsigned i = 0; status == GA_OK && i < request->n_directories; i++)
        status = read_file(request, request->directory[i], flags, v, err);
    v->wants = NULL;
    v->context = NULL;
    if (status == GA_OK && loaded)
        ga_loaded_choose(loaded, v);
    else if (status == GA_OK)
        status = check_code(v, request->directory[0], err);
    return status == GA_OK ? check_patterns(request, &choosing, err) : status;
}

/* Every instruction is judged, whatever the table counts together. */
static enum ga_status forbid(const struct ga_request *request, const struct ga_loaded *loaded,
                             struct ga_err *err) {
    struct ga_inventory each = {.at = NULL};
    struct ga_baseline baseline = {.at = NULL};
    enum ga_status status = read_all(request, loaded, GA_EACH, &each, err);
    if (status == GA_OK && request->baseline)
        status = ga_baseline_read(request->baseline, &baseline, err);
    if (status == GA_OK)
        status = ga_inspect_forbid(&each, request->forbid, &baseline, err);
    ga_baseline_free(&baseline);
    ga_inventory_free(&each);
    return status;
}

static enum ga_status diff(const struct ga_request *request, struct ga_err *err) {
    struct ga_inventory v[2] = {{.at = NULL}, {.at = NULL}};
    struct choosing choosing;
    enum ga_status status = GA_OK;
    choose(request, NULL, &choosing, &v[0]);
    v[1] = v[0];
    for (int i = 0; status == GA_OK && i < 2; i++) {
        status = read_file(request, request->directory[i], GA_FUNCTIONS, &v[i], err);
        if (status == GA_OK)
            status = check_code(&v[i], request->directory[i], err);
    }
    if (status == GA_OK)
        status = check_patterns(request, &choosing, err);
    if (status == GA_OK)
        status = ga_inspect_diff(&v[0], &v[1], request->csv, err);
    ga_inventory_free(&v[0]);
    ga_inventory_free(&v[1]);
    return status;
}

static enum ga_status list(const struct ga_request *request, const struct ga_loaded *loaded,
                           struct ga_err *err) {
    struct ga_inventory v = {.at = NULL};
    struct ga_price_list prices = {.first = NULL};
    enum ga_status status = read_all(request, loaded, request->each ? GA_EACH : 0, &v, err);
    if (status == GA_OK)
        status = ga_price_list_fill(request->table, &v, &prices, err);
    if (status == GA_OK && !request->forbid)
        status = ga_inspect_print(&v, request->each, err);
    if (status == GA_OK && !request->forbid && loaded)
        ga_loaded_print(loaded);
    if (status == GA_OK && !request->forbid)
        ga_price_list_print(&prices);
    if (status == GA_OK && !request->forbid)
        ga_inspect_legend(&v);
    if (status == GA_OK && !request->forbid)
        status = ga_inspect_advise(&v, err);
    if (status == GA_OK && request->csv)
        status = ga_inspect_csv(&v, request->csv, err);
    if (status == GA_OK && request->json)
        status = ga_inspect_json(&v, request->json, err);
    ga_price_list_free(&prices);
    ga_inventory_free(&v);
    return status;
}

/* The options of --forbid and --diff belong to one of them. */
static enum ga_status check(const struct ga_request *request, struct ga_err *err) {
    if (request->baseline && !request->forbid)
        return ga_fail(err, GA_USAGE,
                       "--baseline: what is to be forbidden? expected --forbid, too");
    if (request->diff && (request->forbid || request->each || request->table))
        return ga_fail(err, GA_USAGE,
                       "--diff: goes with --kernel, --disassembler, --csv and --json alone");
    if (request->program && (!*request->program || request->n_directories > 0 || request->diff))
        return ga_fail(err, GA_USAGE,
                       "inspect: expected files, or a program behind --: gpu-atomics inspect -- "
                       "./program");
    if (request->diff && request->n_directories != 2)
        return ga_fail(err, GA_USAGE, "--diff: expected two files, OLD NEW, not %u",
                       request->n_directories);
    return GA_OK;
}

static enum ga_status answer(const struct ga_request *request, const struct ga_loaded *loaded,
                             struct ga_err *err) {
    const bool lists = !request->forbid || request->csv || request->json;
    const enum ga_status status = lists ? list(request, loaded, err) : GA_OK;
    return status == GA_OK && request->forbid ? forbid(request, loaded, err) : status;
}

/* The files are the modules that the program loads. */
static enum ga_status inspect_program(const struct ga_request *request, struct ga_err *err) {
    struct ga_loaded loaded;
    struct ga_request of_modules = *request;
    enum ga_status status = ga_loaded_by("inspect", request, &loaded, err);
    for (unsigned i = 0; i < loaded.n_files; i++)
        of_modules.directory[i] = loaded.files[i];
    of_modules.n_directories = loaded.n_files;
    if (status == GA_OK)
        status = answer(&of_modules, &loaded, err);
    ga_loaded_free(&loaded);
    return status;
}

enum ga_status ga_command_inspect(const struct ga_request *request, struct ga_err *err) {
    const enum ga_status status = check(request, err);
    if (status != GA_OK)
        return status;
    return request->diff      ? diff(request, err)
           : request->program ? inspect_program(request, err)
                              : answer(request, NULL, err);
}
