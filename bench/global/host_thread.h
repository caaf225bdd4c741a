/* The host's part in host_atomics: a thread that does what a GPU's thread does in remote_kernels.h. */
#ifndef GA_HOST_THREAD_H
#define GA_HOST_THREAD_H

#include <pthread.h>
#include <time.h>

#include "remote.h"

enum {
    HOST_BIT = REMOTE_BITS - 1, /* its bit of a word; GPUs count from the other end */
    HOST_MOST = 1 << 20,        /* accesses as company */
};

struct host_thread {
    enum remote_operation operation;
    void *word;
    struct remote_flags *flags;
    uint32_t party, n_parties, company;
    uint32_t accesses, n_samples, most;
    uint32_t first_value;
    uint32_t *log; /* [most]; for an exchange only */
    /* Written by the thread: */
    struct remote_tally tally;
    double *sample_ns; /* [n_samples], if not company */
    double ns;         /* from start to end */
    uint32_t expected; /* by the next compare-and-swap */
};

static inline double host_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* A loop where the host has no instruction: the old value. */
template <typename T, typename Change> static inline T host_loop(T *p, Change change) {
    T old = __atomic_load_n(p, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(p, &old, change(old), false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
        ;
    return old;
}

static inline float host_float(uint32_t bits) {
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}
static inline uint32_t host_bits(float x) {
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* The access number i. The checks are those of remote_kernels.h. */
template <enum remote_operation Op>
static inline void host_access(struct host_thread *h, uint32_t i) {
    uint32_t *const u32 = (uint32_t *)h->word;
    uint64_t *const u64 = (uint64_t *)h->word;
    const uint64_t bit = (uint64_t)1 << HOST_BIT;
    struct remote_tally *const t = &h->tally;
    uint32_t updates = 1;
    if (Op == REMOTE_add_u32 || Op == REMOTE_inc) {
        __atomic_fetch_add(u32, 1u, __ATOMIC_RELAXED);
    } else if (Op == REMOTE_add_u64) {
        __atomic_fetch_add(u64, (uint64_t)1, __ATOMIC_RELAXED);
    } else if (Op == REMOTE_add_f32) {
        host_loop(u32, [](uint32_t old) { return host_bits(host_float(old) + 1); });
    } else if (Op == REMOTE_max) {
        t->lost += host_loop(u32, [i](uint32_t old) { return old > i + 1 ? old : i + 1; }) < i;
    } else if (Op == REMOTE_xor) {
        const uint64_t old = __atomic_fetch_xor(u64, bit, __ATOMIC_RELAXED);
        const uint32_t off = (uint32_t)(old >> HOST_BIT) ^ (i & 1);
        t->lost += off != t->off;
        t->off = off;
    } else if (Op == REMOTE_or_and) {
        const uint64_t old = i % 2 ? __atomic_fetch_and(u64, ~bit, __ATOMIC_RELAXED)
                                   : __atomic_fetch_or(u64, bit, __ATOMIC_RELAXED);
        t->lost += (uint32_t)(old >> HOST_BIT) != i % 2;
    } else if (Op == REMOTE_exchange) {
        h->log[i] = __atomic_exchange_n(u32, h->first_value + i + 1, __ATOMIC_RELAXED);
    } else {
        uint32_t seen = h->expected;
        updates = __atomic_compare_exchange_n(u32, &seen, seen + 1, false, __ATOMIC_RELAXED,
                                              __ATOMIC_RELAXED);
        h->expected = seen + updates;
    }
    t->updates += updates;
}

/* Until all parties have arrived, for 5 s at most. */
static inline uint32_t host_await_all(const struct host_thread *h) {
    const double begin = host_now_ns();
    for (uint32_t party = 0; party < h->n_parties; party++)
        while (__atomic_load_n(&h->flags->arrived[party], __ATOMIC_ACQUIRE) == 0)
            if (host_now_ns() - begin > 5e9)
                return GA_TIMEOUT;
    return GA_OK;
}

template <enum remote_operation Op> static void host_run_as(struct host_thread *h) {
    const uint32_t n = REMOTE_WARM_UP + h->n_samples;
    uint32_t i = 0;
    const double start = host_now_ns();
    double begin = start, end = start;
    for (uint32_t s = 0; i + h->accesses <= h->most; s++) {
        if (h->company
                ? __atomic_load_n(&h->flags->done, __ATOMIC_RELAXED) != 0 || end - start > 5e9
                : s == n)
            break;
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
#define HOST_CASE(op)                                                                              \
    case REMOTE_##op:                                                                              \
        host_run_as<REMOTE_##op>(h);                                                               \
        break;
        REMOTE_OPERATIONS(HOST_CASE)
#undef HOST_CASE
    default:
        h->tally.outcome = GA_ERROR;
    }
    return nullptr;
}

#endif
