/* What a run tells the injected library by files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whatif.h"

enum ga_status ga_whatif_write_kernels(const struct ga_whatif *w, const uint32_t *kernels, size_t n,
                                       const char *path, struct ga_err *err) {
    FILE *const file = fopen(path, "we");
    for (size_t i = 0; file && i < n; i++)
        fprintf(file, "%s\n", w->symbols.at[kernels[i]]);
    return file && fclose(file) == 0 ? GA_OK
                                     : ga_fail(err, GA_FILE, "%s: %s", path, strerror(errno));
}

enum ga_status ga_whatif_write_left(const struct ga_whatif *w, const uint32_t *kernels, size_t n,
                                    const char *path, struct ga_err *err) {
    bool *const wanted = calloc(w->symbols.n + 1, sizeof *wanted);
    FILE *const file = wanted ? fopen(path, "we") : NULL;
    if (!file) {
        free(wanted);
        return ga_fail(err, GA_FILE, "%s: %s", path, strerror(errno));
    }
    for (size_t i = 0; i < n; i++)
        wanted[kernels[i]] = true;
    for (size_t i = 0; i < w->seen.n_notes; i++) {
        const struct ga_seen_note *const note = &w->seen.notes[i];
        const uint64_t module =
            strcmp(note->kind, "module") == 0 ? strtoull(note->text, NULL, 16) : 0;
        bool has_one = module == 0;
        for (size_t k = 0; !has_one && k < w->seen.n_code; k++)
            has_one = w->seen.code[k].module == module && wanted[w->seen.code[k].kernel];
        if (!has_one)
            fprintf(file, "%016llx\n", (unsigned long long)module);
    }
    free(wanted);
    return fclose(file) == 0 ? GA_OK : ga_fail(err, GA_FILE, "%s: %s", path, strerror(errno));
}
