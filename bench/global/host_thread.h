/* The host's part in host_atomics: a thread that does what a GPU's thread does in remote_kernels.h. */
#ifndef GA_HOST_THREAD_H
#define GA_HOST_THREAD_H

#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "remote_word.h"

enum {
    HOST_MOST = 1 << 20, /* accesses as company */
    HOST_REST = 1 << 16, /* on the stand-in it rests from here on */
};

/* The host's words of 128 bits. clang would call a library for them, which need not be free of locks. */
#if defined(__x86_64__) && !defined(__clang__)
#define HOST_HAS_128
__extension__ typedef unsigned __int128 host_u128;
static const bool host_has_128 = true;
#else
static const bool host_has_128 = false;
#endif

struct host_thread {
    enum remote_operation operation;
    void *word;
    struct remote_flags *flags;
    uint32_t party, n_parties, company;
    uint32_t accesses, n_samples, most;
    uint32_t rank, n_ranks, first_value; /* as in struct remote_self */
    double patience_ns;                  /* the longest wait, and the longest stay of company */
    uint32_t *log;                       /* [most], or NULL */
    /* Written by the thread: */
    struct remote_tally tally;
    double *sample_ns; /* [n_samples], if not company */
    double ns;         /* from start to end */
    uint32_t last, expected;
};

static inline double host_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* out: the old value of a compare-and-swap. */
template <typename T> static inline T host_cas(T *p, T expected, T desired) {
    __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
template <typename T> static inline T host_read(const T *p) {
    return __atomic_load_n(p, __ATOMIC_RELAXED);
}
template <typename T> static inline T host_swap(T *p, T x) {
    return __atomic_exchange_n(p, x, __ATOMIC_RELAXED);
}
#ifdef HOST_HAS_128
/* One read that is torn fails, and the next try has what is there. */
static inline host_u128 host_read(const host_u128 *p) {
    const uint64_t *const halves = (const uint64_t *)p;
    return (host_u128)host_read(&halves[1]) << 64 | host_read(&halves[0]);
}
__attribute__((target("cx16"))) static inline host_u128 host_cas(host_u128 *p, host_u128 expected,
                                                                 host_u128 desired) {
    return __sync_val_compare_and_swap(p, expected, desired);
}
#endif
/* A loop where the host has no instruction: the old value. */
template <typename T, typename Change> static inline T host_loop(T *p, Change change) {
    T old = host_read(p), seen;
    do {
        seen = old;
        old = host_cas(p, seen, change(seen));
    } while (old != seen);
    return old;
}
#ifdef HOST_HAS_128
static inline host_u128 host_swap(host_u128 *p, host_u128 x) {
    return host_loop(p, [x](host_u128) { return x; });
}
template <> struct remote_word<host_u128> {
    static host_u128 make(uint32_t v) { return (host_u128)v << 64 | v; }
    static uint32_t value(host_u128 x) { return (uint32_t)x; }
    static bool is_torn(host_u128 x) { return (uint64_t)(x >> 64) != (uint64_t)x; }
};
#endif

template <typename To, typename From> static inline To host_bits(From x) {
    To y;
    __builtin_memcpy(&y, &x, sizeof y);
    return y;
}

/* One access of each kind, number i. The checks are those of remote_kernels.h. */
template <typename T> static inline void host_count(struct host_thread *h, T *p) {
    __atomic_fetch_add(p, remote_word<T>::make(1), __ATOMIC_RELAXED);
    h->tally.updates++;
}
template <typename T, typename Bits>
static inline void host_add_float(struct host_thread *h, Bits *p) {
    host_loop(p, [](Bits old) { return host_bits<Bits>(host_bits<T>(old) + 1); });
    h->tally.updates++;
}
template <bool Least, typename T>
static inline void host_extreme(struct host_thread *h, T *p, uint32_t i) {
    typedef remote_word<T> word;
    const uint32_t put = remote_put(i, h->rank, h->n_ranks);
    const T none = 0, flip = Least ? (T)~none : none, x = word::make(put);
    const T old =
        flip ^ host_loop(p, [x, flip](T there) { return (there ^ flip) > x ? there : x ^ flip; });
    h->tally.updates++;
    h->tally.lost += word::value(old) < h->last;
    h->tally.torn += word::is_torn(old);
    h->last = put;
}
template <typename T> static inline void host_xor(struct host_thread *h, T *p, uint32_t i) {
    const uint32_t bit = remote_bit(h->rank, 8 * sizeof(T));
    const T old = __atomic_fetch_xor(p, (T)1 << bit, __ATOMIC_RELAXED);
    const uint32_t off = (uint32_t)(old >> bit & 1) ^ (i & 1);
    h->tally.updates++;
    h->tally.lost += off != h->tally.off;
    h->tally.off = off;
}
template <typename T> static inline void host_or_and(struct host_thread *h, T *p, uint32_t i) {
    const uint32_t at = remote_bit(h->rank, 8 * sizeof(T));
    const T bit = (T)1 << at;
    const T old = i % 2 ? __atomic_fetch_and(p, ~bit, __ATOMIC_RELAXED)
                        : __atomic_fetch_or(p, bit, __ATOMIC_RELAXED);
    h->tally.updates++;
    h->tally.lost += (uint32_t)(old >> at & 1) != i % 2;
}
template <typename T> static inline void host_exchange(struct host_thread *h, T *p, uint32_t i) {
    typedef remote_word<T> word;
    const uint32_t put = h->first_value + i + 1;
    const T old = host_swap(p, word::make(put));
    h->tally.updates++;
    h->tally.torn += word::is_torn(old);
    if (h->log)
        h->log[i] = word::value(old);
    else
        h->tally.lost += word::value(old) != h->last;
    h->last = put;
}
template <typename T> static inline void host_add_if(struct host_thread *h, T *p) {
    typedef remote_word<T> word;
    const T old = host_cas(p, word::make(h->expected), word::make(h->expected + 1));
    const bool torn = word::is_torn(old), won = word::value(old) == h->expected && !torn;
    h->tally.updates += won;
    h->tally.torn += torn;
    h->expected = word::value(old) + won;
}

/* The access number i of an operation. */
template <enum remote_operation Op>
static inline void host_access(struct host_thread *h, uint32_t i) {
    uint32_t *const u32 = (uint32_t *)h->word;
    uint64_t *const u64 = (uint64_t *)h->word;
#ifdef HOST_HAS_128
    host_u128 *const u128 = (host_u128 *)h->word;
#else
    uint64_t *const u128 = u64; /* not measured */
#endif
    switch (Op) {
    case REMOTE_add_u32:
    case REMOTE_inc_u32:
        return host_count(h, u32);
    case REMOTE_add_u64:
        return host_count(h, u64);
    case REMOTE_add_f32:
        return host_add_float<float>(h, u32);
    case REMOTE_add_f64:
        return host_add_float<double>(h, u64);
    case REMOTE_min_u32:
        return host_extreme<true>(h, u32, i);
    case REMOTE_min_u64:
        return host_extreme<true>(h, u64, i);
    case REMOTE_max_u32:
        return host_extreme<false>(h, u32, i);
    case REMOTE_max_u64:
        return host_extreme<false>(h, u64, i);
    case REMOTE_xor_u32:
        return host_xor(h, u32, i);
    case REMOTE_xor_u64:
        return host_xor(h, u64, i);
    case REMOTE_or_and_u32:
        return host_or_and(h, u32, i);
    case REMOTE_or_and_u64:
        return host_or_and(h, u64, i);
    case REMOTE_exchange_u32:
        return host_exchange(h, u32, i);
    case REMOTE_exchange_u64:
        return host_exchange(h, u64, i);
    case REMOTE_exchange_b128:
        return host_exchange(h, u128, i);
    case REMOTE_cas_u32:
        return host_add_if(h, u32);
    case REMOTE_cas_u64:
        return host_add_if(h, u64);
    case REMOTE_cas_b128:
        return host_add_if(h, u128);
    case REMOTE_N_OPERATIONS:
        return;
    }
}

/* Until all parties have arrived, for patience_ns at most. */
static inline uint32_t host_await_all(const struct host_thread *h) {
    const double begin = host_now_ns();
    for (uint32_t party = 0; party < h->n_parties; party++)
        while (__atomic_load_n(&h->flags->arrived[party], __ATOMIC_ACQUIRE) == 0)
            if (host_now_ns() - begin > h->patience_ns)
                return GA_TIMEOUT;
    return GA_OK;
}

/* As company: whether the GPU's threads have finished. On the stand-in the thread rests meanwhile, as company on a GPU
 * does. */
static inline bool host_is_over(const struct host_thread *h, uint32_t i, double begin) {
    bool over = __atomic_load_n(&h->flags->done, __ATOMIC_RELAXED) != 0;
    if constexpr (REMOTE_REST_TICKS > 0)
        while (!over && i >= (uint32_t)HOST_REST &&
               host_now_ns() - begin < (double)REMOTE_REST_TICKS) {
            sched_yield();
            over = __atomic_load_n(&h->flags->done, __ATOMIC_RELAXED) != 0;
        }
    return over;
}

/* Company that goes before the GPU's threads have finished has an outcome that says why. */
template <enum remote_operation Op> static void host_run_as(struct host_thread *h) {
    const uint32_t n = REMOTE_WARM_UP + h->n_samples;
    uint32_t i = 0;
    const double start = host_now_ns();
    double begin = start, end = start;
    for (uint32_t s = 0; h->company ? !host_is_over(h, i, end) : s < n; s++) {
        const bool no_room = h->most - i < h->accesses;
        if (no_room || end - start > h->patience_ns) {
            h->tally.outcome = no_room ? GA_ERROR : GA_TIMEOUT;
            break;
        }
        for (const uint32_t stop = i + h->accesses; i < stop; i++)
            host_access<Op>(h, i);
        end = host_now_ns();
        if (!h->company && s >= REMOTE_WARM_UP)
            h->sample_ns[s - REMOTE_WARM_UP] = end - begin;
        begin = end;
    }
    h->tally.accesses = i;
    h->ns = end - start;
}

/* For pthread_create. */
static inline void *host_run(void *argument) {
    struct host_thread *const h = (struct host_thread *)argument;
    __atomic_store_n(&h->flags->arrived[h->party], 1u, __ATOMIC_RELEASE);
    h->tally.outcome = host_await_all(h);
    if (h->tally.outcome != GA_OK)
        return nullptr;
    switch (h->operation) {
#define HOST_CASE(op, type)                                                                        \
    case REMOTE_##op##_##type:                                                                     \
        host_run_as<REMOTE_##op##_##type>(h);                                                      \
        break;
        REMOTE_OPERATIONS(HOST_CASE)
#undef HOST_CASE
    default:
        h->tally.outcome = GA_ERROR;
    }
    return nullptr;
}

#endif
