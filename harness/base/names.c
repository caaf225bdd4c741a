#include "names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 63 };

/* Edits from a to b, a swap of neighbours being one (Damerau and Levenshtein), row by row of the table;
 * `before` is the row before the last. Longer names are cut. */
static size_t distance(const char *a, const char *b) {
    size_t row[LONGEST + 1], last[LONGEST + 1] = {0}, before[LONGEST + 1] = {0};
    const size_t n = strnlen(a, LONGEST), m = strnlen(b, LONGEST);
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        memcpy(before, last, sizeof row);
        memcpy(last, row, (m + 1) * sizeof *row);
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            row[j] = best;
        }
    }
    return row[m];
}

const char *ga_nearest(const char *name, const char *const *names) {
    const char *best = NULL;
    size_t least = (size_t)-1;
    for (const char *const *n = names; *n; n++) {
        const size_t d = distance(name, *n);
        const bool close = 3 * d <= strlen(*n) || (d == 1 && strlen(name) > 1);
        if (d < least && close) {
            least = d;
            best = *n;
        }
    }
    for (const char *const *n = names; !best && strlen(name) > 1 && *n; n++)
        if (strncmp(name, *n, strlen(name)) == 0)
            best = *n;
    return best;
}

const char *ga_shell_word(const char *path, char *text, size_t capacity) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:+,=@%";
    if (*path && !path[strspn(path, plain)]) {
        snprintf(text, capacity, "%s", path);
        return text;
    }
    size_t at = (size_t)snprintf(text, capacity, "'");
    for (; *path && at < capacity; path++)
        at += (size_t)snprintf(text + at, capacity - at, *path == '\'' ? "'\\''" : "%c", *path);
    if (at < capacity)
        snprintf(text + at, capacity - at, "'");
    return text;
}

const char *ga_intern(const char *text) {
    static char *known[256];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!known[i])
            known[i] = strdup(text);
        if (known[i] && strcmp(known[i], text) == 0)
            return known[i];
    }
    return strdup(text);
}
