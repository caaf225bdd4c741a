/* The host's part in fence_peer_messages: a thread that does what a GPU's does in peer_messages_kernels.h, by the host's own
 * acquire and release. */
#ifndef GA_PEER_MESSAGES_HOST_H
#define GA_PEER_MESSAGES_HOST_H

#include <pthread.h>
#include <sched.h>

#include "clock.h"
#include "peer_messages_kernels.h"

struct peer_host {
    struct peer_args args;
    uint32_t channel;
    bool is_ordered; /* the words are plain */
    double patience_s;
    struct peer_left left;
    pthread_t id;
};

/* As the stand-in's threads make one, which ThreadSanitizer can tell; a GPU's are in another file of code. */
template <enum ga_order O> static inline void host_fence(void) {
#if defined(GA_BACKEND_CPU)
    ga_fence<GA_SCOPE_SYSTEM, O>();
#else
    __atomic_thread_fence(O == GA_RELEASE ? __ATOMIC_RELEASE : __ATOMIC_ACQUIRE);
#endif
}

static inline bool host_await(const struct peer_host *h, const uint32_t *word, uint32_t x) {
    const double begin = ga_now_s();
    for (uint32_t laps = 1; __atomic_load_n(word, __ATOMIC_ACQUIRE) != x; laps++) {
        if (laps % 256 == 0 && ga_now_s() - begin > h->patience_s)
            return false;
        if (laps % 256 == 0)
            sched_yield();
    }
    return true;
}

static inline void host_send(const struct peer_host *h, uint32_t turn) {
    const struct peer_args *const a = &h->args;
    const uint32_t x = turn + 1;
    for (uint32_t to = 0; to < a->n_parties; to++) {
        if (to == a->me)
            continue;
        uint32_t *const line = a->inbox[to]->words[h->channel][a->me][peer_line(turn)];
        for (uint32_t w = 0; w < a->n_words; w++)
            if (h->is_ordered)
                line[w] = x;
            else
                __atomic_store_n(&line[w], x, __ATOMIC_RELAXED);
        host_fence<GA_RELEASE>();
        __atomic_store_n(&a->inbox[to]->flags[h->channel][a->me][turn % 2], x, __ATOMIC_RELEASE);
        __atomic_store_n(&a->inbox[to]->sent[h->channel][a->me][turn % 2], x, __ATOMIC_RELEASE);
    }
}

static inline void host_receive(struct peer_host *h, uint32_t turn) {
    const struct peer_args *const a = &h->args;
    const struct peer_inbox *const in = a->inbox[a->me];
    const uint32_t x = turn + 1;
    for (uint32_t from = 0; from < a->n_parties && h->left.outcome == GA_OK; from++) {
        if (from == a->me)
            continue;
        if (!host_await(h, &in->flags[h->channel][from][turn % 2], x))
            h->left.outcome = GA_TIMEOUT;
        host_fence<GA_ACQUIRE>();
        const uint32_t *const line = in->words[h->channel][from][peer_line(turn)];
        uint32_t n_old = 0;
        for (uint32_t w = 0; w < a->n_words; w++)
            n_old += (h->is_ordered ? line[w] : __atomic_load_n(&line[w], __ATOMIC_RELAXED)) != x;
        h->left.handovers++;
        h->left.failures += n_old > 0;
    }
}

/* For pthread_create. */
static inline void *host_converse(void *argument) {
    struct peer_host *const h = (struct peer_host *)argument;
    const struct peer_args *const a = &h->args;
    const uint32_t n_turns = peer_turns(a->n_samples, a->barrier);
    __atomic_store_n(&a->board->arrived[a->me], 1u, __ATOMIC_RELEASE);
    for (uint32_t k = 0; k < a->n_parties; k++)
        if (h->left.outcome == GA_OK && !host_await(h, &a->board->arrived[k], 1))
            h->left.outcome = GA_TIMEOUT;
    for (uint32_t turn = 0; turn < n_turns && h->left.outcome == GA_OK; turn++) {
        if (peer_sends(a->me, a->barrier, h->channel, turn))
            host_send(h, turn);
        if (peer_receives(a->me, a->barrier, h->channel, turn))
            host_receive(h, turn);
        h->left.turns++;
    }
    return nullptr;
}

#endif
