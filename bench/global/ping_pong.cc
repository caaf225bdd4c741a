/* global_ping_pong: how long one word takes from one SM to another. Two threads count it up in turn, each as soon as it
 * sees the other's number; a hand-over is half of there and back. fence_message_passing hands over data besides, and
 * asks which orders are right. Every pair of SMs is measured for a relaxed store to a near line; all other ways, scopes,
 * orders and lines between the first SM and some.
 *
 * Contends: two threads on two SMs, on one word. Progress assumed: resident blocks run. */
#include "pair_host.h"

enum access { STORES, ADDS, SWAPS };

template <enum access A, enum ga_scope S, bool Ordered>
GA_DEVICE bool hand_over(uint32_t *word, uint32_t x) {
    if constexpr (A == SWAPS)
        return ga_cas < S, Ordered ? GA_ACQ_REL : GA_RELAXED > (word, x, x + 1) == x;
    const bool mine = ga_load < S, Ordered ? GA_ACQUIRE : GA_RELAXED > (word) == x;
    if (A == STORES && mine)
        ga_store<S, Ordered ? GA_RELEASE : GA_RELAXED>(word, x + 1);
    if (A == ADDS && mine)
        GA_SILENT(ga_add)<S, Ordered ? GA_RELEASE : GA_RELAXED>(word, 1u);
    return mine;
}

/* In the order of variant(). */
#define EACH_ORDER(X, ...) X(__VA_ARGS__, relaxed, false) X(__VA_ARGS__, acq_rel, true)
#define EACH_SCOPE(X, ...)                                                                         \
    EACH_ORDER(X, __VA_ARGS__, device, GA_SCOPE_DEVICE)                                            \
    EACH_ORDER(X, __VA_ARGS__, system, GA_SCOPE_SYSTEM)
#define EACH(X) EACH_SCOPE(X, store, STORES) EACH_SCOPE(X, add, ADDS) EACH_SCOPE(X, cas, SWAPS)

/* Expected: one store, add or compare-and-swap, and the fences of its order and its load's. */
#define KERNEL(way, ACCESS, scope, SCOPE, order, ORDERED)                                          \
    GA_KERNEL(global_ping_pong_##way##_##scope##_##order, ga_pair_args) {                          \
        ga_pair<hand_over<ACCESS, SCOPE, ORDERED>>(a);                                             \
    }
EACH(KERNEL)

/* Of the load that polls the order is stated, not the access. */
#define ROW(way, ACCESS, of, SCOPE, by, ORDERED)                                                   \
    {"global_ping_pong_" #way "_" #of "_" #by,                                                     \
     GA_ENTRY(global_ping_pong_##way##_##of##_##by),                                               \
     {{.operation = GA_OP_##way,                                                                   \
       .scope = SCOPE,                                                                             \
       .order = !ORDERED          ? GA_RELAXED                                                     \
                : ACCESS == SWAPS ? GA_ACQ_REL                                                     \
                                  : GA_RELEASE,                                                    \
       .unused = ACCESS == ADDS},                                                                  \
      {.operation = ORDERED && ACCESS != SWAPS ? GA_OP_load_order : GA_OP_no_other_fence,          \
       .scope = SCOPE,                                                                             \
       .order = GA_ACQUIRE}}},
static const struct ga_variant variants[] = {EACH(ROW)};

static const char *const ways[] = {"store", "add", "cas", nullptr};
static const char *const scopes[] = {"device", "system", nullptr};
static const char *const orders[] = {"relaxed", "acq_rel", nullptr};
enum { WAY = GA_PAIR_OWN_AXES, SCOPE, ORDER };
static const struct ga_axis axes[] = {
    GA_PAIR_AXES,
    {"way", "", "to hand over; store and add poll by loads", ways, nullptr, {"all", "all", "all"}},
    {"scope", "", "of every access", scopes, nullptr, {"all", "all", "all"}},
    {"order", "", "acq_rel: acquire, release", orders, nullptr, {"all", "all", "all"}},
};

static uint32_t variant(const struct ga_point *p) {
    return (uint32_t)((p->at[WAY] * 2 + p->at[SCOPE]) * 2 + p->at[ORDER]);
}
static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    return ga_is_usual_pair(limits, p) || (p->at[GA_PAIR_LINE] == 0 && variant(p) == 0);
}
static const void *entry(const struct ga_point *p) { return variants[variant(p)].entry; }
static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return ga_measure_pairs(gpu, batch, entry, err);
}

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_ping_pong)(void) {
    static const struct ga_bench row = ga_pair_row({
        .id = "global_ping_pong",
        .question = "how long does one word take from one SM to another?",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .variants = variants,
        .n_variants = 12,
        .usual = usual,
        .variant = variant,
        .measure = measure,
    });
    return &row;
}
