/* A wait ends when at most n accesses of a counter are outstanding, so that all but the last n that came before it are done.
 * If r of these n go, it has to ask for n - r, to be sure of the same ones. r is the most of all ways that lead to the
 * wait: a lower number is always right, and waits at most longer.
 *
 * Of every block it is known, of each counter and m, how many of the last m accesses before it go, at most. An access that
 * may not be counted does not move those before it further away, if it stays; if it goes, it counts. What a wait has seen done
 * plays no part any more. Ways end where nobody knows how they go on: then instructions that a wait for more than 0 may
 * count stay. A wait counts no instruction of another function: compilers know none of those.
 *
 * s_nop waits for as many cycles as it has words, at least as long as what it stands for is in the way. A clause, which
 * has instructions of one kind, begins with one of them; s_nop may be inside (LLVM's SIInsertHardClauses). s_delay_alu,
 * which counts instructions, is a hint. */
#include "waits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cycles.h"
#include "gfx_counters.h"

struct point {
    uint8_t bytes, format; /* bytes: 0 for all but the last result of an instruction */
    struct ga_gfx_counts counts;
    uint8_t most[GA_N_GFX_COUNTERS];
    bool goes;
};

struct ga_gfx_plan {
    struct ga_graph graph;
    enum ga_gfx_generation generation;
    struct point *points; /* of graph.n */
    uint8_t stay;         /* counters whose instructions have to */
    bool asked;           /* for one of them */
    bool any_goes;
    char why[96];
};

/* [counter][m]: of the last m accesses, how many go. */
struct before {
    uint8_t gone[GA_N_GFX_COUNTERS][GA_GFX_ANY];
};

static void take_words(const uint8_t *at, uint32_t *w, unsigned bytes) {
    memset(w, 0, sizeof *w * GA_GFX_WORDS);
    memcpy(w, at, bytes);
}

static void measure(struct ga_gfx_plan *p, const struct ga_function *function) {
    const struct ga_graph *const g = &p->graph;
    for (uint32_t i = 0; i < g->n; i++) {
        struct point *const point = &p->points[i];
        const size_t at = g->code[i].offset,
                     end = i + 1 < g->n ? g->code[i + 1].offset : function->code.n;
        enum ga_gfx_format format = GA_GFX_UNKNOWN;
        uint32_t w[GA_GFX_WORDS];
        *point = (struct point){.bytes = (uint8_t)(end - at)};
        take_words(function->code.at + at, w, point->bytes);
        ga_gfx_length(w, p->generation, &format);
        point->format = (uint8_t)format;
        const bool known = ga_gfx_waits(w, p->generation, format, point->most);
        if (point->bytes > 0)
            point->counts = ga_gfx_counts(w, p->generation, format);
        if (known || *p->why)
            continue;
        p->stay = UINT8_MAX;
        snprintf(p->why, sizeof p->why, "a wait that is not understood, at 0x%04zx", at);
    }
}

/* Of a function that is called, s[30:31] is where it returns to, unless it is made here. */
static bool makes_return(const struct ga_gfx_plan *p, const struct ga_function *function) {
    static const uint8_t getpc[GA_N_GFX] = {28, 28, 31, 71, 71};
    enum { RETURN = 30 };
    for (uint32_t i = 0; i < p->graph.n; i++) {
        uint32_t w[GA_GFX_WORDS];
        take_words(function->code.at + p->graph.code[i].offset, w, p->points[i].bytes);
        if (p->points[i].format == GA_GFX_SOP1 && (w[0] >> 8 & 0xff) == getpc[p->generation] &&
            (w[0] >> 16 & 0x7f) == RETURN)
            return true;
    }
    return false;
}

/* Branches that only hand-written code has: forks, and loops over halves of a wave. */
static bool is_odd(const struct ga_gfx_plan *p, uint32_t i, uint32_t w) {
    static const uint8_t first[GA_N_GFX] = {16, 16, 27, 22, 22}, n[GA_N_GFX] = {1, 1, 2, 2, 0};
    enum { G_FORK = 41 };
    const unsigned format = p->points[i].format, sopk = (w >> 23 & 31) - first[p->generation];
    return (format == GA_GFX_SOPK && sopk < n[p->generation]) ||
           (format == GA_GFX_SOP2 && p->generation <= GA_GFX940 && (w >> 23 & 0x7f) == G_FORK);
}

static void follow(struct ga_gfx_plan *p, const struct ga_function *function) {
    enum { RETURN = 30 };
    const struct ga_sass *const code = p->graph.code;
    const bool returns = !makes_return(p, function);
    uint8_t counted = 0; /* by waits for more than 0 */
    for (uint32_t i = 0; i < p->graph.n; i++)
        for (int c = 0; c < GA_N_GFX_COUNTERS; c++)
            if (p->points[i].most[c] > 0 && p->points[i].most[c] < GA_GFX_ANY)
                counted |= (uint8_t)(1 << c);
    for (uint32_t i = 0; i < p->graph.n && counted != 0 && !*p->why; i++) {
        uint32_t w[GA_GFX_WORDS];
        take_words(function->code.at + code[i].offset, w, p->points[i].bytes);
        const bool away = code[i].role == GA_ROLE_JUMP && !(returns && code[i].source[0] == RETURN);
        const bool leaves = code[i].role == GA_ROLE_BRANCH && /* the function */
                            p->graph.blocks[p->graph.block_of[i]].to[0] == GA_NOWHERE;
        if (!away && !leaves && !is_odd(p, i, *w))
            continue;
        p->stay = counted;
        snprintf(p->why, sizeof p->why,
                 "where it goes at 0x%04x is not known, and a wait may count it there",
                 code[i].offset);
    }
}

enum ga_status ga_gfx_plan_make(const struct ga_function *function, struct ga_sass *code, size_t n,
                                struct ga_gfx_plan **plan, struct ga_err *err) {
    struct ga_gfx_plan *const p = calloc(1, sizeof *p);
    *plan = p;
    if (p)
        p->points = calloc(n, sizeof *p->points);
    if (!p || !p->points) {
        free(p);
        *plan = NULL;
        return ga_fail(err, GA_ERROR, "no memory for the waits of %zu instructions", n);
    }
    p->generation = (enum ga_gfx_generation)function->generation;
    const enum ga_status status = ga_graph_make(code, (uint32_t)n, NULL, &p->graph, err);
    if (status != GA_OK) {
        free(p->points);
        free(p);
        *plan = NULL;
        return status;
    }
    measure(p, function);
    follow(p, function);
    return GA_OK;
}

void ga_gfx_plan_free(struct ga_gfx_plan *p) {
    if (!p)
        return;
    ga_graph_free(&p->graph);
    free(p->points);
    free(p);
}

bool ga_gfx_plan_may(struct ga_gfx_plan *p, size_t i, bool asked) {
    const struct ga_gfx_counts *const counts = &p->points[i].counts;
    const bool stays = (counts->surely | counts->perhaps) & p->stay;
    p->asked |= stays && asked;
    return !stays;
}

const char *ga_gfx_plan_refused(const struct ga_gfx_plan *p) { return p->asked ? p->why : NULL; }

bool ga_gfx_plan_remove(struct ga_gfx_plan *p, size_t i) {
    const bool was = p->points[i].goes;
    p->points[i].goes = p->any_goes = true;
    return !was;
}

static void pass(struct before *b, const struct point *point) {
    const unsigned counts = point->counts.surely | (point->goes ? point->counts.perhaps : 0U);
    for (int c = 0; c < GA_N_GFX_COUNTERS; c++) {
        uint8_t *const gone = b->gone[c];
        if (counts >> c & 1)
            for (unsigned m = GA_GFX_ANY - 1; m > 0; m--)
                gone[m] = (uint8_t)(gone[m - 1] + point->goes);
        for (unsigned m = point->most[c] + 1U; m < GA_GFX_ANY; m++)
            gone[m] = gone[point->most[c]];
    }
}

/* out: whether `to` has more now. */
static bool join(struct before *to, const struct before *from) {
    bool more = false;
    for (int c = 0; c < GA_N_GFX_COUNTERS; c++)
        for (int m = 1; m < GA_GFX_ANY; m++)
            if (to->gone[c][m] < from->gone[c][m]) {
                to->gone[c][m] = from->gone[c][m];
                more = true;
            }
    return more;
}

static void pass_all(const struct ga_gfx_plan *p, struct before *at) {
    const struct ga_graph *const g = &p->graph;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t b = 0; b < g->n_blocks; b++) {
            struct before now = at[b];
            for (uint32_t i = g->blocks[b].first; i < g->blocks[b].end; i++)
                pass(&now, &p->points[i]);
            for (int k = 0; k < 2; k++)
                if (g->blocks[b].to[k] != GA_NOWHERE)
                    more |= join(&at[g->blocks[b].to[k]], &now);
        }
    }
}

/* out: whether the wait changed. */
static bool lower(const struct ga_gfx_plan *p, uint32_t i, const struct before *b, uint8_t *bytes) {
    const struct point *const point = &p->points[i];
    uint8_t *const at = bytes + p->graph.code[i].offset;
    bool lowers = false;
    uint32_t w;
    memcpy(&w, at, sizeof w);
    for (int c = 0; c < GA_N_GFX_COUNTERS; c++) {
        const unsigned most = point->most[c];
        if (most == GA_GFX_ANY || b->gone[c][most] == 0)
            continue;
        ga_gfx_set_wait(&w, p->generation, (enum ga_gfx_format)point->format,
                        (enum ga_gfx_counter)c, most - b->gone[c][most]);
        lowers = true;
    }
    memcpy(at, &w, sizeof w);
    return lowers;
}

static void put_word(uint8_t *at, uint32_t w) { memcpy(at, &w, sizeof w); }

/* Clause i, of n instructions: it begins before the first that stays, and ends with the last. */
static void shorten(const struct ga_gfx_plan *p, uint32_t i, unsigned n, uint8_t *bytes) {
    const struct ga_sass *const code = p->graph.code;
    uint32_t first = 0, words = 0, last_words = 0, stay = 0, go = 0;
    for (uint32_t k = i + 1; k < p->graph.n && n > 0; k++) {
        if (p->points[k].bytes == 0)
            continue;
        n--;
        go += p->points[k].goes;
        if (p->points[k].goes) {
            words += p->points[k].bytes / GA_GFX_BYTES;
            continue;
        }
        first = stay++ == 0 ? k : first;
        words = stay == 1 ? 1 : words + 1;
        last_words = words;
    }
    if (go == 0)
        return;
    uint8_t *const at = bytes + code[i].offset;
    uint32_t w;
    memcpy(&w, at, sizeof w);
    put_word(at, GA_GFX_NOP);
    if (stay > 1 && last_words <= GA_GFX_MOST_CLAUSE)
        put_word(bytes + code[first].offset - GA_GFX_BYTES, ga_gfx_clause_of(w, last_words));
}

static void put_nops(const struct ga_gfx_plan *p, uint8_t *bytes) {
    for (uint32_t i = 0; i < p->graph.n; i++)
        for (unsigned k = 0; p->points[i].goes && k < p->points[i].bytes; k += GA_GFX_BYTES)
            put_word(bytes + p->graph.code[i].offset + k, GA_GFX_NOP);
    for (uint32_t i = 0; i < p->graph.n; i++) {
        uint32_t w;
        unsigned n = 0;
        memcpy(&w, bytes + p->graph.code[i].offset, sizeof w);
        if (ga_gfx_is_clause(w, p->generation, (enum ga_gfx_format)p->points[i].format, &n))
            shorten(p, i, n, bytes);
    }
}

enum ga_status ga_gfx_plan_do(struct ga_gfx_plan *p, uint8_t *bytes, uint32_t *n_waits,
                              struct ga_err *err) {
    const struct ga_graph *const g = &p->graph;
    *n_waits = 0;
    if (!p->any_goes)
        return GA_OK;
    struct before *const at = calloc(g->n_blocks, sizeof *at);
    if (!at)
        return ga_fail(err, GA_ERROR, "no memory for the waits of %u instructions", g->n);
    pass_all(p, at);
    for (uint32_t b = 0; b < g->n_blocks; b++)
        for (uint32_t i = g->blocks[b].first; i < g->blocks[b].end; i++) {
            *n_waits += lower(p, i, &at[b], bytes);
            pass(&at[b], &p->points[i]);
        }
    free(at);
    put_nops(p, bytes);
    return GA_OK;
}
