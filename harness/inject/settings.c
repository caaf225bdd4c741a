#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inject.h"
#include "xxh64.h"

static struct ga_settings settings;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int compare(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A name a line. */
static void read_kernels(const char *path) {
    size_t n = 0;
    char *const text = ga_read_file(path, &n);
    settings.kernels = calloc(1, sizeof *settings.kernels);
    for (char *line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n")) {
        char **const larger =
            realloc(settings.kernels, (settings.n_kernels + 1) * sizeof *settings.kernels);
        if (!larger)
            break;
        settings.kernels = larger;
        settings.kernels[settings.n_kernels++] = line;
    }
    if (settings.kernels)
        qsort(settings.kernels, settings.n_kernels, sizeof *settings.kernels, compare);
    else
        settings.classes = 0;
}

static int compare_modules(const void *a, const void *b) {
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* A module a line, as 16 digits. */
static void read_left(const char *path) {
    size_t n = 0;
    char *const text = ga_read_file(path, &n);
    settings.left = text ? calloc(n / 2 + 1, sizeof *settings.left) : NULL;
    for (char *line = settings.left ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n"))
        settings.left[settings.n_left++] = strtoull(line, NULL, 16);
    if (settings.left)
        qsort(settings.left, settings.n_left, sizeof *settings.left, compare_modules);
    free(text);
}

static void read_cache(void) {
    enum { MOST = 1 << 28 };
    const char *const cache = getenv("GA_WHATIF_CACHE"), *const most =
                                                             getenv("GA_WHATIF_CACHE_MOST");
    const uint32_t how[2] = {settings.classes, settings.only};
    settings.cache = cache && *cache ? strdup(cache) : NULL;
    settings.cache_most = most ? strtoull(most, NULL, 10) : MOST;
    settings.asked = ga_xxh64((const uint8_t *)how, sizeof how, settings.kernels != NULL);
    for (size_t i = 0; i < settings.n_kernels; i++)
        settings.asked = ga_xxh64((const uint8_t *)settings.kernels[i],
                                  strlen(settings.kernels[i]) + 1, settings.asked);
}

static void read_settings(void) {
    const char *const out = getenv("GA_WHATIF_OUT"), *const kernels = getenv("GA_WHATIF_KERNELS"),
                      *const left = getenv("GA_WHATIF_LEAVE"),
                      *const only = getenv("GA_WHATIF_ONLY"),
                      *const range = getenv("GA_WHATIF_NVTX"),
                      *const keep = getenv("GA_WHATIF_KEEP");
    settings.out = out && *out ? strdup(out) : NULL;
    settings.classes = ga_edit_classes(getenv("GA_WHATIF_EDIT"));
    settings.keeps = keep ? strtoull(keep, NULL, 10) : 0;
    settings.range = range && *range ? strdup(range) : NULL;
    settings.only = only ? (uint32_t)strtoul(only, NULL, 10) : 0;
    if (kernels && *kernels)
        read_kernels(kernels);
    if (left && *left)
        read_left(left);
    read_cache();
}

const struct ga_settings *ga_settings(void) {
    pthread_once(&once, read_settings);
    return settings.out ? &settings : NULL;
}

bool ga_settings_wants(const void *context, const char *kernel) {
    const struct ga_settings *const s = context;
    return !s->kernels ||
           bsearch(&kernel, s->kernels, s->n_kernels, sizeof *s->kernels, compare) != NULL;
}

bool ga_settings_leaves(uint64_t module) {
    return settings.n_left > 0 && bsearch(&module, settings.left, settings.n_left,
                                          sizeof *settings.left, compare_modules) != NULL;
}
