/* A loop of the host in pieces, side by side: inputs of millions of keys take longer to make than to count. */
#ifndef GA_PIECES_H
#define GA_PIECES_H

#include <pthread.h>
#include <sched.h>
#include <stdint.h>

enum { PIECES_MOST = 32 };

template <typename F> struct piece {
    const F *f;
    uint32_t first, last;
    pthread_t thread;
    bool is_apart;
};

template <typename F> static inline void *piece_run(void *of) {
    const struct piece<F> *const p = (const struct piece<F> *)of;
    (*p->f)(p->first, p->last);
    return nullptr;
}

/* Calls f(first, last) for pieces of 0 .. n - 1 that do not overlap and are all of it: one for each processor that may be
 * used, up to PIECES_MOST, but none shorter than `least`. Each has a thread of its own if that can be had. Comes back when
 * all are done. f: may not wait for another. */
template <typename F> static inline void in_pieces(uint32_t n, uint32_t least, const F &f) {
    cpu_set_t allowed;
    const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    uint32_t count = known ? (uint32_t)CPU_COUNT(&allowed) : 1;
    count = count < PIECES_MOST ? count : (uint32_t)PIECES_MOST;
    count = n / least < count ? n / least : count;
    count = count > 0 ? count : 1;
    struct piece<F> pieces[PIECES_MOST];
    for (uint32_t i = 0; i < count; i++) {
        struct piece<F> *const p = &pieces[i];
        *p = {&f,
              (uint32_t)((uint64_t)n * i / count),
              (uint32_t)((uint64_t)n * (i + 1) / count),
              {},
              false};
        p->is_apart = i > 0 && pthread_create(&p->thread, nullptr, piece_run<F>, p) == 0;
    }
    for (uint32_t i = 0; i < count; i++)
        if (pieces[i].is_apart)
            pthread_join(pieces[i].thread, nullptr);
        else
            piece_run<F>(&pieces[i]);
}

#endif
