#include "merges.h"

#include <string.h>

#include "reach.h"

enum { NEAR = 4096 }; /* instructions to look at for a sum, or a condition */

enum { MOST_FORKS = 2 * GA_MOST_READS };

/* Reads that a sum comes from, and blocks whose branch asks whether it is zero: those of the reads, and those right before
 * the atomic's. */
struct origin {
    uint32_t reads[GA_MOST_READS], n_reads;
    uint32_t forks[MOST_FORKS], n_forks;
};

static void mark(const struct ga_graph *g, int32_t block, uint8_t way, uint32_t *n) {
    if (block == GA_NOWHERE || g->seen[block] & way)
        return;
    g->seen[block] |= way;
    g->stack[(*n)++] = (uint32_t)block;
}

/* Marks the blocks that each of a branch's two ways comes to before it comes back to it, which it is on neither: 1, 2. */
static void mark_ways(const struct ga_graph *g, uint32_t fork) {
    memset(g->seen, 0, g->n_blocks);
    for (int k = 0; k < 2; k++) {
        uint32_t n = 0;
        mark(g, g->blocks[fork].to[k], (uint8_t)(1 << k), &n);
        while (n > 0) {
            const uint32_t b = g->stack[--n];
            for (int to = 0; to < 2 && b != fork; to++)
                mark(g, g->blocks[b].to[to], (uint8_t)(1 << k), &n);
        }
    }
    g->seen[fork] = 0;
}

/* Of the ways marked last. */
static bool is_on_one(const struct ga_graph *g, uint32_t block) {
    return g->seen[block] == 1 || g->seen[block] == 2;
}

/* Whether the condition of a branch, or of what is guarded, asks whether the sum is zero. out: passed: what it comes from. */
static bool hangs_on(struct ga_dataflow *s, uint32_t i, const struct origin *sum) {
    ga_dataflow_begin(s, GA_ASKS_ZERO, NEAR);
    ga_dataflow_add_condition(s, i);
    for (uint32_t k = 0; k < sum->n_reads; k++)
        if (ga_dataflow_has(s, sum->reads[k]))
            return true;
    return false;
}

/* Whether a block is on one way alone of a branch that goes by the sum. */
static bool is_behind(struct ga_dataflow *s, uint32_t block, const struct origin *sum) {
    bool is = false;
    for (uint32_t k = 0; k < sum->n_forks && !is; k++) {
        mark_ways(s->g, sum->forks[k]);
        is = is_on_one(s->g, block);
    }
    ga_dataflow_of_all(s);
    return is;
}

/* Whether a part of what was followed last, the condition of a block, is written on one way alone of a branch that goes by
 * the sum, and the block is on both: place = sum > 0 ? look_up() : -1. */
static bool is_chosen(struct ga_dataflow *s, uint32_t block, const struct origin *sum) {
    const struct ga_graph *const g = s->g;
    bool is = false;
    for (uint32_t k = 0; k < sum->n_forks && !is; k++) {
        mark_ways(g, sum->forks[k]);
        for (uint32_t i = ga_dataflow_next(s, 0); i < g->n && !is && !is_on_one(g, block);
             i = ga_dataflow_next(s, i + 1))
            is = is_on_one(g, g->block_of[i]);
    }
    ga_dataflow_of_all(s);
    return is;
}

/* Follows what i adds; asks: with what it is chosen by. out: whether all of it is read from shared memory. */
static bool is_shared(struct ga_dataflow *s, uint32_t i, enum ga_asks asks) {
    const struct ga_graph *const g = s->g;
    ga_dataflow_begin(s, asks, NEAR);
    ga_dataflow_add(s, i, g->code[i].value);
    for (uint32_t k = 0; k < s->n_reads; k++)
        if (g->code[s->reads[k]].role != GA_ROLE_LOAD_SHARED)
            return false;
    return s->left > 0 && s->n_reads > 0;
}

/* out: false: what i adds does not come from shared memory alone. What it is chosen by is no part of the sum. */
static bool find_sum(struct ga_dataflow *s, uint32_t i, struct origin *sum) {
    if (!is_shared(s, i, GA_ASKS_ALL) || !is_shared(s, i, GA_ASKS_NOTHING))
        return false;
    sum->n_reads = s->n_reads;
    memcpy(sum->reads, s->reads, s->n_reads * sizeof *s->reads);
    return true;
}

static void add_fork(struct ga_dataflow *s, uint32_t block, struct origin *sum) {
    const uint32_t last = s->g->blocks[block].end - 1;
    if (s->g->code[last].conditional && sum->n_forks < MOST_FORKS && hangs_on(s, last, sum))
        sum->forks[sum->n_forks++] = block;
}

/* Whether what was followed last is one sum of what was read, copied or of another type: that is zero where its parts are. */
static bool is_one_sum(const struct ga_dataflow *s) {
    uint32_t adds = 0;
    for (uint32_t i = ga_dataflow_next(s, 0); i < s->g->n; i = ga_dataflow_next(s, i + 1)) {
        const struct ga_sass *const in = &s->g->code[i];
        if (ga_dataflow_loads(in) || in->key.class == GA_CLASS_ATOMIC)
            continue;
        if (in->role != GA_ROLE_CONVERT && (in->role < GA_ROLE_MOVE || in->role > GA_ROLE_ADD_BF16))
            return false;
        adds += in->role >= GA_ROLE_ADD_INTEGER && in->role <= GA_ROLE_ADD_BF16;
    }
    return adds == 1;
}

/* Whether loop i of a compare-and-swap adds to what it reads what shared memory holds: of zero it changes nothing, and nobody
 * else has to try again. Which words of it atomics add to is not looked at. */
static bool is_added_in_loop(struct ga_dataflow *s, uint32_t i) {
    const struct ga_sass *const code = s->g->code;
    uint32_t n = 0, read[GA_MOST_READS], n_sums = 0;
    ga_dataflow_begin(s, GA_ASKS_NOTHING, NEAR);
    ga_dataflow_add(s, i, code[i].compare);
    for (; n < s->n_reads; n++)
        read[n] = s->reads[n];
    ga_dataflow_begin(s, GA_ASKS_NOTHING, NEAR);
    ga_dataflow_add(s, i, code[i].value);
    for (uint32_t k = 0; k < s->n_reads; k++) {
        uint32_t old = 0;
        while (old < n && read[old] != s->reads[k])
            old++;
        if (old == n && code[s->reads[k]].role != GA_ROLE_LOAD_SHARED)
            return false;
        n_sums += old == n;
    }
    return s->left > 0 && n_sums > 0 && s->n_reads < GA_MOST_READS && is_one_sum(s);
}

/* Whether what i adds to device memory comes from shared memory alone, and is left out by its value: a sum of zero. */
static bool is_skipped(struct ga_dataflow *s, uint32_t i) {
    const struct ga_graph *const g = s->g;
    const uint32_t block = g->block_of[i], n_from = g->blocks[block].n_from;
    const uint32_t *const from = g->from + g->blocks[block].from;
    struct origin sum = {.n_forks = 0};
    if (!find_sum(s, i, &sum))
        return false;
    for (uint32_t k = 0; k < sum.n_reads; k++)
        add_fork(s, g->block_of[sum.reads[k]], &sum);
    for (uint32_t k = 0; k < n_from; k++)
        add_fork(s, from[k], &sum);
    if (is_behind(s, block, &sum))
        return true;
    bool is = g->code[i].key.guarded && (hangs_on(s, i, &sum) || is_chosen(s, block, &sum));
    for (uint32_t k = 0; k < n_from && !is; k++) {
        const uint32_t last = g->blocks[from[k]].end - 1;
        is = g->code[last].conditional && !hangs_on(s, last, &sum) && is_chosen(s, from[k], &sum);
    }
    return is;
}

static bool is_of_device(const struct ga_sass *in) {
    return (in->key.class == GA_CLASS_ATOMIC || in->key.class == GA_CLASS_REDUCTION) &&
           (in->key.space == GA_SPACE_DEVICE || in->key.space == GA_SPACE_GENERIC);
}

static bool gives(const struct ga_sass *in) { return is_of_device(in) && in->key.used; }

/* All values that are stored to shared memory, followed at once: which atomics they come from. */
static void share(struct ga_sass *code, struct ga_dataflow *s) {
    const struct ga_graph *const g = s->g;
    enum { MOST = 1 << 20 };
    ga_dataflow_begin(s, GA_ASKS_NOTHING, MOST);
    ga_dataflow_add_stored(s);
    for (uint32_t k = 0; k < g->n_counted; k++) {
        struct ga_sass *const in = &code[g->counted[k]];
        in->key.shares = s->left > 0 && gives(in) && s->passed[g->counted[k]];
    }
}

/* Reads of shared memory that a condition asks of. */
enum { MOST_ASKED = 64 };
struct asked {
    uint32_t reads[MOST_ASKED], n;
    bool more; /* than are kept */
};

static void find_asked(struct ga_dataflow *s, uint32_t i, struct asked *asked) {
    if (!s->g->code[i].conditional && !s->g->code[i].key.guarded)
        return;
    ga_dataflow_begin(s, GA_ASKS_ZERO, NEAR);
    ga_dataflow_add_condition(s, i);
    for (uint32_t k = 0; k < s->n_reads && asked->n < MOST_ASKED; k++)
        if (s->g->roles[s->reads[k]] == GA_ROLE_LOAD_SHARED)
            asked->reads[asked->n++] = s->reads[k];
    asked->more |= s->n_reads == GA_MOST_READS || asked->n == MOST_ASKED;
}

/* Of conditions right before atomics on device memory, their own, and those of blocks that read shared memory. */
static void find_all_asked(struct ga_dataflow *s, struct asked *asked) {
    const struct ga_graph *const g = s->g;
    uint32_t last = g->n_blocks;
    for (uint32_t k = 0; k < g->n_counted; k++) {
        const uint32_t i = g->counted[k], block = g->block_of[i];
        const struct ga_block *const b = &g->blocks[block];
        if (!is_of_device(&g->code[i]))
            continue;
        if (g->code[i].key.guarded)
            find_asked(s, i, asked);
        for (uint32_t f = 0; f < b->n_from && block != last; f++)
            find_asked(s, g->blocks[g->from[b->from + f]].end - 1, asked);
        last = block;
    }
    last = g->n_blocks;
    for (uint32_t i = ga_next_of(g, GA_ROLE_LOAD_SHARED, 0); i < g->n;
         i = ga_next_of(g, GA_ROLE_LOAD_SHARED, i + 1)) {
        if (g->block_of[i] != last)
            find_asked(s, g->blocks[g->block_of[i]].end - 1, asked);
        last = g->block_of[i];
    }
}

/* Whether a sum of shared memory may be left out of what is added to device memory: a condition asks of what it may come from.
 * Otherwise there is no need to follow each of the sums, most of them as far as NEAR. */
static bool may_skip(struct ga_dataflow *s) {
    struct asked asked = {.n = 0};
    bool adds = false;
    for (uint32_t k = 0; k < s->g->n_counted; k++) {
        const struct ga_sass *const in = &s->g->code[s->g->counted[k]];
        if (is_of_device(in) && in->key.operation == GA_OP_CAS && in->key.adds && !in->key.fused)
            return true;
        adds |= is_of_device(in) && in->key.operation == GA_OP_ADD;
    }
    if (!adds || ga_next_of(s->g, GA_ROLE_LOAD_SHARED, 0) == s->g->n)
        return false;
    find_all_asked(s, &asked);
    ga_dataflow_forget(s);
    for (uint32_t k = 0; k < asked.n; k++)
        ga_dataflow_pass(s, asked.reads[k]);
    return asked.more || ga_may_reach(s, GA_IN_SUMS);
}

void ga_merges(struct ga_sass *code, struct ga_dataflow *s) {
    const struct ga_graph *const g = s->g;
    bool adds = false;
    for (uint32_t k = 0; k < g->n_counted; k++) {
        const struct ga_sass_key *const key = &code[g->counted[k]].key;
        adds |= key->class == GA_CLASS_ATOMIC && key->space == GA_SPACE_SHARED;
    }
    ga_dataflow_of_all(s);
    if (ga_may_each_reach(s, gives, GA_IN_SHARED))
        share(code, s);
    if (!adds || !may_skip(s))
        return;
    for (uint32_t k = 0; k < g->n_counted; k++) {
        const uint32_t i = g->counted[k];
        code[i].key.skips =
            is_of_device(&code[i]) &&
            ((code[i].key.operation == GA_OP_ADD && is_skipped(s, i)) ||
             (code[i].key.operation == GA_OP_CAS && code[i].key.adds && is_added_in_loop(s, i)));
    }
}
