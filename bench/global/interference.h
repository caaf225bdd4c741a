/* The kernels of global_interference: some warps of every block add, the others read, write or poll beside them. */
#ifndef GA_INTERFERENCE_H
#define GA_INTERFERENCE_H

#include "device_order.h"
#include "laps.h"

enum interference_kind { READ, WRITE, POLL };
enum : uint32_t {
    INTERFERENCE_ADDERS = 4, /* of the 16 parts of a block's warps, those that add */
    INTERFERENCE_PARTS = 16,
    INTERFERENCE_UNROLL = 4, /* loads or stores of a lane that are under way at once */
    INTERFERENCE_ADDS = 4,   /* no-return adds between two looks at the clock */
    INTERFERENCE_FLAG = 0x5a5a5a5a,
};

/* Both sides work for `window` cycles. apart: cycles from one turn of a warp of the background to its next; 0: at once. A
 * lane's n of a lap: its adds, or its warp's turns. */
struct interference_args {
    char *words;
    const uint32_t
        *where; /* [thread]: its word's offset in words; of no meaning where it does not add */
    uint64_t
        *array; /* n_items of 8 bytes, each its index times 3; so many that turns end with them */
    const uint32_t *flag;
    uint32_t *wrong;     /* [thread] */
    uint32_t *counts;    /* [thread]: its adds so far */
    struct ga_lap *laps; /* [warp] */
    uint32_t n_items, window, apart, zero;
    uint32_t adds, beside; /* whether there are adds, and a background */
};

GA_DEVICE uint64_t interference_item(uint64_t i) { return i * 3; }

GA_DEVICE uint32_t interference_adders(void) {
    const uint32_t n = ga_n_threads() / ga_warp_size() * INTERFERENCE_ADDERS / INTERFERENCE_PARTS;
    return n > 0 ? n : 1;
}

/* A lane's adds, as many as it gets done in time. */
template <bool Waits>
GA_DEVICE uint32_t interference_adds(const struct interference_args &a, uint32_t *word) {
    const uint64_t begin = ga_cycles();
    uint32_t n = 0, old = 0;
    GA_NO_UNROLL
    do {
        if constexpr (Waits) {
            old = ga_add<GA_SCOPE_DEVICE, GA_RELAXED>(word, (old & a.zero) | 1);
            n++;
        } else {
            GA_UNROLL
            for (uint32_t k = 0; k < INTERFERENCE_ADDS; k++)
                GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(word, 1u);
            n += INTERFERENCE_ADDS;
        }
    } while (ga_cycles_between(begin, ga_cycles_after(old & a.zero)) < a.window);
    return n;
}

/* A turn of a warp: 8 bytes a lane, INTERFERENCE_UNROLL times; or one look at the flag. out: whether something read
 * differed from what it must be. */
template <enum interference_kind K>
GA_DEVICE bool interference_turn(const struct interference_args &a, uint32_t *at, uint32_t step) {
    uint64_t differs = 0;
    if constexpr (K == POLL) {
        differs = ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(a.flag) ^ INTERFERENCE_FLAG;
    } else {
        uint64_t items[INTERFERENCE_UNROLL];
        GA_UNROLL
        for (uint32_t k = 0; k < INTERFERENCE_UNROLL; k++) {
            uint64_t *const item = a.array + *at + k * step;
            if constexpr (K == READ)
                items[k] = ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(item);
            else
                ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(item, interference_item(*at + k * step));
        }
        GA_UNROLL
        for (uint32_t k = 0; k < INTERFERENCE_UNROLL && K == READ; k++)
            differs |= items[k] ^ interference_item(*at + k * step);
        *at += INTERFERENCE_UNROLL * step;
        *at = *at < a.n_items ? *at : *at - a.n_items;
    }
    return differs != 0;
}

/* A lane's part of its warp's turns. out: their number. */
template <enum interference_kind K>
GA_DEVICE uint32_t interference_beside(const struct interference_args &a, uint32_t me, uint32_t n,
                                       bool *differs) {
    const uint64_t begin = ga_cycles();
    uint32_t at = me, turns = 0;
    GA_NO_UNROLL
    while (ga_cycles_between(begin, ga_cycles()) < a.window) {
        *differs |= interference_turn<K>(a, &at, n);
        turns++;
        const uint64_t due = (uint64_t)turns * a.apart;
        GA_NO_UNROLL
        while (ga_cycles_between(begin, ga_cycles()) < (due < a.window ? due : a.window) &&
               a.apart > 0)
            ga_pause();
    }
    return turns;
}

template <enum interference_kind K, bool Waits>
GA_DEVICE void interference(const struct interference_args &a) {
    const uint32_t size = ga_warp_size(), warp = ga_thread() / size, lane = ga_thread() % size;
    const uint32_t adders = interference_adders(), n_warps = ga_n_threads() / size;
    const uint32_t thread = ga_block() * ga_n_threads() + ga_thread();
    const uint32_t n_beside = ga_n_blocks() * (n_warps - adders) * size;
    const bool adds = warp < adders && a.adds && (!Waits || ga_thread() == 0);
    const bool beside = warp >= adders && a.beside && (K != POLL || lane == 0);
    bool differs = false;
    ga_block_sync();
    const struct ga_lap lap = ga_lap_begin();
    uint32_t n = 0;
    if (adds)
        n = interference_adds<Waits>(a, (uint32_t *)a.words + a.where[thread]);
    else if (beside)
        n = interference_beside<K>(
            a, (ga_block() * (n_warps - adders) + warp - adders) * size + lane, n_beside, &differs);
    ga_await_writes();
    a.wrong[thread] += differs;
    a.counts[thread] += adds ? n : 0;
    if ((adds || beside) && lane == 0)
        ga_lap_end(&a.laps[thread / size], lap, n);
}

#endif
