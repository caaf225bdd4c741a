/* Tarjan's strongly connected components, without recursion. src: R. Tarjan, "Depth-first search and linear graph algorithms",
 * 1972. */
#include "components.h"

#include <stdlib.h>

enum { WAYS = 2 };

/* Of each block: when it was come to, from 1 on, and the earliest that it comes to; open: no component has it yet. */
struct search {
    uint32_t *when, *earliest, *open, *path, n_open, n_path, clock;
    uint8_t *way; /* that is next */
};

static void come_to(struct search *s, uint32_t block) {
    s->when[block] = s->earliest[block] = ++s->clock;
    s->open[s->n_open++] = s->path[s->n_path++] = block;
}

/* Behind the last way of the block where the path ends. */
static void leave(struct search *s, uint32_t *component) {
    const uint32_t block = s->path[--s->n_path];
    if (s->n_path > 0 && s->earliest[block] < s->earliest[s->path[s->n_path - 1]])
        s->earliest[s->path[s->n_path - 1]] = s->earliest[block];
    if (s->earliest[block] < s->when[block])
        return;
    for (bool more = true; more;) {
        const uint32_t last = s->open[--s->n_open];
        component[last] = block;
        s->earliest[last] = UINT32_MAX; /* it is in a component */
        more = last != block;
    }
}

static void follow(const struct ga_graph *g, struct search *s, uint32_t *component) {
    while (s->n_path > 0) {
        const uint32_t block = s->path[s->n_path - 1];
        if (s->way[block] == WAYS) {
            leave(s, component);
            continue;
        }
        const int32_t to = g->blocks[block].to[s->way[block]++];
        if (to == GA_NOWHERE)
            continue;
        if (s->when[to] == 0)
            come_to(s, (uint32_t)to);
        else if (s->earliest[to] != UINT32_MAX && s->when[to] < s->earliest[block])
            s->earliest[block] = s->when[to];
    }
}

uint32_t *ga_components(const struct ga_graph *g) {
    const size_t n = g->n_blocks;
    uint32_t *const numbers = calloc(n, 4 * sizeof *numbers), *component = NULL;
    struct search s = {.way = calloc(n, 1)};
    if (numbers && s.way)
        component = malloc(n * sizeof *component);
    if (component) {
        s.when = numbers;
        s.earliest = numbers + n;
        s.open = numbers + 2 * n;
        s.path = numbers + 3 * n;
        for (uint32_t b = 0; b < n; b++)
            if (s.when[b] == 0) {
                come_to(&s, b);
                follow(g, &s, component);
            }
    }
    free(numbers);
    free(s.way);
    return component;
}
