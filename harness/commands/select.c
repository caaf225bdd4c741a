#include <fnmatch.h>
#include <string.h>

#include "bench.h"
#include "commands.h"
#include "names.h"

enum ga_status ga_select(const struct ga_backend *backend, const struct ga_list *patterns,
                         const struct ga_bench **selected, size_t *n, struct ga_err *err) {
    size_t n_all = 0;
    const struct ga_bench *const *const all = backend->benches(&n_all);
    const char *names[GA_MAX_BENCHES + 1] = {NULL};
    bool wanted[GA_MAX_BENCHES] = {false};
    for (size_t i = 0; i < n_all; i++) {
        names[i] = all[i]->id;
        wanted[i] = patterns->n == 0;
    }
    for (uint32_t p = 0; p < patterns->n; p++) {
        bool any = false;
        for (size_t i = 0; i < n_all; i++)
            if (fnmatch(patterns->at[p], names[i], 0) == 0)
                wanted[i] = any = true;
        if (any)
            continue;
        const char *const near = ga_nearest(patterns->at[p], names);
        return ga_fail(err, GA_USAGE, "--bench '%s' matches no benchmark%s%s%s", patterns->at[p],
                       near ? "; did you mean " : "; `gpu-atomics list` has their names",
                       near ? near : "", near ? "?" : "");
    }
    *n = 0;
    for (size_t i = 0; i < n_all; i++)
        if (wanted[i])
            selected[(*n)++] = all[i];
    return GA_OK;
}
