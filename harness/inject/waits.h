/* Instructions of AMD's machine code that are to go, and the waits that count them. */
#ifndef GA_WAITS_H
#define GA_WAITS_H

#include "cubin.h"
#include "sass.h"

/* in: code: a function of AMD's, as ga_function_read left it, n > 0; lasts as long as the plan. own: ga_gfx_plan_free.
 * err: GA_ERROR for want of memory. */
struct ga_gfx_plan;
enum ga_status ga_gfx_plan_make(const struct ga_function *function, struct ga_sass *code, size_t n,
                                struct ga_gfx_plan **plan, struct ga_err *err);
void ga_gfx_plan_free(struct ga_gfx_plan *plan);

/* in: asked: it is to go if it can. out: whether instruction i can go: all waits that may count it are known. */
bool ga_gfx_plan_may(struct ga_gfx_plan *plan, size_t i, bool asked);
/* out: why one that was asked for can't; NULL: none can't. Lasts as long as the plan. */
const char *ga_gfx_plan_refused(const struct ga_gfx_plan *plan);

/* out: whether it was not yet to go. */
bool ga_gfx_plan_remove(struct ga_gfx_plan *plan, size_t i);

/* in: bytes: of the function. out: bytes: those that were to go are s_nop, their waits lower, clauses as long as what is left of
 * them; *n_waits: how many of these. err: GA_ERROR for want of memory, nothing done. */
enum ga_status ga_gfx_plan_do(struct ga_gfx_plan *plan, uint8_t *bytes, uint32_t *n_waits,
                              struct ga_err *err);

#endif
