/* Parameters are left out because Nsight Compute has T1 where the symbol has what it stands for. */
#include "kernel_name.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inventory.h"
#include "short_name.h"

/* Behind the label that an NVTX range gave it. */
static const char *without_label(const char *name) {
    const char *const slash = strchr(name, '/');
    return slash && !strstr(name, "operator/") ? slash + 1 : name;
}

static bool is_of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* What two demanglers spell otherwise; ours is no longer than theirs. */
static const struct {
    const char *theirs, *ours;
} spellings[] = {{"(anonymous namespace)", "{anon}"},
                 {"<unnamed>", "{anon}"},
                 {"operator ()", "operator()"},
                 {"operator()", "operator()"},
                 {"[lambda", "{lambda"},
                 {"][abi:", ","},
                 {"[abi:", "["},
                 {"false", "0"},
                 {"true", "1"},
                 {"void ", ""},
                 {" const", ""},
                 {"const", ""}};

/* Where the name begins that ends before to[n], its arguments with it: of "f<g<int>>" the f. */
static size_t name_before(const char *to, size_t n) {
    int depth = 0;
    do {
        depth += n > 0 && to[n - 1] == '>';
        depth -= n > 0 && to[n - 1] == '<';
        n -= n > 0 && (depth > 0 || to[n - 1] == '<');
    } while (n > 0 && depth > 0);
    while (n > 0 && is_of_name(to[n - 1]))
        n--;
    return n;
}

/* Nsight Compute has the result of a function whose lambda to[n] is: "bool f<int>::{lambda"; f is dropped already if it is no
 * template. Of an operator it is left. */
static void drop_result(char *to, size_t *n) {
    static const char lambda[] = "{lambda", colons[] = "::", word[] = "operator";
    const size_t end = *n - (sizeof lambda - 1);
    const bool is_template = end > 2 && memcmp(to + end - 2, colons, 2) == 0;
    const size_t name = is_template ? name_before(to, end - 2) : end;
    size_t begin = name;
    for (int depth = 0; begin > 0; begin--) {
        depth += to[begin - 1] == '>';
        depth -= to[begin - 1] == '<';
        if (depth < 0 || (depth == 0 && to[begin - 1] == ','))
            break;
    }
    for (size_t k = begin; k + sizeof word - 1 <= end; k++)
        if (memcmp(to + k, word, sizeof word - 1) == 0)
            return;
    memmove(to + begin, to + name, *n - name);
    *n -= name - begin;
}

static const char *spell(const char *text, const char *at, char *to, size_t *n) {
    for (size_t s = 0; s < sizeof spellings / sizeof *spellings; s++) {
        const char *const theirs = spellings[s].theirs;
        const size_t length = strlen(theirs);
        if (strncmp(at, theirs, length) != 0 ||
            (is_of_name(*theirs) && at != text && is_of_name(at[-1])) ||
            (is_of_name(theirs[length - 1]) && is_of_name(at[length])))
            continue;
        memcpy(to + *n, spellings[s].ours, strlen(spellings[s].ours));
        *n += strlen(spellings[s].ours);
        if (strcmp(theirs, "[lambda") == 0)
            drop_result(to, n);
        return at + length;
    }
    return NULL;
}

/* out: behind the bracket that closes the one at `at`; the text's end if none does. */
static const char *behind(const char *at) {
    int depth = 0;
    for (; *at; at++) {
        depth += *at == '(';
        depth -= *at == ')';
        if (depth == 0)
            return at + 1;
    }
    return at;
}

/* A lambda's number: "(instance 1)" or "#1" behind its parameters. */
static const char *number_of(const char *at, char *to, size_t *n) {
    const char *digit = NULL;
    if (strncmp(at, "(instance ", 10) == 0)
        digit = at + 10;
    else if (*at == '#')
        digit = at + 1;
    if (!digit)
        return NULL;
    while (isdigit((unsigned char)*digit))
        to[(*n)++] = *digit++;
    return *digit == ')' ? digit + 1 : digit;
}

/* Digits of a number with what says its type behind: 128u. */
static bool is_suffix(const char *text, const char *at) {
    const char *digit = at;
    while (digit != text && strchr("uUlL", digit[-1]) && is_of_name(digit[-1]))
        digit--;
    if (!strchr("uUlL", *at) || digit == text || !isdigit((unsigned char)digit[-1]))
        return false;
    while (digit != text && isdigit((unsigned char)digit[-1]))
        digit--;
    return digit == text || !is_of_name(digit[-1]);
}

/* Nsight Compute leaves out some namespaces: what is a word before `::` is dropped. out: whether to[n] ended in one. */
static bool drop_namespace(const char *to, size_t *n) {
    static const char anonymous[] = "{anon}";
    const size_t length = sizeof anonymous - 1;
    size_t from = *n;
    while (from > 0 && is_of_name(to[from - 1]))
        from--;
    if (from == *n && *n >= length && memcmp(to + *n - length, anonymous, length) == 0)
        from -= length;
    const bool any = from < *n;
    *n = from;
    return any;
}

/* The bracket that closes what is open in to[n]: Nsight Compute's lambda has got another one. */
static char closing(const char *to, size_t n) {
    int depth = 1;
    while (depth > 0 && n > 0) {
        n--;
        depth += to[n] == ']';
        depth -= to[n] == '[';
    }
    return depth == 0 ? ']' : '}';
}

char *ga_kernel_name(const char *name) {
    char *const readable = ga_demangled(without_label(name));
    char *const to = readable ? malloc(strlen(readable) + 1) : NULL;
    size_t n = 0;
    for (const char *at = readable; to && *at;) {
        const char *next = spell(readable, at, to, &n);
        if (!next)
            next = number_of(at, to, &n);
        if (!next && *at == '(')
            next = behind(at);
        if (!next && at[0] == ':' && at[1] == ':' && drop_namespace(to, &n))
            next = at + 2;
        if (!next) {
            const bool in_name = n > 0 && is_of_name(to[n - 1]) && is_of_name(at[1]);
            if ((*at != ' ' || in_name) && !is_suffix(readable, at)) {
                to[n] = *at;
                if (*at == ']')
                    to[n] = closing(to, n);
                n++;
            }
            next = at + 1;
        }
        at = next;
    }
    if (to)
        to[n] = '\0';
    free(readable);
    return to;
}

char *ga_printed_name(const char *kernel) {
    const bool is_label =
        strncmp(kernel, "_Z", 2) != 0 &&
        (!strpbrk(kernel, "(<") || (strchr(kernel, '=') && !strstr(kernel, "operator")));
    char *const name = is_label ? strdup(kernel) : ga_kernel_name(kernel);
    const char *const own = name ? ga_own_name(name) : "";
    const size_t label = is_label ? 0 : (size_t)(without_label(kernel) - kernel);
    const size_t size = (name ? strlen(name) : 0) + strlen(kernel) + 3;
    char *const text = name ? malloc(size) : NULL;
    if (text && label > 0)
        snprintf(text, size, "%.*s: %s", (int)label - 1, kernel, own);
    else if (text)
        snprintf(text, size, "%s", *own ? own : kernel);
    free(name);
    return text;
}
