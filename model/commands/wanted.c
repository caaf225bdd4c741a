#include "wanted.h"

#include <fnmatch.h>
#include <stdlib.h>

#include "inventory.h"

bool ga_wants(struct ga_wanted *wanted, const char *kernel) {
    const struct ga_list *const patterns = wanted->patterns;
    char *const name = patterns->n > 0 ? ga_demangled(kernel) : NULL;
    bool does = patterns->n == 0;
    for (uint32_t p = 0; p < patterns->n; p++)
        if (fnmatch(patterns->at[p], kernel, 0) == 0 ||
            (name && fnmatch(patterns->at[p], name, 0) == 0))
            does = wanted->matched[p] = true;
    free(name);
    return does;
}

const char *ga_wanted_in_vain(const struct ga_wanted *wanted) {
    for (uint32_t p = 0; p < wanted->patterns->n; p++)
        if (!wanted->matched[p])
            return wanted->patterns->at[p];
    return NULL;
}
