/* Looks for many registers at once, a set in each block. Where no register is followed into what is called, the whole function is
 * searched, and no predicate counts, the order does not matter. */
#include "sweep.h"

#include <string.h>

/* Of each block: the registers that came to its beginning, and those of them that are not looked for yet in the blocks before. */
enum { WORDS = GA_REGISTERS / 64 };
struct sets {
    uint64_t entered[WORDS], pending[WORDS];
};

/* They take the room of `entered`. */
static struct sets *sets_of(const struct ga_dataflow *s, uint32_t block) {
    return (struct sets *)(void *)s->entered + block;
}

static bool is_pending(const struct sets *sets) {
    uint64_t any = 0;
    for (unsigned w = 0; w < WORDS; w++)
        any |= sets->pending[w];
    return any;
}

void ga_sweep_enter(struct ga_dataflow *s, uint32_t block, unsigned word, uint64_t regs) {
    struct sets *const sets = sets_of(s, block);
    regs &= ~sets->entered[word];
    if (!regs)
        return;
    if (!is_pending(sets))
        s->g->stack[s->n_stacked++] = block;
    sets->entered[word] |= regs;
    sets->pending[word] |= regs;
}

/* Looks for registers from a block's end on. Most blocks write few of them. */
static void pass_block(struct ga_dataflow *s, uint32_t block, const uint64_t *regs) {
    const struct ga_block *const b = &s->g->blocks[block];
    const uint8_t *const written = s->written + (size_t)block * GA_REGISTER_BYTES;
    for (unsigned w = 0; w < WORDS; w++) {
        uint64_t own = 0;
        if (regs[w] == 0)
            continue;
        memcpy(&own, written + w * sizeof own, sizeof own);
        const uint64_t past = regs[w] & ~own,
                       cost = (uint64_t)__builtin_popcountll(past) * (b->end - b->first);
        s->left -= cost < s->left ? cost : s->left;
        ga_sweep_enter(s, block, w, past);
        for (uint64_t rest = regs[w] & own; rest; rest &= rest - 1) {
            const unsigned reg = w * 64 + (unsigned)__builtin_ctzll(rest);
            ga_dataflow_step(s, (struct ga_pending){block, b->end, (uint16_t)reg, false});
        }
    }
    ga_dataflow_steps(s);
}

static void pass_pending(struct ga_dataflow *s, uint32_t block) {
    struct sets *const sets = sets_of(s, block);
    const struct ga_block *const b = &s->g->blocks[block];
    uint64_t regs[WORDS];
    memcpy(regs, sets->pending, sizeof regs);
    memset(sets->pending, 0, sizeof regs);
    for (uint32_t k = 0; k < b->n_from; k++)
        pass_block(s, s->g->from[b->from + k], regs);
}

void ga_dataflow_finish(struct ga_dataflow *s) {
    const uint32_t n = s->g->n_blocks;
    s->sweeps = s->n_callees == 0 && s->asks == GA_ASKS_NOTHING && s->head == n;
    if (s->sweeps && s->swept_in != s->n_searches)
        memset(sets_of(s, 0), 0, n * sizeof(struct sets));
    if (s->sweeps)
        s->swept_in = s->n_searches;
    s->n_stacked = 0;
    ga_dataflow_steps(s);
    while (s->n_stacked > 0 && s->left > 0 && !s->failed)
        pass_pending(s, s->g->stack[--s->n_stacked]);
    s->sweeps = false;
}
