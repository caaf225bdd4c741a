/* validate NAME ORDERS CHANGE WAY: threads take turns at a lock, hand values through a buffer that a semaphore guards, or
 * meet at a barrier, of bench/lock; under ThreadSanitizer, which reports what its orders do not order. ORDERS:
 * atomics, fences or threadfence. CHANGE: none, no_acquire or no_release: that half of its orders is left out. WAY: how a
 * lock with one permit gets from one to the next: queued, somebody waits for it; or free, it is given back before the
 * next one asks, which a lock with a queue does by other words. All else has one way.
 * Exit status: 1 if turns or values got lost, more were inside than may be, a slot did not hold its round, or a
 * wait did not end; 66 from ThreadSanitizer if it reported something; 2 for an argument that is not known. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lock/barriers.h"
#include "lock/locks.h"

/* More members than a node of the tree has room for. */
enum { CONTENDERS = 6, TURNS = 100, MEMBERS = 18, ROUNDS = 20, WORDS = 64 * LOCK_STRIDE_WORDS };

uint32_t ga_cpu_fences;
const struct ga_cpu_thread *ga_cpu_self(void) {
    static const struct ga_cpu_thread self = {};
    return &self;
}

static uint32_t words[WORDS];
static const uint64_t PATIENCE_NS = 60000000000;
static uint32_t protected_count, inside, too_many, lost; /* the first is plain, the others atomic */
static uint32_t asking, entries,
    at_it;               /* atomic: who has asked and is not in, who came in, who has turns left */
static uint32_t turn_of; /* atomic: of all turns, whose it is when the lock is free between them */
static uint32_t slots[2][MEMBERS];             /* plain */
static uint32_t full_words[LOCK_STRIDE_WORDS]; /* of a buffer's other semaphore */
static uint32_t buffer[CONTENDERS];            /* plain */

/* Repeats a step of a lock or a barrier until it is done. A test that waits for longer has failed. */
template <typename Step> static void until(Step done) {
    const uint64_t begin = ga_ticks();
    while (!done()) {
        if (ga_ticks() - begin > PATIENCE_NS) {
            fprintf(stderr, "validate: waited for %.0f s\n", (double)PATIENCE_NS * 1e-9);
            _exit(1);
        }
        ga_pause();
    }
}

static uint32_t now(const uint32_t *count) { return __atomic_load_n(count, __ATOMIC_RELAXED); }

/* Others get a turn in between, now and then more than one. */
static void stay_outside(uint32_t turn) {
    for (uint32_t i = 0; i <= turn % 4; i++)
        ga_pause();
}

/* A turn: what is protected is written once somebody waits for it, and read by that one before who wrote it comes
 * back. So at every turn there is something to order that only the lock's own handing over can, however busy the
 * machine is: a contender's fences on its way in come before the write, the writer's next ones after the read. The
 * counts that see to it are relaxed and order nothing. Who has nobody left to meet does not wait. */
template <typename L> static void take_turn(struct lock_self *me) {
    L::ask(words, me);
    __atomic_add_fetch(&asking, 1u, __ATOMIC_RELAXED);
    until([me] { return L::enter(words, me); });
    __atomic_sub_fetch(&asking, 1u, __ATOMIC_RELAXED);
    if (__atomic_add_fetch(&inside, 1u, __ATOMIC_RELAXED) > L::capacity)
        __atomic_add_fetch(&too_many, 1u, __ATOMIC_RELAXED);
    const uint32_t seen = L::capacity == 1 ? protected_count : 0;
    const uint32_t entry = __atomic_add_fetch(&entries, 1u, __ATOMIC_RELAXED);
    until([] { return now(&asking) > 0 || now(&at_it) <= L::capacity; });
    if (L::capacity == 1)
        protected_count = seen + 1;
    __atomic_sub_fetch(&inside, 1u, __ATOMIC_RELAXED);
    until([me] { return L::leave(words, me); });
    until([entry] { return now(&entries) != entry || now(&at_it) <= L::capacity; });
}

template <typename L> static void *take_turns(void *contender) {
    struct lock_self me = {};
    me.contender = *static_cast<const uint32_t *>(contender);
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        take_turn<L>(&me);
        stay_outside(turn + me.contender);
    }
    __atomic_sub_fetch(&at_it, 1u, __ATOMIC_RELAXED);
    return nullptr;
}

/* One after the other, and nobody asks before the one before has left. What sees to that is relaxed, and orders
 * nothing. */
template <typename L> static void *take_free(void *contender) {
    struct lock_self me = {};
    me.contender = *static_cast<const uint32_t *>(contender);
    for (uint32_t turn = me.contender; turn < CONTENDERS * TURNS; turn += CONTENDERS) {
        until([turn] { return now(&turn_of) == turn; });
        L::ask(words, &me);
        until([&me] { return L::enter(words, &me); });
        protected_count++;
        until([&me] { return L::leave(words, &me); });
        __atomic_store_n(&turn_of, turn + 1, __ATOMIC_RELAXED);
    }
    return nullptr;
}

/* A buffer of as many slots as a semaphore has permits: one thread fills them in turn, another takes out what is in
 * them. A permit of the one semaphore is an empty slot, of the other a full one; whoever takes it here gives it
 * back there, and nothing else orders what they do to the slots. */
template <typename L> static void take(uint32_t *lock, struct lock_self *me) {
    L::ask(lock, me);
    until([lock, me] { return L::enter(lock, me); });
}
template <typename L> static void give(uint32_t *lock, struct lock_self *me) {
    until([lock, me] { return L::leave(lock, me); });
}

template <typename L> static void *hand_over(void *contender) {
    const bool fills = *static_cast<const uint32_t *>(contender) == 0;
    struct lock_self empty = {}, full = {};
    for (uint32_t value = 1; value <= TURNS; value++) {
        uint32_t *const slot = &buffer[value % L::capacity];
        if (fills) {
            take<L>(words, &empty);
            *slot = value;
            give<L>(full_words, &full);
        } else {
            take<L>(full_words, &full);
            if (*slot != value)
                __atomic_add_fetch(&lost, 1u, __ATOMIC_RELAXED);
            give<L>(words, &empty);
        }
        stay_outside(fills ? value : value / L::capacity);
    }
    return nullptr;
}

template <typename B> static void *meet(void *member) {
    struct barrier_self me = {};
    me.member = *static_cast<const uint32_t *>(member);
    me.members = MEMBERS;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        slots[round % 2][me.member] = round + 1;
        B::arrive(words, &me);
        until([&me] { return B::passed(words, &me); });
        for (uint32_t m = 0; m < MEMBERS; m++)
            if (slots[round % 2][m] != round + 1)
                __atomic_add_fetch(&lost, 1u, __ATOMIC_RELAXED);
    }
    return nullptr;
}

static void run(void *(*each)(void *), uint32_t n) {
    pthread_t threads[MEMBERS];
    uint32_t who[MEMBERS];
    for (uint32_t i = 0; i < n; i++) {
        who[i] = i;
        if (pthread_create(&threads[i], nullptr, each, &who[i]) != 0)
            __builtin_abort();
    }
    for (uint32_t i = 0; i < n; i++)
        pthread_join(threads[i], nullptr);
}

/* Where several may be inside, what they do there orders nothing among them; what they hand over does. */
template <typename L> static int validate_buffer(void) {
    struct lock_self me = {};
    L::init(words);
    L::init(full_words);
    for (uint32_t i = 0; i < L::capacity; i++)
        take<L>(full_words, &me);
    run(hand_over<L>, 2);
    return lost > 0;
}

/* closed: it was taken before all others came, and is now given back. */
template <typename L> static int validate_lock(bool closed, bool is_free) {
    static_assert(L::words(CONTENDERS) * LOCK_STRIDE_WORDS <= WORDS && L::capacity <= CONTENDERS);
    struct lock_self me = {};
    L::init(words);
    if (closed)
        give<L>(words, &me);
    at_it = CONTENDERS;
    run(is_free && L::capacity == 1 ? take_free<L> : take_turns<L>, CONTENDERS);
    if (too_many > 0 || (L::capacity == 1 && protected_count != CONTENDERS * TURNS))
        return 1;
    return L::capacity > 1 ? validate_buffer<L>() : 0;
}

template <typename B> static int validate_barrier(void) {
    static_assert(B::words(MEMBERS) * LOCK_STRIDE_WORDS <= WORDS);
    run(meet<B>, MEMBERS);
    return lost > 0;
}

template <typename G> static int validate(const char *name, bool is_free) {
#define LOCK(lock, ...)                                                                            \
    if (strcmp(name, #lock) == 0)                                                                  \
        return validate_lock<lock_##lock<uint32_t *, GA_SCOPE_DEVICE, G>>(                         \
            strcmp(name, "never_opens") == 0, is_free);
#include "lock/locks.def"
#undef LOCK
#define BARRIER(barrier)                                                                           \
    if (strcmp(name, #barrier) == 0)                                                               \
        return validate_barrier<barrier_##barrier<GA_SCOPE_DEVICE, G>>();
#include "lock/barriers.def"
#undef BARRIER
    fprintf(stderr, "validate: there is no lock or barrier '%s'\n", name);
    return 2;
}

template <enum lock_ordering By>
static int with_orders(const char *name, const char *change, bool is_free) {
    if (strcmp(change, "none") == 0)
        return validate<struct lock_orders<By>>(name, is_free);
    if (strcmp(change, "no_acquire") == 0)
        return validate<struct lock_orders<By, false, true>>(name, is_free);
    if (strcmp(change, "no_release") == 0)
        return validate<struct lock_orders<By, true, false>>(name, is_free);
    fprintf(stderr, "validate: '%s', expected none, no_acquire or no_release\n", change);
    return 2;
}

int main(int argc, char **argv) {
    const bool is_free = argc == 5 && strcmp(argv[4], "free") == 0;
    const bool known = is_free || (argc == 5 && strcmp(argv[4], "queued") == 0);
    if (known && strcmp(argv[2], "atomics") == 0)
        return with_orders<LOCK_ATOMICS>(argv[1], argv[3], is_free);
    if (known && strcmp(argv[2], "fences") == 0)
        return with_orders<LOCK_FENCES>(argv[1], argv[3], is_free);
    if (known && strcmp(argv[2], "threadfence") == 0)
        return with_orders<LOCK_THREADFENCE>(argv[1], argv[3], is_free);
    fprintf(
        stderr,
        "usage: validate NAME atomics|fences|threadfence none|no_acquire|no_release queued|free\n");
    return 2;
}
