#include "inspect_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum ga_status ga_loaded_by(const char *who, const struct ga_request *request,
                            struct ga_loaded *loaded, struct ga_err *err) {
    struct ga_whatif *const w = calloc(1, sizeof *w);
    *loaded = (struct ga_loaded){.whatif = w};
    if (!w)
        return ga_fail(err, GA_ERROR, "%s: out of memory", who);
    w->who = who;
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
        status = ga_loaded_list(loaded, err);
    if (status == GA_OK && *w->death.message)
        return ga_fail(err, GA_ERROR, "%s", w->death.message);
    if (status == GA_OK && w->code != 0)
        fprintf(stderr, "%s: %s ended with exit status %d\n", who, request->program[0], w->code);
    return status;
}

void ga_loaded_free(struct ga_loaded *loaded) {
    struct ga_whatif *const w = loaded->whatif;
    ga_loaded_forget(loaded);
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
