/* Instructions to basic blocks, and these to a graph. */
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

enum { BARRIERS = UINT8_MAX + 1 };

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
    if (made && ga_cycles_find(f))
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
    free(f->nest.cycles);
    free(f->nest.inside);
}
