/* lock_barriers' kernels: every kind of barrier in the same loop.
 *
 * Contends: all threads that a barrier is for. Progress assumed: resident blocks run. Barriers in hardware, and the
 * vendor's of a cooperative launch, are waited for without a limit, because the hardware or the launch promises that all
 * come; all other waits have one. */
#ifndef GA_LOCK_BARRIERS_KERNELS_H
#define GA_LOCK_BARRIERS_KERNELS_H

#include "device_barrier.h"
#include "grid_barrier_kernels.h"

enum { COPIES = 16, LOOKS = 64 }; /* LOOKS: between two of the clock */

/* What a thread of the last proving and of the last timed launch left. */
struct barriers_left {
    uint32_t rounds, n_wrong;
};

/* grid.slots: a word a thread, for even and for odd rounds. grid.records: of block 0 alone, one a launch. */
struct barriers_args {
    struct grid_args grid;
    struct barriers_left *left; /* [thread] */
    uint32_t group;             /* threads that a barrier is for, neighbours */
    uint32_t round;             /* of a launch that is a barrier */
    uint64_t hold_ticks;        /* that it takes at least */
};

/* Of a thread, for ours. */
struct barriers_self {
    struct barrier_self barrier;
    uint32_t *words;
};

/* A kind of barrier. copies: how often it stands in the timed loop. orders: whether it is for plain writes, too. begin: all
 * threads of the block; whether the launch goes on. meet: of each thread once a round; whether all came. */
struct of_hardware {
    static constexpr uint32_t copies = COPIES;
    static constexpr bool orders = true;
    GA_DEVICE bool begin(const struct barriers_args &, struct barriers_self *) { return true; }
    GA_DEVICE bool is_right(uint32_t) { return true; } /* after so many rounds */
};
struct of_software : of_hardware {
    static constexpr uint32_t copies = 1;
};
struct kind_warp : of_hardware {
    GA_DEVICE bool meet(const struct barriers_args &, struct barriers_self *, uint32_t) {
        ga_warp_sync();
        return true;
    }
};
struct kind_block : of_hardware {
    GA_DEVICE bool meet(const struct barriers_args &, struct barriers_self *, uint32_t) {
        ga_block_sync();
        return true;
    }
};
struct kind_named : of_hardware {
    GA_DEVICE bool meet(const struct barriers_args &, struct barriers_self *, uint32_t) {
        ga_named_sync(1, ga_n_threads());
        return true;
    }
};
struct kind_cluster : of_software {
    GA_DEVICE bool meet(const struct barriers_args &, struct barriers_self *, uint32_t) {
        ga_cluster_sync();
        return true;
    }
};
struct kind_cluster_relaxed : of_software {
    static constexpr bool orders = false;
    GA_DEVICE bool meet(const struct barriers_args &, struct barriers_self *, uint32_t) {
        ga_cluster_sync_relaxed();
        return true;
    }
};
struct kind_cooperative : of_software {
    GA_DEVICE bool meet(const struct barriers_args &, struct barriers_self *, uint32_t) {
        ga_grid_sync();
        return true;
    }
};

/* In shared memory, for every thread of the block. */
struct in_shared {
    uint64_t barrier;
    uint32_t word;
};
GA_DEVICE struct in_shared *mine(void) { return (struct in_shared *)ga_shared(); }

/* The clock is read as rarely as it may be. */
GA_DEVICE bool await_phase(const struct barriers_args &a, uint32_t phase, uint32_t n) {
    uint64_t since = 0;
    for (;;) {
        GA_NO_UNROLL
        for (uint32_t i = 0; i < LOOKS; i++)
            if (ga_mbarrier_ended(&mine()->barrier, phase, n))
                return true;
        const uint64_t now = ga_ticks();
        since = since ? since : now;
        if (now - since > a.grid.spin_ticks) {
            ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(a.grid.over, (uint32_t)GAVE_UP);
            return false;
        }
        ga_pause();
    }
}
GA_DEVICE bool begin_shared(const struct barriers_args &a, uint32_t arrivals) {
    if (ga_thread() == 0) {
        mine()->word = 0;
        ga_mbarrier_begin(&mine()->barrier, arrivals);
    }
    ga_block_sync();
    return ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(a.grid.over) != GAVE_UP;
}

struct kind_mbarrier : of_software {
    GA_DEVICE bool begin(const struct barriers_args &a, struct barriers_self *) {
        return begin_shared(a, ga_n_threads());
    }
    GA_DEVICE bool meet(const struct barriers_args &a, struct barriers_self *, uint32_t round) {
        ga_mbarrier_arrive(&mine()->barrier);
        return await_phase(a, round, ga_n_threads());
    }
};

/* Thread 0 announces four bytes a warp, and a lane of each warp brings them. */
struct kind_mbarrier_tx : of_software {
    static constexpr bool orders = false;
    GA_DEVICE bool begin(const struct barriers_args &a, struct barriers_self *) {
        return begin_shared(a, 1);
    }
    GA_DEVICE bool meet(const struct barriers_args &a, struct barriers_self *, uint32_t round) {
        const uint32_t bytes = ga_n_threads() / ga_warp_size() * (uint32_t)sizeof(uint32_t);
        if (ga_thread() == 0)
            ga_mbarrier_expect(&mine()->barrier, bytes);
        if (ga_thread() % ga_warp_size() == 0)
            ga_mbarrier_add(&mine()->barrier, &mine()->word, 1);
        const bool ended = await_phase(a, round, bytes);
        ga_warp_sync(); /* or a lane could miss a phase */
        return ended;
    }
    GA_DEVICE bool is_right(uint32_t rounds) {
        return mine()->word == rounds * (ga_n_threads() / ga_warp_size());
    }
};

/* Ours. */
template <typename B> struct kind_of_grid : of_software {
    GA_DEVICE bool begin(const struct barriers_args &a, struct barriers_self *self) {
        uint32_t *const shared = (uint32_t *)ga_shared();
        self->barrier.member = ga_block();
        self->barrier.members = ga_n_blocks();
        self->words = a.grid.words + a.grid.zero[ga_thread()];
        if (ga_thread() == 0)
            *shared = ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(a.grid.over) != GAVE_UP;
        ga_block_sync();
        return *shared;
    }
    GA_DEVICE bool meet(const struct barriers_args &a, struct barriers_self *self, uint32_t) {
        return meet_all<B, true>(a.grid, self->words, (uint32_t *)ga_shared(), &self->barrier);
    }
};
template <template <enum ga_scope, typename> class Barrier>
using kind_ours = kind_of_grid<Barrier<GA_SCOPE_DEVICE, struct lock_orders<LOCK_ATOMICS>>>;

/* A thread writes before a barrier, and reads behind it what its neighbour in the group wrote. The slots of the round
 * after next are these again, and nobody gets there before all have read. */
struct proof {
    uint32_t at, neighbour, n, n_wrong;
};
GA_DEVICE struct proof start_proof(const struct barriers_args &a) {
    const uint32_t at = ga_block() * ga_n_threads() + ga_thread(), first = at / a.group * a.group;
    return {at, first + (at - first + 1) % a.group, ga_n_blocks() * ga_n_threads(), 0};
}
template <typename K>
GA_DEVICE void write_slot(const struct barriers_args &a, const struct proof *p, uint32_t round) {
    uint32_t *const slot = &a.grid.slots[round % 2 * p->n + p->at];
    if constexpr (K::orders)
        *slot = round + 1;
    else
        ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(slot, round + 1);
}
template <typename K>
GA_DEVICE void read_slot(const struct barriers_args &a, struct proof *p, uint32_t round) {
    const uint32_t *const slot = &a.grid.slots[round % 2 * p->n + p->neighbour];
    if constexpr (K::orders)
        p->n_wrong += *slot != round + 1;
    else
        p->n_wrong += ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(slot) != round + 1;
}

template <typename K> GA_DEVICE void run(const struct barriers_args &a) {
    struct grid_record *const record = a.grid.records;
    const uint32_t n_rounds = WARM_UP + a.grid.rounds;
    const bool leads = ga_block() == 0 && ga_thread() == 0;
    struct proof p = start_proof(a);
    struct barriers_self self = {};
    bool all_here = K::begin(a, &self);
    uint32_t round = 0;
    GA_NO_UNROLL
    while (all_here && round < n_rounds) {
        if (round == WARM_UP && leads) {
            record->cycles = ga_cycles();
            record->start = ga_ticks();
        }
        if (K::copies == 1 || a.grid.proof || round < WARM_UP) {
            if (a.grid.proof)
                write_slot<K>(a, &p, round);
            all_here = K::meet(a, &self, round);
            if (a.grid.proof && all_here)
                read_slot<K>(a, &p, round);
            round += all_here;
        } else {
            GA_UNROLL
            for (uint32_t i = 0; i < K::copies; i++)
                K::meet(a, &self, round);
            round += K::copies;
        }
    }
    if (leads) {
        record->end = ga_ticks();
        record->cycles = ga_cycles_between(record->cycles, ga_cycles());
    }
    a.left[p.at] = {K::is_right(round) ? round : 0, p.n_wrong};
}

/* One launch of a row of them: the next one is the barrier. */
GA_DEVICE void run_once(const struct barriers_args &a) {
    const uint64_t begin = ga_ticks();
    struct proof p = start_proof(a);
    if (ga_block() == 0 && ga_thread() == 0) {
        struct grid_record *const record = &a.grid.records[a.round];
        const uint64_t cycles = ga_cycles();
        record->start = begin;
        while (ga_ticks() - begin < a.hold_ticks)
            ga_pause();
        record->end = ga_ticks();
        record->cycles = ga_cycles_between(cycles, ga_cycles());
    }
    if (!a.grid.proof)
        return;
    if (a.round > 0)
        read_slot<of_hardware>(a, &p, a.round - 1);
    write_slot<of_hardware>(a, &p, a.round);
    a.left[p.at] = {a.round + 1, a.left[p.at].n_wrong + p.n_wrong};
}

#endif
