/* Every cycle of a function has a branch that goes back to an earlier address. A branch from block t back to block h has as
 * its cycle the blocks on the ways from h to t; the smallest cycle that holds an instruction is its innermost. */
#include <stdlib.h>
#include <string.h>

#include "components.h"
#include "cycles.h"

/* AT_ONCE: cycles. TURNS: of a fixed point; code whose blocks are mostly in order takes a few. */
enum { AT_ONCE = 64, TURNS = 16 };

/* In order of size; of one size there may be several. */
static bool is_before(struct ga_cycle a, struct ga_cycle b) {
    return a.size != b.size   ? a.size < b.size
           : a.tail != b.tail ? a.tail < b.tail
                              : a.head < b.head;
}

struct ga_cycle ga_next_cycle(const struct ga_nest *nest, uint32_t block, struct ga_cycle inner) {
    struct ga_cycle next = {0};
    for (uint32_t k = 0; k < nest->n; k++) {
        const struct ga_cycle cycle = nest->cycles[k];
        if (nest->inside[(size_t)block * nest->n_words + k / AT_ONCE] >> k % AT_ONCE & 1 &&
            is_before(inner, cycle) && (next.size == 0 || is_before(cycle, next)))
            next = cycle;
    }
    return next;
}

/* Back edges, a bit each in the words of every block. */
struct back_edges {
    uint32_t head[AT_ONCE], tail[AT_ONCE], n;
    uint64_t *heads;   /* those whose head it is */
    uint64_t *reaches; /* those whose tail it reaches without passing the head */
    uint64_t *inside;  /* those whose cycle it is in */
};

/* As ga_mark_cycle, all cycles at once: until nothing changes. out: false: that takes more than TURNS. */
static bool mark_cycles(const struct ga_graph *f, struct back_edges *s) {
    memset(s->heads, 0, f->n_blocks * sizeof *s->heads);
    memset(s->reaches, 0, f->n_blocks * sizeof *s->reaches);
    for (uint32_t k = 0; k < s->n; k++) {
        const uint64_t bit = (uint64_t)1 << k;
        s->heads[s->head[k]] |= bit;
        s->reaches[s->head[k]] |= bit;
        s->reaches[s->tail[k]] |= bit;
    }
    uint32_t turns = 0;
    for (uint64_t more = 1; more; turns++) {
        if (turns == TURNS)
            return false;
        more = 0;
        for (uint32_t b = f->n_blocks; b-- > 0;) {
            const uint64_t before = s->reaches[b];
            for (int k = 0; k < 2; k++) {
                const int32_t to = f->blocks[b].to[k];
                if (to != GA_NOWHERE)
                    s->reaches[b] |= s->reaches[to] & ~s->heads[to];
            }
            more |= before ^ s->reaches[b];
        }
    }
    memcpy(s->inside, s->heads, f->n_blocks * sizeof *s->inside);
    turns = 0;
    for (uint64_t more = 1; more; turns++) {
        if (turns == TURNS)
            return false;
        more = 0;
        for (uint32_t b = 0; b < f->n_blocks; b++) {
            const struct ga_block *const block = &f->blocks[b];
            const uint64_t before = s->inside[b];
            for (uint32_t k = 0; k < block->n_from; k++)
                s->inside[b] |= s->inside[f->from[block->from + k]] & s->reaches[b];
            more |= before ^ s->inside[b];
        }
    }
    return true;
}

/* out: size: blocks of each cycle. Digit d of all sizes is in one word, to which a block adds all its bits at once. */
static void count_blocks(const struct ga_graph *f, const struct back_edges *s,
                         uint32_t size[AT_ONCE]) {
    uint64_t digits[32] = {0};
    for (uint32_t b = 0; b < f->n_blocks; b++) {
        uint64_t carry = s->inside[b];
        for (uint64_t *digit = digits; carry; digit++) {
            const uint64_t next = *digit & carry;
            *digit ^= carry;
            carry = next;
        }
    }
    for (uint32_t k = 0; k < s->n; k++) {
        size[k] = 0;
        for (uint32_t d = 0; d < 32; d++)
            size[k] |= (uint32_t)(digits[d] >> k & 1) << d;
    }
}

/* The smallest stays. */
static void take_smallest(const struct ga_graph *f, const struct back_edges *s,
                          const uint32_t size[AT_ONCE], uint64_t closed) {
    for (uint32_t b = 0; b < f->n_blocks; b++)
        for (uint64_t in = f->blocks[b].counts ? s->inside[b] & closed : 0; in; in &= in - 1) {
            const uint32_t k = (uint32_t)__builtin_ctzll(in);
            if (f->innermost[b].size == 0 || size[k] < f->innermost[b].size)
                f->innermost[b] = (struct ga_cycle){s->head[k], s->tail[k], size[k]};
        }
}

/* A cycle has no block, and no size, where its head does not come to its tail. */
static void take(struct ga_graph *f, struct back_edges *s) {
    struct ga_nest *const nest = &f->nest;
    uint32_t size[AT_ONCE];
    uint64_t closed = 0;
    if (!mark_cycles(f, s)) {
        memset(s->inside, 0, f->n_blocks * sizeof *s->inside);
        for (uint32_t k = 0; k < s->n; k++) {
            ga_mark_cycle(f, s->head[k], s->tail[k]);
            for (uint32_t b = 0; b < f->n_blocks; b++)
                s->inside[b] |= (uint64_t)(f->seen[b] == GA_IN_CYCLE) << k;
        }
    }
    count_blocks(f, s, size);
    for (uint32_t b = 0; b < f->n_blocks; b++)
        nest->inside[(size_t)b * nest->n_words + nest->n / AT_ONCE] = s->inside[b];
    for (uint32_t k = 0; k < s->n; k++) {
        const uint64_t own = s->inside[s->tail[k]] & (uint64_t)1 << k;
        closed |= own;
        nest->cycles[nest->n++] = (struct ga_cycle){s->head[k], s->tail[k], own ? size[k] : 0};
    }
    take_smallest(f, s, size, closed);
    s->n = 0;
}

/* Whether a block goes back by one of its ways, and comes to itself by it, if that is known; those of a jump stand behind all
 * others. */
static bool goes_back(const struct ga_graph *f, const uint32_t *component, uint32_t t, int way) {
    const int32_t h = f->blocks[t].to[way];
    return h != GA_NOWHERE && f->blocks[h].first < f->blocks[t].end &&
           (!component || component[h] == component[t]);
}

/* out: words of a block with a bit for each cycle; n: how many there may be. */
static uint64_t count_words(const struct ga_graph *f, const uint32_t *component, uint32_t *n) {
    *n = 0;
    for (uint32_t t = 0; t < f->n_blocks; t++)
        for (int k = 0; k < 2; k++)
            *n += goes_back(f, component, t, k);
    return ((uint64_t)*n + AT_ONCE - 1) / AT_ONCE;
}

/* out: false: no memory. */
static bool find_cycles(struct ga_graph *f, const uint32_t *component) {
    uint64_t *const bits = malloc((size_t)f->n_blocks * 3 * sizeof *bits);
    struct back_edges s = {
        .heads = bits, .reaches = bits + f->n_blocks, .inside = bits + 2 * (size_t)f->n_blocks};
    if (!bits)
        return false;
    for (uint32_t t = 0; t < f->n_blocks; t++)
        for (int k = 0; k < 2; k++) {
            if (!goes_back(f, component, t, k))
                continue;
            s.head[s.n] = (uint32_t)f->blocks[t].to[k];
            s.tail[s.n++] = t;
            if (s.n == AT_ONCE)
                take(f, &s);
        }
    if (s.n > 0)
        take(f, &s);
    free(bits);
    return true;
}

/* All blocks of a component are in one cycle: of its branches back to its first block, the last. */
static bool take_components(const struct ga_graph *f, const uint32_t *component) {
    struct ga_cycle *const of = calloc(f->n_blocks, sizeof *of);
    uint32_t *const n = calloc(f->n_blocks, sizeof *n); /* blocks */
    for (uint32_t t = 0; of && n && t < f->n_blocks; t++) {
        struct ga_cycle *const cycle = &of[component[t]];
        n[component[t]]++;
        for (int k = 0; k < 2; k++)
            if (goes_back(f, component, t, k) &&
                (cycle->size == 0 || (uint32_t)f->blocks[t].to[k] <= cycle->head))
                *cycle = (struct ga_cycle){(uint32_t)f->blocks[t].to[k], t, 1};
    }
    for (uint32_t b = 0; of && n && b < f->n_blocks; b++)
        if (f->blocks[b].counts && of[component[b]].size > 0) {
            f->innermost[b] = of[component[b]];
            f->innermost[b].size = n[component[b]];
        }
    const bool taken = of && n;
    free(of);
    free(n);
    return taken;
}

/* Blocks that do not come to themselves are looked for where there is much to gain. own: caller, free(*component). out: false: no
 * memory. */
static bool count_cycles(const struct ga_graph *f, uint32_t **component, uint32_t *n,
                         uint64_t *n_words) {
    enum { FEW = 1 << 20 };
    *component = NULL;
    *n_words = count_words(f, NULL, n);
    if (f->n_blocks * *n_words <= FEW)
        return true;
    *component = ga_components(f);
    if (*component)
        *n_words = count_words(f, *component, n);
    return *component;
}

static bool make_nest(struct ga_graph *f, const uint32_t *component, uint32_t n, uint64_t n_words) {
    struct ga_nest *const nest = &f->nest;
    nest->n_words = (uint32_t)n_words;
    nest->cycles = malloc(n * sizeof *nest->cycles);
    nest->inside = malloc((size_t)f->n_blocks * nest->n_words * sizeof *nest->inside);
    return nest->cycles && nest->inside && find_cycles(f, component);
}

bool ga_cycles_find(struct ga_graph *f) {
    uint32_t *component = NULL, n = 0;
    uint64_t n_words = 0;
    bool found = count_cycles(f, &component, &n, &n_words);
    if (found && n > 0)
        found = f->n_blocks * n_words > GA_NEST_WORDS ? take_components(f, component)
                                                      : make_nest(f, component, n, n_words);
    free(component);
    return found;
}
