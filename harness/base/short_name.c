#include "short_name.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Letters that are shown before the first that differs: more if names that differ there, too, would look the same; the last if
 * that does not help. */
static const size_t befores[] = {4, 8, 12, 4};

const char *ga_own_name(const char *name) {
    static const char type[] = "void ", unnamed[] = "(anonymous namespace)";
    const char *at = name + (strncmp(name, type, sizeof type - 1) == 0 ? sizeof type - 1 : 0);
    const char *own = at;
    while (*at && !strchr("< ", *at) &&
           (*at != '(' || strncmp(at, unnamed, sizeof unnamed - 1) == 0)) {
        at += *at == '(' ? sizeof unnamed - 1 : 1;
        if (strncmp(at, "::", 2) == 0)
            own = at += 2;
    }
    return *own ? own : name;
}

/* name from its letter `from` on, behind its beginning. */
static void cut(const char *name, size_t from, size_t most, char *text) {
    const size_t head = most / 2;
    const int is_cut = strlen(name) - from > most - head - 2;
    snprintf(text, most + 1, "%.*s..%.*s%s", (int)head, name, (int)(most - head - (is_cut ? 4 : 2)),
             name + from, is_cut ? ".." : "");
}

/* Where its end begins that has room. */
static size_t end_of(const char *name, size_t most) { return strlen(name) - (most - most / 2 - 2); }

void ga_short_name(const char *full, size_t most, char *text) {
    const char *const name = ga_own_name(full);
    if (strlen(name) <= most)
        snprintf(text, most + 1, "%s", name);
    else
        cut(name, end_of(name, most), most, text);
}

static void tell_apart(const char *name, const char *other, size_t most, size_t before,
                       char *text) {
    const size_t head = most / 2, end = end_of(name, most);
    size_t differs = 0;
    while (name[differs] && name[differs] == other[differs])
        differs++;
    differs = differs > head + before ? differs - before : head;
    cut(name, differs < end ? differs : end, most, text);
}

struct shown {
    const char *name, *full; /* its own name; with its type and namespaces */
    char *text;
};

static int compare(const void *left, const void *right) {
    const struct shown *const a = left, *const b = right;
    int order = strcmp(a->text, b->text);
    if (order == 0)
        order = strcmp(a->name, b->name);
    return order ? order : strcmp(a->full, b->full);
}

/* in: sorted by text. Different names of one text have numbers in the end from the second on: "f<i..t>~2". */
static void number(struct shown *sorted, size_t n, size_t most) {
    for (size_t i = 0, end = 0; i < n; i = end) {
        char mark[24] = "";
        unsigned k = 1;
        for (end = i + 1; end < n && strcmp(sorted[end].text, sorted[i].text) == 0;)
            end++;
        const size_t long_as = strlen(sorted[i].text);
        for (size_t j = i + 1; j < end; j++) {
            k += strcmp(sorted[j].full, sorted[j - 1].full) != 0;
            const size_t letters = (size_t)snprintf(mark, sizeof mark, "~%u", k);
            const size_t at = long_as + letters <= most ? long_as : most - letters;
            if (k > 1)
                snprintf(sorted[j].text + at, most + 1 - at, "%s", mark);
        }
    }
}

/* in: n different or equal names of one text, sorted. */
static void tell_all_apart(const struct shown *alike, size_t n, size_t most, size_t before) {
    for (size_t i = 0, end = 0; i < n; i = end) {
        const char *const name = alike[i].name;
        for (end = i + 1; end < n && strcmp(alike[end].name, name) == 0;)
            end++;
        const char *const other = i > 0 ? alike[i - 1].name : end < n ? alike[end].name : NULL;
        for (size_t j = i; other && strlen(name) > most && j < end; j++)
            tell_apart(name, other, most, before, alike[j].text);
    }
}

/* Cuts all names where those of one text differ. in, out: sorted[n]; sorted by text. out: whether different names have one. */
static bool cut_all(struct shown *sorted, size_t n, size_t most, size_t before) {
    bool is_same = false;
    for (size_t i = 0; i < n; i++)
        ga_short_name(sorted[i].full, most, sorted[i].text);
    qsort(sorted, n, sizeof *sorted, compare);
    for (size_t i = 0, end = 0; i < n; i = end) {
        for (end = i + 1; end < n && strcmp(sorted[end].text, sorted[i].text) == 0;)
            end++;
        tell_all_apart(sorted + i, end - i, most, before);
    }
    qsort(sorted, n, sizeof *sorted, compare);
    for (size_t i = 1; i < n; i++)
        is_same = is_same || (strcmp(sorted[i].text, sorted[i - 1].text) == 0 &&
                              strcmp(sorted[i].name, sorted[i - 1].name) != 0);
    return is_same;
}

char *ga_short_names(char *const *names, size_t n, size_t most) {
    char *const texts = malloc((n + 1) * (most + 1));
    struct shown *const sorted = malloc((n + 1) * sizeof *sorted);
    for (size_t i = 0; texts && sorted && i < n; i++)
        sorted[i] = (struct shown){ga_own_name(names[i]), names[i], texts + i * (most + 1)};
    if (!texts || !sorted) {
        free(texts);
        free(sorted);
        return NULL;
    }
    for (size_t b = 0; b < sizeof befores / sizeof *befores; b++)
        if (!cut_all(sorted, n, most, befores[b]))
            break;
    number(sorted, n, most);
    free(sorted);
    return texts;
}
