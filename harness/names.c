#include "names.h"

#include <stddef.h>
#include <string.h>

enum { LONGEST = 63 };

/* Levenshtein's distance, one row of the table at a time. Longer names are cut. */
static size_t distance(const char *a, const char *b) {
    size_t row[LONGEST + 1];
    const size_t n = strnlen(a, LONGEST), m = strnlen(b, LONGEST);
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            const size_t above = row[j];
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < best)
                best = above + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
            diagonal = above;
        }
    }
    return row[m];
}

const char *ga_nearest(const char *name, const char *const *names) {
    const char *best = NULL;
    size_t least = (size_t)-1;
    for (; *names; names++) {
        const size_t d = distance(name, *names);
        if (d < least && 2 * d <= strlen(*names)) {
            least = d;
            best = *names;
        }
    }
    return best;
}
