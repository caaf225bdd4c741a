/* run.csv for others: what a run was, not whose. */
#include <ctype.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pack.h"

enum { LEAST_LETTERS = 3 }; /* a shorter name is found in any text */

void ga_pack_name(const struct ga_runfile *run, char *name) {
    const char *const device = ga_runfile_get(run, "device_name"),
                      *const began = ga_runfile_get(run, "started_utc"),
                      *const uuid = ga_runfile_get(run, "gpu_uuid");
    size_t n = 0;
    char text[GA_PACK_NAME];
    snprintf(text, sizeof text, "%.60s-%.8s-%.10s", device ? device : "gpu",
             uuid && strchr(uuid, '-') ? strchr(uuid, '-') + 1 : "card", began ? began : "");
    for (const char *c = text; *c; c++)
        if (isalnum((unsigned char)*c))
            name[n++] = (char)tolower((unsigned char)*c);
        else if (n > 0 && name[n - 1] != '-')
            name[n++] = '-';
    while (n > 0 && name[n - 1] == '-')
        n--;
    name[n] = '\0';
}

/* Options that say what was measured; the values of others may be paths. */
static bool is_harmless(const char *argument) {
    static const char *const names[] = {"--bench", "--axis",   "--preset", "--samples",
                                        "--seed",  "--repeat", "--once"};
    const size_t n = strcspn(argument, "=");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == n && strncmp(argument, names[i], n) == 0)
            return true;
    return false;
}

/* Arguments of others than those go, with the value behind them; the command line is made of what stays. */
static void clean_arguments(struct ga_runfile *run) {
    char line[GA_VALUE] = "gpu-atomics run";
    unsigned to = 0;
    bool keeps = false;
    for (unsigned i = 0; i < run->n; i++) {
        if (strcmp(run->key[i], "argument") == 0) {
            if (*run->value[i] == '-')
                keeps = is_harmless(run->value[i]);
            if (!keeps)
                continue;
            const size_t used = strlen(line);
            snprintf(line + used, sizeof line - used, " %.*s", 200, run->value[i]);
        }
        if (to != i) {
            memcpy(run->key[to], run->key[i], GA_KEY);
            memcpy(run->value[to], run->value[i], GA_VALUE);
        }
        to++;
    }
    run->n = to;
    if (ga_runfile_get(run, "command_line"))
        ga_runfile_set(run, "command_line", "%s", line);
}

/* "(root@host)", who built the driver. */
static void clean_driver(struct ga_runfile *run) {
    char text[GA_VALUE];
    const char *const driver = ga_runfile_get(run, "kernel_driver");
    if (!driver)
        return;
    snprintf(text, sizeof text, "%s", driver);
    for (char *at; (at = strchr(text, '@'));) {
        char *begin = at, *end = at;
        while (begin > text && begin[-1] != '(' && begin[-1] != ' ')
            begin--;
        end += strcspn(end, ") ");
        memmove(begin, end, strlen(end) + 1);
    }
    ga_runfile_set(run, "kernel_driver", "%s", text);
}

/* What begins with a slash, alone or behind a blank, an option's letter, a colon or an equal sign, is a path. own: to,
 * capacity bytes. */
static void without_paths(const char *from, char *to, size_t capacity) {
    size_t n = 0;
    for (const char *at = from; *at && n + sizeof "PATH" < capacity;) {
        const char before = at == from ? ' ' : at[-1];
        if (*at == '/' && strchr(" =:IL\"'(", before)) {
            n += (size_t)snprintf(to + n, capacity - n, "PATH");
            at += strcspn(at, " :\"')");
        } else {
            to[n++] = *at++;
        }
    }
    to[n] = '\0';
}

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* out: whether the text has the name as a word. */
static bool names(const char *text, const char *name) {
    const size_t n = strlen(name);
    if (n < LEAST_LETTERS)
        return false;
    for (const char *at = text; (at = strcasestr(at, name)); at++)
        if ((at == text || !is_letter(at[-1])) && !is_letter(at[n]))
            return true;
    return false;
}

size_t ga_pack_clean(struct ga_runfile *run) {
    char host[256] = "", text[GA_VALUE];
    const struct passwd *const user = getpwuid(getuid());
    size_t n = 0;
    gethostname(host, sizeof host - 1);
    host[strcspn(host, ".")] = '\0';
    clean_arguments(run);
    clean_driver(run);
    for (unsigned i = 0; i < run->n; i++) {
        without_paths(run->value[i], text, sizeof text);
        const bool names_us = names(text, host) || (user && names(text, user->pw_name));
        n += names_us;
        snprintf(run->value[i], GA_VALUE, "%s", names_us ? "withheld" : text);
    }
    return n;
}
