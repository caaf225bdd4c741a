/* The contract of a lock, which the measurement (mutex_kernels.h) and the validator of the tests both
 * use. A lock is a struct of functions, one file an algorithm:
 *
 *   template <typename W, ga_scope S, typename G> struct lock_NAME
 *
 * W: uint32_t * for device memory, ga_shared_word for shared memory. S: whom the lock is among. G: its
 * orders, a struct lock_orders. It has
 *
 *   words(n)               how many words of memory n contenders need, spread by ga_lock_word()
 *   capacity               how many may be inside at once; 1 for a mutex
 *   init(lock)             one thread, before any other uses the lock
 *   ask(lock, me)          a contender begins to wait
 *   enter(lock, me)        after ask, until it is true: the contender is inside
 *   leave(lock, me)        from inside, until it is true: it is outside
 *
 * None of these waits: whoever uses a lock repeats enter() and leave(), bounds that by a clock, and may
 * give up. So the loop is in one place, and the lanes of a warp that share it get on even where they
 * cannot wait for each other: a lane that is inside has left before the loop's next lap. src: the
 * algorithms are those of Mellor-Crummey and Scott, "Algorithms for scalable synchronization on
 * shared-memory multiprocessors", TOCS 1991, cut at their waits. */
#ifndef GA_LOCK_H
#define GA_LOCK_H

#include "device_shared.h"

/* What a contender keeps for itself, in registers. atomics, loads, stores: how many it has sent to the lock. */
struct lock_self {
    uint32_t contender; /* 0 .. contenders - 1 */
    uint32_t mine;      /* of the algorithm */
    uint32_t wait_cycles, since;
    uint32_t atomics, loads, stores;
};

/* What orders a lock's accesses: they themselves, which acquire and release; or they are relaxed, with
 * fences beside them, each of the order that it takes there, or each the C dialect's. */
enum lock_ordering { LOCK_ATOMICS, LOCK_FENCES, LOCK_THREADFENCE, LOCK_ORDERINGS };

/* The orders of a lock. Acquire, Release: false leaves that half out, which no lock survives: for the test
 * that a race detector sees it. */
template <enum lock_ordering By, bool Acquire = true, bool Release = true> struct lock_orders {
    static constexpr bool Fences = By != LOCK_ATOMICS;
    static constexpr enum ga_order acquire = Acquire && !Fences ? GA_ACQUIRE : GA_RELAXED;
    static constexpr enum ga_order release = Release && !Fences ? GA_RELEASE : GA_RELAXED;
    /* Of an atomic that publishes something of the lock's own, too. */
    static constexpr enum ga_order publish = Fences    ? GA_RELAXED
                                             : Acquire ? GA_ACQ_REL
                                                       : GA_RELEASE;
    /* Of one that lets in and lets the next in. */
    static constexpr enum ga_order both = Fences               ? GA_RELAXED
                                          : Acquire && Release ? GA_ACQ_REL
                                          : Acquire            ? GA_ACQUIRE
                                                               : GA_RELEASE;
    static constexpr enum ga_order own_acquire = Fences ? GA_RELAXED : GA_ACQUIRE;
    static constexpr enum ga_order own_release = Fences ? GA_RELAXED : GA_RELEASE;

    /* The C dialect's fence is of no less than any order. */
    template <enum ga_scope S, enum ga_order O> GA_DEVICE void fence(void) {
        if constexpr (By == LOCK_THREADFENCE)
            ga_threadfence<S>();
        else
            ga_fence<S, O>();
    }

    /* After the access that lets a contender in, and before the one that lets the next in. */
    template <enum ga_scope S> GA_DEVICE void entered(void) {
        if constexpr (Fences && Acquire)
            fence<S, GA_ACQUIRE>();
    }
    template <enum ga_scope S> GA_DEVICE void leaving(void) {
        if constexpr (Fences && Release)
            fence<S, GA_RELEASE>();
    }
    /* Around words of the lock's own: before they are published, after what tells where another's are, and
     * before what was read of them is passed on when leaving. */
    template <enum ga_scope S> GA_DEVICE void publishing(void) {
        if constexpr (Fences && Release)
            fence<S, GA_RELEASE>();
        else if constexpr (Fences)
            ga_fence<S, GA_RELEASE>();
    }
    template <enum ga_scope S> GA_DEVICE void found(void) {
        if constexpr (Fences && Acquire)
            fence<S, GA_ACQUIRE>();
        else if constexpr (Fences)
            ga_fence<S, GA_ACQUIRE>();
    }
    template <enum ga_scope S> GA_DEVICE void passing_on(void) {
        if constexpr (Fences && Release)
            fence<S, GA_ACQ_REL>();
        else if constexpr (Fences)
            ga_fence<S, GA_ACQUIRE>();
    }
};

/* Words of a lock that different contenders use lie this far apart in device memory, 1024 bytes: at 256 every other word
 * would share its slice of the L2 with a neighbour's, as words 512 to 764 bytes apart do on an H200 and an H100. In shared
 * memory they are neighbours, in banks of their own. src: global_cross_direct, global_few_words. */
enum { LOCK_STRIDE_WORDS = 256 };

GA_DEVICE uint32_t *ga_lock_word(uint32_t *lock, uint32_t i) {
    return ga_word_at(lock, i * LOCK_STRIDE_WORDS);
}
GA_DEVICE struct ga_shared_word ga_lock_word(struct ga_shared_word lock, uint32_t i) {
    return ga_word_at(lock, i);
}

#endif
