#include "inspect_program.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PREFIX[] = "module.";

static enum ga_status list_modules(struct ga_loaded *loaded, struct ga_err *err) {
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
            return ga_fail(err, GA_ERROR, "inspect: out of memory");
        }
        loaded->files[loaded->n_files++] = path;
    }
    if (open)
        closedir(open);
    return GA_OK;
}

enum ga_status ga_loaded_by(const struct ga_request *request, struct ga_loaded *loaded,
                            struct ga_err *err) {
    struct ga_whatif *const w = calloc(1, sizeof *w);
    *loaded = (struct ga_loaded){.whatif = w};
    if (!w)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    w->who = "inspect";
    w->request = request;
    w->input = -1;
    w->keeps = UINT64_MAX;
    enum ga_status status = ga_whatif_find_library(w, err);
    if (status == GA_OK)
        status = ga_whatif_make_scratch(w, err);
    if (status == GA_OK)
        status = ga_whatif_run_plain(w, err);
    if (status == GA_OK && w->seen.n_launches == 0)
        status = ga_whatif_unseen(w, err);
    if (status == GA_OK)
        status = list_modules(loaded, err);
    if (status == GA_OK && w->code != 0)
        fprintf(stderr, "inspect: %s ended with exit status %d\n", request->program[0], w->code);
    return status;
}

void ga_loaded_free(struct ga_loaded *loaded) {
    struct ga_whatif *const w = loaded->whatif;
    for (unsigned i = 0; i < loaded->n_files; i++)
        free(loaded->files[i]);
    if (w) {
        if (*w->scratch)
            ga_remove_tree(w->scratch);
        ga_study_free(&w->study);
        ga_observed_free(&w->seen);
        ga_symbols_free(&w->symbols);
    }
    free(w);
    *loaded = (struct ga_loaded){.whatif = NULL};
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

void ga_loaded_choose(const struct ga_loaded *loaded, struct ga_inventory *v) {
    const struct ga_found *last = NULL;
    size_t kept = 0;
    bool does = false;
    for (size_t i = 0; i < v->n; i++) {
        struct ga_found row = v->at[i];
        if (!last || row.kernel != last->kernel || row.target != last->target)
            does = is_launched(loaded->whatif, row.kernel) &&
                   runs_here(&loaded->whatif->seen, row.target);
        const char *const slash = strrchr(row.file, '/'); /* before it: a scratch folder */
        row.file = slash ? slash + 1 : row.file;
        last = &v->at[i];
        if (does)
            v->at[kept++] = row;
    }
    v->n = kept;
    for (size_t i = 0; i < v->n_files; i++) /* what else they hold was not what ran */
        v->unread[i] = (struct ga_unread){.file = v->unread[i].file};
}

void ga_loaded_print(const struct ga_loaded *loaded) {
    const struct ga_whatif *const w = loaded->whatif;
    size_t n_kernels = 0;
    for (size_t i = 0; i < w->study.rows.n; i++)
        n_kernels += i == 0 || w->study.rows.at[i].key.kernel != w->study.rows.at[i - 1].key.kernel;
    printf(
        "%s launched %zu kernel%s, %zu times; those without atomics, fences and barriers are not "
        "listed, nor are functions that they call\n",
        w->request->program[0], n_kernels, n_kernels == 1 ? "" : "s", w->seen.n_launches);
    if (loaded->n_left > 0)
        printf("%u modules more were loaded; not read\n", loaded->n_left);
}
