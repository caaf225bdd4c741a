/* Open addressing, kept at most half full. */
#include <stdlib.h>
#include <string.h>

#include "observed.h"

static size_t hash(const char *name) {
    uint64_t h = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    return (size_t)(h ^ (h >> 32));
}

static uint32_t *slot_of(const struct ga_symbols *s, const char *name) {
    size_t i = hash(name) % s->n_slots;
    while (s->slots[i] && strcmp(s->at[s->slots[i] - 1], name) != 0)
        i = (i + 1) % s->n_slots;
    return &s->slots[i];
}

static enum ga_status grow(struct ga_symbols *s, struct ga_err *err) {
    const size_t n = s->n_slots ? 2 * s->n_slots : 64;
    char **const at = realloc(s->at, n / 2 * sizeof *at);
    if (at)
        s->at = at;
    uint32_t *const slots = calloc(n, sizeof *slots);
    if (!at || !slots) {
        free(slots);
        return ga_fail(err, GA_ERROR, "out of memory");
    }
    free(s->slots);
    s->slots = slots;
    s->n_slots = n;
    for (size_t i = 0; i < s->n; i++)
        *slot_of(s, s->at[i]) = (uint32_t)i + 1;
    return GA_OK;
}

enum ga_status ga_symbols_add(struct ga_symbols *s, const char *name, uint32_t *number,
                              struct ga_err *err) {
    if (2 * (s->n + 1) > s->n_slots && grow(s, err) != GA_OK)
        return GA_ERROR;
    uint32_t *const slot = slot_of(s, name);
    if (!*slot) {
        if (!(s->at[s->n] = strdup(name)))
            return ga_fail(err, GA_ERROR, "out of memory");
        *slot = (uint32_t)++s->n;
    }
    *number = *slot - 1;
    return GA_OK;
}

void ga_symbols_free(struct ga_symbols *s) {
    for (size_t i = 0; i < s->n; i++)
        free(s->at[i]);
    free(s->at);
    free(s->slots);
    *s = (struct ga_symbols){NULL, 0, NULL, 0};
}
