#include "left.h"

/* Of constants, and of no register, one each, as registers are that are compared. */
enum { OF_CONSTANT = 254 };

bool ga_left_is_copied(const struct ga_left *left, unsigned reg) {
    return left->copied[reg / 8] >> reg % 8 & 1;
}

/* One of 8 GA_LEFT_BYTES bits: two words may share one. */
static unsigned mark_of(enum ga_sass_space memory, unsigned reg, int32_t displacement) {
    const uint32_t at = (uint32_t)displacement * 2654435761U + reg * 40503U + memory;
    return (at ^ at >> 15) % (8 * GA_LEFT_BYTES);
}

/* Where something is read or written, by its register, or by what is copied there; false: it is not known. */
static bool find_mark(const struct ga_sass *in, bool copied, unsigned *mark) {
    const enum ga_sass_space memory = ga_sass_memory(in);
    const bool has_base = in->source[0] != GA_NO_REGISTER;
    *mark = mark_of(memory, copied ? OF_CONSTANT : in->source[0], has_base ? in->displacement : 0);
    return in->is_plain || (!has_base && memory == GA_SPACE_SHARED);
}

static void put(struct ga_left *left, const struct ga_sass *in) {
    unsigned mark = 0;
    for (unsigned copied = 0; copied <= ga_left_is_copied(left, in->source[0]); copied++)
        if (find_mark(in, copied, &mark))
            left->loads[mark / 8] |= (uint8_t)(1 << mark % 8);
}

static void find_loads(struct ga_left *left, const struct ga_graph *g) {
    for (uint32_t i = 0; i < g->n; i++)
        if (g->code[i].constant && g->code[i].destination < GA_NO_REGISTER)
            left->copied[g->code[i].destination / 8] |= (uint8_t)(1 << g->code[i].destination % 8);
    for (int role = GA_ROLE_LOAD; role <= GA_ROLE_LOAD_SHARED; role++)
        for (uint32_t i = ga_next_of(g, (uint8_t)role, 0); i < g->n;
             i = ga_next_of(g, (uint8_t)role, i + 1))
            put(left, &g->code[i]);
    left->known = true;
}

bool ga_left_may_be_read(struct ga_left *left, const struct ga_graph *g, uint32_t i) {
    const struct ga_sass *const in = &g->code[i];
    bool may = false;
    unsigned mark = 0;
    if ((in->key.class != GA_CLASS_ATOMIC && in->key.class != GA_CLASS_REDUCTION) ||
        ga_sass_memory(in) == GA_SPACE_NONE || !find_mark(in, false, &mark))
        return false;
    if (!left->known)
        find_loads(left, g);
    for (unsigned copied = 0; copied <= ga_left_is_copied(left, in->source[0]); copied++)
        may |= find_mark(in, copied, &mark) && left->loads[mark / 8] >> mark % 8 & 1;
    return may;
}
