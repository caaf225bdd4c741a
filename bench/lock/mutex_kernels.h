/* lock_mutex's kernels: contenders take turns at one lock until a given number of turns is made.
 *
 * All contenders begin together. A turn is: ask, enter, work on what the lock protects, leave. What is
 * protected is read and written by plain accesses, so that turns that overlap lose some of them, and the last
 * turn is whichever finds that all others are made; nothing but the lock counts them.
 *
 * Contends: every n-th thread of the launch. Progress assumed: resident blocks run. Lanes of one warp
 * share the loop, and one that is inside leaves in the same lap, so none has to run while another waits. */
#ifndef GA_LOCK_MUTEX_KERNELS_H
#define GA_LOCK_MUTEX_KERNELS_H

#include "bench.h"
#include "locks.h"

/* What a contender did in one launch. Times in ticks. */
struct mutex_record {
    uint64_t start, last;   /* last: when it had left from the last turn of all; else 0 */
    uint64_t cycles, ticks; /* that it ran */
    uint32_t turns, most_inside, atomics, loads, stores, outcome, sm, ran;
    uint32_t longest_wait, handovers_sum, n_handovers; /* only if stamped */
};

/* What a lock protects. owner: 1 + contender, and left_at the ticks when it left, only if stamped.
 * inside: only where several may be. */
enum { TURNS, WORK, OWNER, LEFT_AT, INSIDE, PROTECTED_WORDS };

/* Where the lock begins in shared memory, in words. */
enum { MUTEX_SHARED_LOCK = 8 };

/* Of `over`: all turns are made; or somebody gave up. */
enum { MUTEX_FINISHED = 1, MUTEX_GAVE_UP };

struct mutex_args {
    uint32_t *lock;            /* in device memory; a block that is alone has it in shared memory */
    uint32_t *protected_words; /* of this launch; when it is over they are here in any case */
    uint32_t *ready, *go, *over; /* ready: [blocks] */
    const uint32_t
        *zero; /* one 0 a thread of a block; the compiler cannot know, nor that they are the same */
    struct mutex_record *records; /* [contenders] */
    uint32_t launch;              /* from 1 */
    uint32_t contenders, stride;  /* contenders are every stride-th thread */
    uint32_t turns, work;         /* of all contenders; and adds inside each */
    bool stamped;
    uint64_t spin_ticks;
};

/* One contender, in registers: a full block has few. */
struct mutex_turn {
    bool done, made_last;
    uint32_t turns, most_inside;
    uint32_t asked_at, longest_wait, handovers_sum, n_handovers;
};

enum { LAPS_PER_LOOK = 64 };

/* Between reading and writing inside, in the launch that counts for no time. The stand-in lets others run, so that
 * whoever should not be inside comes there even on a machine with fewer cores than contenders. */
GA_DEVICE void mutex_expose(void) {
#if defined(GA_BACKEND_CPU)
    ga_pause();
#endif
}

/* Inside, alone. Every add reads what the one before wrote, as far as the compiler knows. */
GA_DEVICE void mutex_work(const struct mutex_args &a, uint32_t *p, uint32_t zero, uint32_t me,
                          struct mutex_turn *t) {
    if (a.stamped) {
        const uint32_t now = (uint32_t)ga_ticks();
        if (p[OWNER] && p[OWNER] != me + 1) {
            t->handovers_sum += now - p[LEFT_AT];
            t->n_handovers++;
        }
        p[OWNER] = me + 1;
    }
    const uint32_t made = p[TURNS];
    if (made >= a.turns) {
        t->done = true;
    } else {
        if (a.stamped)
            mutex_expose();
        p[TURNS] = made + 1;
        GA_NO_UNROLL
        for (uint32_t i = 0; i < a.work; i++)
            p[WORK + i * zero] += 1;
        t->turns++;
        t->made_last = made + 1 == a.turns;
    }
    if (a.stamped)
        p[LEFT_AT] = (uint32_t)ga_ticks();
}

/* Inside, one of several: all counts are atomics. */
template <enum ga_scope S, typename W>
GA_DEVICE void mutex_shared_work(const struct mutex_args &a, W p, struct mutex_turn *t) {
    const uint32_t inside = ga_add<S, GA_RELAXED>(ga_word_at(p, INSIDE), 1u) + 1;
    const uint32_t made = ga_add<S, GA_RELAXED>(ga_word_at(p, TURNS), 1u);
    t->most_inside = inside > t->most_inside ? inside : t->most_inside;
    if (made >= a.turns) {
        t->done = true;
    } else {
        GA_NO_UNROLL
        for (uint32_t i = 0; i < a.work; i++)
            GA_SILENT(ga_add)<S, GA_RELAXED>(ga_word_at(p, WORK), 1u);
        t->turns++;
        t->made_last = made + 1 == a.turns;
    }
    GA_SILENT(ga_add)<S, GA_RELAXED>(ga_word_at(p, INSIDE), UINT32_MAX);
}

GA_DEVICE void mutex_waited(uint32_t ticks, struct mutex_turn *t) {
    t->longest_wait = ticks > t->longest_wait ? ticks : t->longest_wait;
}

/* A contender's laps. out: GA_OK, or GA_TIMEOUT if it or another gave up. `over` is looked at seldom: it is no
 * part of a lock's traffic. It is the only way out, also for who knows that all turns are made: a way out
 * that begins inside the lock might be taken by the lanes of a warp together, and keep the others waiting. */
template <typename L, enum ga_scope S, typename W>
GA_DEVICE uint32_t mutex_contend(const struct mutex_args &a, W lock, W p, uint32_t zero,
                                 struct lock_self *me, struct mutex_turn *t,
                                 struct mutex_record *record) {
    enum { OUTSIDE, WAITING, LEAVING } state = OUTSIDE;
    const uint64_t begin = ga_ticks();
    uint32_t laps = 0, over = ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(a.over);
    GA_NO_UNROLL
    while (!over) {
        if (state == OUTSIDE && !t->done) {
            if (a.stamped)
                t->asked_at = (uint32_t)ga_ticks();
            L::ask(lock, me);
            state = WAITING;
        }
        if (state == WAITING && L::enter(lock, me)) {
            if (a.stamped)
                mutex_waited((uint32_t)ga_ticks() - t->asked_at, t);
            if constexpr (L::capacity == 1)
                mutex_work(a, ga_plain(p), zero, me->contender, t);
            else
                mutex_shared_work<S>(a, p, t);
            state = LEAVING;
        }
        if (state == LEAVING && L::leave(lock, me)) {
            state = OUTSIDE;
            if (t->made_last) {
                record->last = ga_ticks();
                ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(a.over, (uint32_t)MUTEX_FINISHED);
                t->done = true;
            }
        }
        if (++laps % LAPS_PER_LOOK == 0 || (t->done && state == OUTSIDE)) {
            over = ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(a.over);
            if (!over && ga_ticks() - begin > a.spin_ticks) {
                over = MUTEX_GAVE_UP;
                ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(a.over, over);
            }
        } else if (a.contenders > 1) {
            ga_pause();
        }
    }
    if (a.stamped && state == WAITING)
        mutex_waited((uint32_t)ga_ticks() - t->asked_at, t);
    return over == MUTEX_GAVE_UP ? GA_TIMEOUT : GA_OK;
}

/* Waits until *p is x. out: whether it was, spin_ticks after begin at the latest. */
GA_DEVICE bool mutex_await(const uint32_t *p, uint32_t x, uint64_t begin, uint64_t spin_ticks) {
    bool there = false;
    GA_NO_UNROLL
    do {
        ga_pause();
        there = ga_load<GA_SCOPE_DEVICE, GA_ACQUIRE>(p) == x;
    } while (!there && ga_ticks() - begin <= spin_ticks);
    return there;
}

/* Every thread of every block. Block 0 sets the lock up, hears that all blocks are there, and lets them go.
 * However many blocks do not come, all waits here end spin_ticks after the block began; a launch after one that
 * gave up is over before it begins, and does not wait. */
template <typename L, typename W>
GA_DEVICE void mutex_start(const struct mutex_args &a, W lock, W p) {
    const bool leader = ga_block() == 0;
    const uint64_t begin = ga_ticks();
    const uint64_t spin_ticks =
        ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(a.over) == MUTEX_GAVE_UP ? 0 : a.spin_ticks;
    if (leader && ga_thread() == 0) {
        L::init(lock);
        for (uint32_t i = 0; i < PROTECTED_WORDS; i++)
            ga_plain(p)[i] = 0;
        if (ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(a.over) == MUTEX_FINISHED)
            ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(a.over, 0u);
    }
    if (ga_thread() == 0)
        ga_store<GA_SCOPE_DEVICE, GA_RELEASE>(&a.ready[ga_block()], a.launch);
    bool all_here = true;
    if (leader) {
        GA_NO_UNROLL
        for (uint32_t b = ga_thread(); b < ga_n_blocks(); b += ga_n_threads())
            all_here = mutex_await(&a.ready[b], a.launch, begin, spin_ticks) && all_here;
        if (!all_here)
            ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(a.over, (uint32_t)MUTEX_GAVE_UP);
        ga_block_sync();
        if (ga_thread() == 0)
            ga_store<GA_SCOPE_DEVICE, GA_RELEASE>(a.go, a.launch);
    } else if (ga_thread() == 0 && !mutex_await(a.go, a.launch, begin, spin_ticks)) {
        ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(a.over, (uint32_t)MUTEX_GAVE_UP);
    }
    ga_block_sync();
}

/* A thread that is a contender, from start to end. Nothing that is needed only at the end is kept in
 * registers. */
template <typename L, enum ga_scope S, typename W>
GA_DEVICE void mutex_contender(const struct mutex_args &a, W lock, W p, uint32_t zero,
                               uint32_t contender) {
    struct mutex_record *const record = &a.records[contender];
    struct mutex_turn turn = {};
    struct lock_self me = {};
    me.contender = contender;
    record->cycles = ga_cycles();
    record->ticks = record->start = ga_ticks();
    record->outcome = mutex_contend<L, S>(a, lock, p, zero, &me, &turn, record);
    record->turns = turn.turns;
    record->most_inside = turn.most_inside;
    record->longest_wait = turn.longest_wait;
    record->handovers_sum = turn.handovers_sum;
    record->n_handovers = turn.n_handovers;
    record->atomics = me.atomics;
    record->loads = me.loads;
    record->stores = me.stores;
    record->sm = ga_sm_id();
    record->ran = 1;
    record->cycles = ga_cycles_between(record->cycles, ga_cycles());
    record->ticks = ga_ticks() - record->ticks;
}

/* A kernel's body. */
template <typename L, enum ga_scope S, typename W>
GA_DEVICE void mutex_launch(const struct mutex_args &a, W first, W first_protected) {
    const uint32_t thread = ga_block() * ga_n_threads() + ga_thread();
    const uint32_t zero = a.zero[ga_thread()];
    const W lock = ga_word_at(first, zero), p = ga_word_at(first_protected, zero);
    mutex_start<L>(a, lock, p);
    if (thread % a.stride == 0 && thread / a.stride < a.contenders)
        mutex_contender<L, S>(a, lock, p, zero, thread / a.stride);
}

/* For a lock in shared memory. */
template <typename L> GA_DEVICE void mutex_block(const struct mutex_args &a) {
    const struct ga_shared_word shared = ga_shared_at((uint32_t *)ga_shared());
    mutex_launch<L, GA_SCOPE_BLOCK>(a, ga_word_at(shared, MUTEX_SHARED_LOCK), shared);
    ga_block_sync();
    for (uint32_t i = ga_thread(); i < PROTECTED_WORDS; i += ga_n_threads())
        a.protected_words[i] = ga_plain(shared)[i];
}

#define MUTEX_KERNEL(name, S, scope, By, orders)                                                   \
    GA_KERNEL(lock_mutex_##name##_##scope##_##orders, mutex_args) {                                \
        mutex_launch<lock_##name<uint32_t *, S, struct lock_orders<By>>, S>(a, a.lock,             \
                                                                            a.protected_words);    \
    }
#define MUTEX_BLOCK_KERNEL(name, By, orders)                                                       \
    GA_KERNEL_FULL(lock_mutex_##name##_block_##orders, mutex_args) {                               \
        mutex_block<lock_##name<struct ga_shared_word, GA_SCOPE_BLOCK, struct lock_orders<By>>>(   \
            a);                                                                                    \
    }

#endif
