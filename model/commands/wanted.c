#include "wanted.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inventory.h"
#include "kernel_name.h"
#include "names.h"
#include "short_name.h"

enum { PATTERN = 1024 };

/* in: name: as tables print it, but whole; NULL: not known. */
static bool matches_printed(const char *pattern, const char *name) {
    char whole[PATTERN];
    size_t n = 0;
    for (const char *at = pattern; *at && n + 1 < PATTERN; n++) {
        const bool left_out = strncmp(at, "..", 2) == 0;
        whole[n] = left_out ? '*' : *at;
        at += left_out ? 2 : 1;
    }
    whole[n] = '\0';
    return name && (strcmp(pattern, name) == 0 || fnmatch(whole, name, 0) == 0);
}

/* in: name: demangled; printed: of ga_printed_name; both NULL for want of memory. */
static bool matches(const char *pattern, const char *kernel, const char *name,
                    const char *printed) {
    const bool is_void = name && strncmp(name, "void ", 5) == 0;
    return fnmatch(pattern, kernel, 0) == 0 || (name && fnmatch(pattern, name, 0) == 0) ||
           (is_void && fnmatch(pattern, name + 5, 0) == 0) ||
           matches_printed(pattern, name ? ga_own_name(name) : NULL) ||
           matches_printed(pattern, printed);
}

/* out: text[GA_NEAR]: a pattern for a kernel and what else its template makes. */
static void name_template(const char *printed, char *text) {
    const size_t n = strcspn(printed, "<(");
    const int most = GA_NEAR - 2;
    snprintf(text, GA_NEAR, "%.*s%s", n < (size_t)most ? (int)n : most, printed,
             printed[n] || n > (size_t)most ? "*" : "");
}

/* Keeps a kernel as what a pattern means if it is nearer than the one before, or has the pattern's letters in it. */
static void note_near(const char *pattern, const char *printed, char *near) {
    char letters[GA_NEAR], name[GA_NEAR];
    size_t n = 0;
    const char *const own = ga_own_name(pattern + strspn(pattern, "*?"));
    for (const char *at = own; *at && !strchr("<(", *at) && n + 1 < sizeof letters; at++)
        if (!strchr("*?[]", *at))
            letters[n++] = *at;
    letters[n] = '\0';
    name_template(printed, name);
    const char *const names[] = {*near ? near : name, name, NULL};
    if (n > 0 && (ga_nearest(letters, names) == name || (!*near && strcasestr(name, letters))))
        memcpy(near, name, GA_NEAR);
}

bool ga_wants(struct ga_wanted *wanted, const char *kernel) {
    const struct ga_list *const patterns = wanted->patterns;
    char *const name = patterns->n > 0 ? ga_demangled(kernel) : NULL;
    char *const printed = name ? ga_printed_name(name) : NULL;
    bool does = patterns->n == 0;
    for (uint32_t p = 0; p < patterns->n; p++)
        if (matches(patterns->at[p], kernel, name, printed))
            does = wanted->matched[p] = true;
        else if (printed && !wanted->matched[p])
            note_near(patterns->at[p], printed, wanted->near[p]);
    if (printed && !*wanted->any)
        name_template(printed, wanted->any);
    free(printed);
    free(name);
    return does;
}

enum ga_status ga_wanted_check(const struct ga_wanted *wanted, const char *what,
                               struct ga_err *err) {
    uint32_t p = 0;
    while (p < wanted->patterns->n && wanted->matched[p])
        p++;
    if (p == wanted->patterns->n)
        return GA_OK;
    const char *const near = wanted->near[p], *const one = *near ? near : wanted->any;
    return ga_fail(err, GA_USAGE, "--kernel: no %s matches '%s'%s%s%s", what,
                   wanted->patterns->at[p],
                   *near  ? "; did you mean '"
                   : *one ? "; there is '"
                          : "",
                   one,
                   *near  ? "'?"
                   : *one ? "'"
                          : "");
}
