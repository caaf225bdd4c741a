/* An access of each operation of remote.h in two parts: the atomic, and what its thread makes of the word that came back.
 * So accesses that do not need each other's results can be under way together, all operations alike. */
#ifndef GA_REMOTE_STEPS_H
#define GA_REMOTE_STEPS_H

#include "remote_word.h"

/* A thread's state. i: accesses so far. */
struct remote_self {
    struct remote_tally tally;
    uint32_t rank, n_ranks, bit; /* among the threads on its word, and its bit */
    uint32_t value, last;        /* exchanges put larger ones; what it put last */
    uint32_t i, expected,
        base;      /* what the word is; base + i: what it would be if nobody else were there */
    uint32_t *log; /* of this thread */
    uint32_t log_stride;
    bool over; /* company: it has seen that the measured party has finished */
};

/* Each has, for scope S, words of type T and regime R:
 *   issue  access number i of this thread to the word. after: 0, and in the dependent regime it comes after the result
 *          before. out: the word as it was; unused: anything
 *   note   what that means for the tally. Called in the order of the accesses. out: a value that needs the result */
#define REMOTE_COUNTING(name, function, operand)                                                   \
    template <enum ga_scope S, typename T> struct remote_##name {                                  \
        typedef T word;                                                                            \
        template <enum remote_regime R>                                                            \
        GA_DEVICE T issue(T *p, const struct remote_self &, uint32_t, uint32_t after) {            \
            if constexpr (R != REMOTE_UNUSED)                                                      \
                return function<S, GA_RELAXED>(p, operand);                                        \
            GA_SILENT(function)<S, GA_RELAXED>(p, operand);                                        \
            return T();                                                                            \
        }                                                                                          \
        template <enum remote_regime R>                                                            \
        GA_DEVICE uint32_t note(struct remote_self &me, uint32_t, T old) {                         \
            me.tally.updates++;                                                                    \
            return R == REMOTE_UNUSED ? 0 : remote_word<T>::value(old);                            \
        }                                                                                          \
    };
REMOTE_COUNTING(add, ga_add, remote_word<T>::make(1 | after))
REMOTE_COUNTING(inc, ga_inc, (T)(0x7fffffff ^ after))
#undef REMOTE_COUNTING

/* The word is never below what this thread put there; for the least, all bits are the other way round. */
template <enum ga_scope S, typename T, bool Least> struct remote_extreme {
    typedef T word;
    template <enum remote_regime R>
    GA_DEVICE T issue(T *p, const struct remote_self &me, uint32_t i, uint32_t after) {
        const T x = remote_word<T>::make(remote_put(i, me.rank, me.n_ranks) | after);
        return Least ? (T)~ga_min<S, GA_RELAXED>(p, (T)~x) : ga_max<S, GA_RELAXED>(p, x);
    }
    template <enum remote_regime R>
    GA_DEVICE uint32_t note(struct remote_self &me, uint32_t i, T old) {
        const uint32_t value = remote_word<T>::value(old);
        me.tally.updates++;
        me.tally.lost += value < me.last;
        me.tally.torn += remote_word<T>::is_torn(old);
        me.last = remote_put(i, me.rank, me.n_ranks);
        return value;
    }
};
template <enum ga_scope S, typename T> struct remote_min : remote_extreme<S, T, true> {};
template <enum ga_scope S, typename T> struct remote_max : remote_extreme<S, T, false> {};

/* The thread's bit is as this thread left it. After a lost xor it is the other one until the next loss. */
template <enum ga_scope S, typename T> struct remote_xor {
    typedef T word;
    template <enum remote_regime R>
    GA_DEVICE T issue(T *p, const struct remote_self &me, uint32_t, uint32_t after) {
        return ga_xor<S, GA_RELAXED>(p, (T)1 << me.bit | after);
    }
    template <enum remote_regime R>
    GA_DEVICE uint32_t note(struct remote_self &me, uint32_t i, T old) {
        const uint32_t off = (uint32_t)(old >> me.bit & 1) ^ (i & 1);
        me.tally.updates++;
        me.tally.lost += off != me.tally.off;
        me.tally.off = off;
        return (uint32_t)old;
    }
};
template <enum ga_scope S, typename T> struct remote_or_and {
    typedef T word;
    template <enum remote_regime R>
    GA_DEVICE T issue(T *p, const struct remote_self &me, uint32_t i, uint32_t after) {
        const T bit = (T)1 << me.bit | after;
        return i % 2 ? ga_and<S, GA_RELAXED>(p, ~bit) : ga_or<S, GA_RELAXED>(p, bit);
    }
    template <enum remote_regime R>
    GA_DEVICE uint32_t note(struct remote_self &me, uint32_t i, T old) {
        me.tally.updates++;
        me.tally.lost += (uint32_t)(old >> me.bit & 1) != i % 2;
        return (uint32_t)old;
    }
};

/* Every value is put once; each must come back once, or be there in the end. Where no other thread has the word, what
 * comes back is what this one put last. */
template <enum ga_scope S, typename T> struct remote_exchange {
    typedef T word;
    template <enum remote_regime R>
    GA_DEVICE T issue(T *p, const struct remote_self &me, uint32_t i, uint32_t after) {
        return ga_exchange<S, GA_RELAXED>(p, remote_word<T>::make((me.value + i + 1) | after));
    }
    template <enum remote_regime R>
    GA_DEVICE uint32_t note(struct remote_self &me, uint32_t i, T old) {
        const uint32_t value = remote_word<T>::value(old);
        me.tally.updates++;
        me.tally.torn += remote_word<T>::is_torn(old);
        if (me.log)
            me.log[(size_t)i * me.log_stride] = value;
        else
            me.tally.lost += value != me.last;
        me.last = me.value + i + 1;
        return value;
    }
};

/* Adds 1 if the word is what the thread saw last, or, independent, what it would be if since the sample began nobody
 * else had been there. */
template <enum ga_scope S, typename T> struct remote_cas {
    typedef T word;
    template <enum remote_regime R>
    GA_DEVICE uint32_t expected(const struct remote_self &me, uint32_t i) {
        return R == REMOTE_DEPENDENT ? me.expected : me.base + i;
    }
    template <enum remote_regime R>
    GA_DEVICE T issue(T *p, const struct remote_self &me, uint32_t i, uint32_t) {
        const uint32_t before = expected<R>(me, i);
        return ga_cas<S, GA_RELAXED>(p, remote_word<T>::make(before),
                                     remote_word<T>::make(before + 1));
    }
    template <enum remote_regime R>
    GA_DEVICE uint32_t note(struct remote_self &me, uint32_t i, T old) {
        const uint32_t value = remote_word<T>::value(old);
        const bool torn = remote_word<T>::is_torn(old), won = value == expected<R>(me, i) && !torn;
        me.tally.updates += won;
        me.tally.torn += torn;
        me.expected = value + won;
        return value;
    }
};

template <enum remote_operation Op, enum ga_scope S> struct remote_step;
#define REMOTE_TYPE_u32 uint32_t
#define REMOTE_TYPE_u64 uint64_t
#define REMOTE_TYPE_f32 float
#define REMOTE_TYPE_f64 double
#define REMOTE_TYPE_b128 ga_b128
#define REMOTE_STEP(op, type)                                                                      \
    template <enum ga_scope S>                                                                     \
    struct remote_step<REMOTE_##op##_##type, S> : remote_##op<S, REMOTE_TYPE_##type> {};
REMOTE_OPERATIONS(REMOTE_STEP)
#undef REMOTE_STEP

#endif
