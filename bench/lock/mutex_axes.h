/* The axes of lock_mutex, what a preset takes of them, and what it counts. */
#ifndef GA_LOCK_MUTEX_AXES_H
#define GA_LOCK_MUTEX_AXES_H

#include "bench.h"
#include "device_atomics.h"
#include "locks.h"

enum { MOST_CONTENDERS = 1024, MOST_FENCED = 128 };
enum { LOCK_AXIS, CONTENDER, CONTENDERS, SCOPE, ORDER, WORK_AXIS };
enum contender_kind { A_BLOCK, A_WARP, A_LANE };

enum lock_id {
#define LOCK(name, ...) ID_##name,
#include LOCK_LIST
#undef LOCK
    N_LOCKS
};
static const char *const locks[] = {
#define LOCK(name, ...) #name,
#include LOCK_LIST
#undef LOCK
    nullptr};

static const char *const contender_kinds[] = {"block", "warp", "lane", nullptr};
static const char *const scopes[] = {"block", "device", "system", nullptr};
static const char *const orders[] = {"atomics", "fences", "threadfence", nullptr};

/* As many warps as blocks of any GPU have together at once, 8 an SM. */
static void contenders_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    const uint32_t n = limits->sm_count * (limits->warps_per_sm < 8 ? limits->warps_per_sm : 8);
    *first = 1;
    *last = n < MOST_CONTENDERS ? (int32_t)n : (int32_t)MOST_CONTENDERS;
}
static void work_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = 1024;
}

static const struct ga_axis axes[] = {
    {"lock",
     "",
     "the algorithm; never_opens is one that was taken and never given back, and shows the "
     "time-out",
     locks,
     nullptr,
     {LOCK_USUAL, LOCK_USUAL, LOCK_USUAL}},
    {"contender",
     "",
     "block: one thread on each of as many SMs; warp: a lane of every warp; lane: every lane",
     contender_kinds,
     nullptr,
     {"all", "all", "all"}},
    {"contenders", "", "that take turns", nullptr, contenders_range, {"4", "1..max*2", "1..max*2"}},
    {"scope",
     "",
     "block: the lock is in shared memory, among the threads of one block; device and system: in "
     "device memory",
     scopes,
     nullptr,
     {"device", "all", "all"}},
    {"order",
     "",
     "atomics: those of the lock acquire and release; fences: they are relaxed, with fences beside "
     "them; threadfence: likewise, with the C dialect's; in a preset both for up to 128 contenders",
     orders,
     nullptr,
     {"atomics", "all", "all"}},
    {"work",
     "",
     "adds to a word that the lock protects, in each turn, one after the other; in a preset more "
     "than 1 with order = atomics and 1, 8 or 64 contenders, and not at scope = system",
     nullptr,
     work_range,
     {"1", "1,16,64,256", "0,1,4,16,64,256"}},
};

static const struct ga_tally tallies[] = {
    {"handover_ns", "ns", "from one contender's leaving to another's being inside; mean of these",
     ga_tally::GA_MEAN},
    {"longest_wait_ns", "ns",
     "from asking to being inside, or to the end for who never was, in two launches of "
     "128 turns, or two a contender",
     ga_tally::GA_MAX},
    {"atomics_per_turn", "-", "atomics that all contenders send to the lock", ga_tally::GA_MEAN},
    {"loads_per_turn", "-", "loads that they send to it", ga_tally::GA_MEAN},
    {"stores_per_turn", "-", "stores that they send to it", ga_tally::GA_MEAN},
    {"fewest_turns", "-", "of a contender, as a share of what each would have if all were alike",
     ga_tally::GA_MEAN},
    {"most_turns", "-", "likewise", ga_tally::GA_MEAN},
};
enum { HANDOVER, LONGEST_WAIT, ATOMICS, LOADS, STORES, FEWEST, MOST, N_TALLIES };

/* What is there beside the atomics' own orders and the shortest turn has fewer points, or it would take most of
 * a run's time: fences up to as many contenders as a GPU has SMs, longer turns for three numbers of them. */
static bool usual(const struct ga_limits *, const struct ga_point *p) {
    const int32_t n = p->at[CONTENDERS];
    if (p->at[WORK_AXIS] > 1 && (p->at[ORDER] != LOCK_ATOMICS || p->at[SCOPE] == GA_SCOPE_SYSTEM ||
                                 (n != 1 && n != 8 && n != 64)))
        return false;
    return p->at[ORDER] == LOCK_ATOMICS || n <= MOST_FENCED;
}

#endif
