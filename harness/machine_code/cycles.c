/* Every cycle of a function has a branch that goes back to an earlier address. A branch from block t back to block h has as
 * its cycle the blocks on the ways from h to t; the smallest cycle that holds an instruction is its innermost. */
#include "cycles.h"

#include <stdlib.h>
#include <string.h>

static bool ends_block(const struct ga_sass *s) {
    return s->role == GA_ROLE_BRANCH || s->role == GA_ROLE_JUMP || s->role == GA_ROLE_END ||
           s->role == GA_ROLE_MEET;
}

uint32_t ga_at_offset(const struct ga_graph *f, uint32_t offset) {
    const uint32_t alike = offset / GA_SASS_BYTES; /* NVIDIA's are of one size */
    if (alike < f->n && f->code[alike].offset == offset)
        return alike;
    uint32_t low = 0, high = f->n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (f->code[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* AT_ONCE: cycles. TURNS: of a fixed point; code whose blocks are mostly in order takes a few. */
enum { AT_ONCE = 64, TURNS = 16, BARRIERS = UINT8_MAX + 1 };

/* out: leads: of an instruction, n + 1 of them. How many blocks. */
static uint32_t find_leaders(struct ga_graph *f, const struct ga_jumps *jumps, uint8_t *leads) {
    const struct ga_sass *pushed[BARRIERS] = {NULL}; /* of each barrier, the last BSSY by address */
    leads[0] = 1;
    for (size_t k = 0; k < jumps->n; k++)
        leads[ga_at_offset(f, jumps->each[k].to)] = 1;
    for (uint32_t i = 0; i < f->n; i++) {
        struct ga_sass *const s = &f->code[i];
        f->roles[i] = s->role;
        if (s->key.class != GA_CLASS_OTHER)
            f->counted[f->n_counted++] = i;
        if (s->role < GA_ROLE_CALL)
            continue;
        if (s->role == GA_ROLE_PUSH)
            pushed[s->barrier] = s;
        if (s->role == GA_ROLE_MEET) /* where the lanes go from there */
            s->target = pushed[s->barrier] ? pushed[s->barrier]->target
                        : i + 1 < f->n     ? s[1].offset
                                           : UINT32_MAX;
        if (s->role == GA_ROLE_BRANCH || s->role == GA_ROLE_MEET || s->role == GA_ROLE_CALL)
            leads[ga_at_offset(f, s->target)] = 1;
        if (ends_block(s))
            leads[i + 1] = 1;
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->n; i++)
        n += leads[i];
    return n;
}

static void find_blocks(struct ga_graph *f, const uint8_t *leads) {
    for (uint32_t i = 0; i < f->n; i++) {
        struct ga_block *const block = &f->blocks[leads[i] ? f->n_blocks++ : f->n_blocks - 1];
        block->first = leads[i] ? i : block->first;
        block->end = i + 1;
        f->block_of[i] = f->n_blocks - 1;
    }
    for (uint32_t k = 0; k < f->n_counted; k++)
        f->blocks[f->block_of[f->counted[k]]].counts = true;
    for (uint32_t i = ga_next_of(f, GA_ROLE_CALL, 0); i < f->n;
         i = ga_next_of(f, GA_ROLE_CALL, i + 1))
        f->blocks[f->block_of[i]].counts = true;
}

/* The ways of a jump: a block for each but two. next: into jumps, past those of earlier blocks. out: false: none is known. */
static bool link_jump(struct ga_graph *f, uint32_t b, const struct ga_jumps *jumps, size_t *next) {
    const uint32_t end = f->blocks[b].end, n_listed = f->n_blocks;
    struct ga_sass *const last = &f->code[end - 1];
    if (last->role != GA_ROLE_JUMP)
        return false;
    uint32_t at = b, n = 0;
    for (; *next < jumps->n && jumps->each[*next].from <= last->offset; ++*next) {
        const uint32_t target = ga_at_offset(f, jumps->each[*next].to);
        if (jumps->each[*next].from != last->offset || target == f->n)
            continue;
        if (n++ > 0) {
            f->blocks[at].to[1] = (int32_t)f->n_blocks;
            at = f->n_blocks++;
            f->blocks[at] = (struct ga_block){.first = end, .end = end, .to[1] = GA_NOWHERE};
        }
        f->blocks[at].to[0] = (int32_t)f->block_of[target];
    }
    if (n > 0 && last->key.guarded && end < f->n)
        f->blocks[at].to[1] = (int32_t)f->block_of[end];
    last->conditional |= f->n_blocks > n_listed;
    return n > 0;
}

static void link_block(struct ga_graph *f, uint32_t b) {
    struct ga_block *const block = &f->blocks[b];
    const struct ga_sass *const last = &f->code[block->end - 1];
    const bool goes = last->role == GA_ROLE_BRANCH || last->role == GA_ROLE_MEET;
    const uint32_t target = goes ? ga_at_offset(f, last->target) : f->n;
    const bool stays = !ends_block(last) || last->conditional;
    block->to[0] = target < f->n ? (int32_t)f->block_of[target] : GA_NOWHERE;
    block->to[1] = stays && block->end < f->n ? (int32_t)b + 1 : GA_NOWHERE;
}

static void link_blocks(struct ga_graph *f, const struct ga_jumps *jumps) {
    const uint32_t n = f->n_blocks;
    size_t next = 0;
    for (uint32_t b = 0; b < n; b++) {
        f->blocks[b].to[1] = GA_NOWHERE;
        if (!link_jump(f, b, jumps, &next))
            link_block(f, b);
    }
    for (uint32_t b = 0; b < f->n_blocks; b++)
        for (int k = 0; k < 2; k++)
            if (f->blocks[b].to[k] != GA_NOWHERE)
                f->blocks[f->blocks[b].to[k]].n_from++;
    for (uint32_t b = 0, at = 0; b < f->n_blocks; b++) {
        f->blocks[b].from = at;
        at += f->blocks[b].n_from;
        f->blocks[b].n_from = 0;
    }
    for (uint32_t b = 0; b < f->n_blocks; b++)
        for (int k = 0; k < 2; k++)
            if (f->blocks[b].to[k] != GA_NOWHERE) {
                struct ga_block *const to = &f->blocks[f->blocks[b].to[k]];
                f->from[to->from + to->n_from++] = b;
            }
}

uint32_t ga_mark_cycle(const struct ga_graph *f, uint32_t h, uint32_t t) {
    uint32_t n = 0, size = 0;
    memset(f->seen, 0, f->n_blocks);
    f->seen[h] = f->seen[t] = GA_BACKWARD;
    f->stack[n++] = t;
    while (n > 0 && t != h) {
        const struct ga_block *const b = &f->blocks[f->stack[--n]];
        for (uint32_t k = 0; k < b->n_from; k++) {
            const uint32_t from = f->from[b->from + k];
            if (!f->seen[from]) {
                f->seen[from] = GA_BACKWARD;
                f->stack[n++] = from;
            }
        }
    }
    n = 0;
    f->seen[h] = GA_IN_CYCLE;
    f->stack[n++] = h;
    while (n > 0) {
        const struct ga_block *const b = &f->blocks[f->stack[--n]];
        size++;
        for (int k = 0; k < 2; k++)
            if (b->to[k] != GA_NOWHERE && f->seen[b->to[k]] == GA_BACKWARD) {
                f->seen[b->to[k]] = GA_IN_CYCLE;
                f->stack[n++] = (uint32_t)b->to[k];
            }
    }
    return size;
}

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

/* A cycle that block b is in; the smallest stays. */
static void take_one(const struct ga_graph *f, uint32_t b, const struct back_edges *s, uint32_t k,
                     uint32_t size) {
    if (f->innermost[b].size == 0 || size < f->innermost[b].size)
        f->innermost[b] = (struct ga_cycle){s->head[k], s->tail[k], size};
}

static void take_each(const struct ga_graph *f, const struct back_edges *s) {
    for (uint32_t k = 0; k < s->n; k++) {
        const uint32_t size = ga_mark_cycle(f, s->head[k], s->tail[k]);
        if (f->seen[s->tail[k]] == GA_IN_CYCLE) /* the head comes to the tail */
            for (uint32_t b = 0; b < f->n_blocks; b++)
                if (f->blocks[b].counts && f->seen[b] == GA_IN_CYCLE)
                    take_one(f, b, s, k, size);
    }
}

static void take_together(const struct ga_graph *f, const struct back_edges *s) {
    uint32_t size[AT_ONCE];
    count_blocks(f, s, size);
    for (uint32_t b = 0; b < f->n_blocks; b++)
        for (uint32_t k = 0; f->blocks[b].counts && k < s->n; k++)
            if (s->inside[b] & s->inside[s->tail[k]] & (uint64_t)1 << k)
                take_one(f, b, s, k, size[k]);
}

static void take_smallest(const struct ga_graph *f, struct back_edges *s) {
    if (mark_cycles(f, s))
        take_together(f, s);
    else
        take_each(f, s);
}

/* A cycle has no block, and no size, where its head does not come to its tail. */
static void keep_all(const struct ga_graph *f, struct back_edges *s, struct ga_nest *nest) {
    uint32_t size[AT_ONCE];
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
        const bool closed = s->inside[s->tail[k]] >> k & 1;
        nest->cycles[nest->n++] = (struct ga_cycle){s->head[k], s->tail[k], closed ? size[k] : 0};
    }
}

static void take(const struct ga_graph *f, struct back_edges *s, struct ga_nest *nest) {
    if (nest)
        keep_all(f, s, nest);
    else
        take_smallest(f, s);
    s->n = 0;
}

/* Whether a block goes back by one of its ways; those of a jump stand behind all others. */
static bool goes_back(const struct ga_graph *f, uint32_t t, int way) {
    const int32_t h = f->blocks[t].to[way];
    return h != GA_NOWHERE && f->blocks[h].first < f->blocks[t].end;
}

/* nest: all are kept there; NULL: the innermost in the graph. out: false: no memory. */
static bool find_cycles(const struct ga_graph *f, struct ga_nest *nest) {
    uint64_t *const bits = malloc((size_t)f->n_blocks * 3 * sizeof *bits);
    struct back_edges s = {
        .heads = bits, .reaches = bits + f->n_blocks, .inside = bits + 2 * (size_t)f->n_blocks};
    if (!bits)
        return false;
    for (uint32_t t = 0; t < f->n_blocks; t++)
        for (int k = 0; k < 2; k++) {
            if (!goes_back(f, t, k))
                continue;
            s.head[s.n] = (uint32_t)f->blocks[t].to[k];
            s.tail[s.n++] = t;
            if (s.n == AT_ONCE)
                take(f, &s, nest);
        }
    if (s.n > 0)
        take(f, &s, nest);
    free(bits);
    return true;
}

bool ga_nest_make(const struct ga_graph *f, struct ga_nest *nest) {
    uint32_t n = 0;
    for (uint32_t t = 0; t < f->n_blocks; t++)
        for (int k = 0; k < 2; k++)
            n += goes_back(f, t, k);
    *nest = (struct ga_nest){.n_words = (n + AT_ONCE - 1) / AT_ONCE};
    if (n == 0 || (uint64_t)f->n_blocks * nest->n_words > GA_NEST_WORDS)
        return true;
    nest->cycles = malloc(n * sizeof *nest->cycles);
    nest->inside = malloc((size_t)f->n_blocks * nest->n_words * sizeof *nest->inside);
    return nest->cycles && nest->inside && find_cycles(f, nest);
}

void ga_nest_free(struct ga_nest *nest) {
    free(nest->cycles);
    free(nest->inside);
}

static bool make_blocks(struct ga_graph *f, uint32_t n_leaders, const struct ga_jumps *jumps,
                        const uint8_t *leads) {
    const size_t most = n_leaders + jumps->n;
    f->block_of = calloc(f->n, sizeof *f->block_of);
    f->blocks = calloc(most, sizeof *f->blocks);
    f->from = malloc(2 * most * sizeof *f->from);
    f->stack = malloc((most + 1) * sizeof *f->stack);
    f->seen = calloc(most, 1);
    f->innermost = calloc(most, sizeof *f->innermost);
    if (!f->block_of || !f->blocks || !f->from || !f->stack || !f->seen || !f->innermost)
        return false;
    find_blocks(f, leads);
    link_blocks(f, jumps);
    return true;
}

enum ga_status ga_graph_make(struct ga_sass *code, uint32_t n, const struct ga_jumps *jumps,
                             struct ga_graph *f, struct ga_err *err) {
    static const struct ga_jumps none = {0};
    uint8_t *const leads = calloc((size_t)n + 1, 1);
    *f = (struct ga_graph){.code = code, .n = n};
    f->roles = malloc(n);
    f->counted = calloc(n, sizeof *f->counted);
    jumps = jumps ? jumps : &none;
    const bool made = leads && f->roles && f->counted &&
                      make_blocks(f, find_leaders(f, jumps, leads), jumps, leads);
    free(leads);
    if (made && find_cycles(f, NULL))
        return GA_OK;
    ga_graph_free(f);
    return ga_fail(err, GA_ERROR, "no memory for the control flow of %u instructions", n);
}

void ga_graph_free(struct ga_graph *f) {
    free(f->block_of);
    free(f->blocks);
    free(f->from);
    free(f->stack);
    free(f->seen);
    free(f->roles);
    free(f->counted);
    free(f->innermost);
}
