#include "loaded.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code.h"
#include "inspect.h"

static const char PREFIX[] = "module.";

enum ga_status ga_loaded_list(struct ga_loaded *loaded, struct ga_err *err) {
    char out[PATH_MAX + 32];
    ga_whatif_out(loaded->whatif, 0, out, sizeof out);
    DIR *const open = opendir(out);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        char *path = NULL;
        if (strncmp(entry->d_name, PREFIX, sizeof PREFIX - 1) != 0)
            continue;
        if (loaded->n_files == GA_MAX_ARGUMENTS) {
            loaded->n_left++;
            continue;
        }
        if (asprintf(&path, "%s/%s", out, entry->d_name) < 0) {
            closedir(open);
            return ga_fail(err, GA_ERROR, "%s: out of memory", loaded->whatif->who);
        }
        loaded->files[loaded->n_files++] = path;
    }
    if (open)
        closedir(open);
    return GA_OK;
}

void ga_loaded_forget(struct ga_loaded *loaded) {
    for (unsigned i = 0; i < loaded->n_files; i++)
        free(loaded->files[i]);
    loaded->n_files = 0;
}

static bool is_launched(const struct ga_whatif *w, const char *kernel) {
    const struct ga_launch_rows *const rows = &w->study.rows;
    for (size_t i = 0; i < rows->n; i++)
        if (strcmp(w->symbols.at[rows->at[i].key.kernel], kernel) == 0)
            return true;
    return false;
}

static bool runs_here(const struct ga_observed *seen, const char *target) {
    for (size_t i = 0; i < seen->n_targets; i++)
        if (strcmp(seen->targets[i], target) == 0)
            return true;
    return false;
}

bool ga_loaded_has(const struct ga_loaded *loaded, const char *kernel, const char *target) {
    return is_launched(loaded->whatif, kernel) && runs_here(&loaded->whatif->seen, target);
}

/* Behind the scratch folder that a module lies in. */
static const char *name_in(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void ga_loaded_choose(const struct ga_loaded *loaded, struct ga_inventory *v) {
    const struct ga_found *last = NULL;
    size_t kept = 0;
    bool does = false;
    for (size_t i = 0; i < v->n; i++) {
        struct ga_found row = v->at[i];
        if (!last || row.kernel != last->kernel || row.target != last->target)
            does = ga_loaded_has(loaded, row.kernel, row.target);
        row.file = name_in(row.file);
        last = &v->at[i];
        if (does)
            v->at[kept++] = row;
    }
    v->n = kept;
    for (size_t i = 0; i < v->n_files; i++) /* what else they hold was not what ran */
        v->unread[i] = (struct ga_unread){.file = name_in(v->unread[i].file)};
}

/* out: *n_unread: of the modules; *v: of the others. err: GA_ERROR for want of memory; as ga_inventory_add if no module can
 * be read. */
static enum ga_status read_modules(const struct ga_loaded *loaded, struct ga_inventory *v,
                                   unsigned *n_unread, struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (unsigned i = 0; status != GA_ERROR && i < loaded->n_files; i++) {
        status = ga_inventory_add(v, loaded->files[i], 0, err);
        *n_unread += status != GA_OK;
        unlink(loaded->files[i]);
    }
    return status == GA_ERROR || *n_unread == loaded->n_files ? status : GA_OK;
}

/* Whether the model can read it: its lines may be too long. */
static enum ga_status check(const char *path, struct ga_err *err) {
    struct ga_code *code = NULL;
    const enum ga_status status = ga_code_add(&code, path, err);
    ga_code_close(code);
    if (status != GA_OK)
        unlink(path);
    return status;
}

static enum ga_status write_rows(const struct ga_loaded *loaded, const char *path,
                                 unsigned *n_unread, struct ga_err *err) {
    struct ga_inventory v = {.at = NULL};
    enum ga_status status = read_modules(loaded, &v, n_unread, err);
    ga_loaded_choose(loaded, &v);
    if (status == GA_OK)
        status = ga_inspect_csv(&v, path, err);
    ga_inventory_free(&v);
    return status == GA_OK ? check(path, err) : status;
}

void ga_loaded_write(struct ga_whatif *w) {
    struct ga_loaded *const loaded = calloc(1, sizeof *loaded);
    struct ga_err err = {"out of memory"};
    unsigned n_unread = 0;
    if (loaded)
        loaded->whatif = w;
    enum ga_status status = loaded ? ga_loaded_list(loaded, &err) : GA_ERROR;
    if (status == GA_OK && loaded->n_files == 0)
        status = ga_fail(&err, GA_UNSUPPORTED, "no module was kept");
    if (status == GA_OK)
        status = write_rows(loaded, w->request->inspected, &n_unread, &err);
    if (status != GA_OK)
        fprintf(stderr,
                "%s: what the program loaded cannot be looked into: %s; --code FILE names its "
                "code\n",
                w->who, err.message);
    else if (n_unread + loaded->n_left > 0 || ga_observed_note(&w->seen, "not_kept"))
        fprintf(stderr,
                "%s: some modules of the program are too large or cannot be read; --code FILE "
                "names the code of their kernels\n",
                w->who);
    if (loaded)
        ga_loaded_forget(loaded);
    free(loaded);
}
