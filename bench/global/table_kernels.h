/* The kernels of global_table: the measured ones, for slots of 4, 8 and 16 bytes, and those that check what they left.
 * sort: table_sort.h. */
#ifndef GA_TABLE_KERNELS_H
#define GA_TABLE_KERNELS_H

#include "keyed.h"

/* A slot is a key, a key and a value of as many bits, or twice that of both. The key 0 is no key. */
template <typename Slot> GA_DEVICE Slot table_make(uint32_t key, uint32_t value) {
    if constexpr (sizeof(Slot) == 16)
        return {key, value};
    else if constexpr (sizeof(Slot) == 8)
        return (uint64_t)value << 32 | key;
    else
        return key;
}
GA_DEVICE uint32_t table_key(uint32_t slot) { return slot; }
GA_DEVICE uint32_t table_key(uint64_t slot) { return (uint32_t)slot; }
GA_DEVICE uint32_t table_key(const struct ga_b128 &slot) { return (uint32_t)slot.low; }
GA_DEVICE uint32_t table_value(uint64_t slot) { return (uint32_t)(slot >> 32); }
GA_DEVICE uint32_t table_value(const struct ga_b128 &slot) { return (uint32_t)slot.high; }
GA_DEVICE uint32_t table_peek(const uint32_t *slot) { return ga_peek(slot); }
GA_DEVICE uint32_t table_peek(const uint64_t *slot) { return (uint32_t)ga_peek(slot); }
GA_DEVICE uint32_t table_peek(const struct ga_b128 *slot) { return (uint32_t)ga_peek(&slot->low); }

/* slots: [capacity], zeroed. tries: [thread of the grid]. share: of 100 keys that are appended. zero: [threads of a block]
 * of 0; the compiler does not know. */
struct table_args {
    const uint32_t *keys;
    void *slots;
    uint32_t *tries, *tail;
    const uint32_t *zero;
    struct keyed_lap *laps; /* [block] */
    uint32_t n_keys, capacity, share;
};

/* Where a key is looked for first. src: Lemire, "Fast random integer generation in an interval", ACM TOMACS 29, 2019. */
GA_DEVICE uint32_t table_home(uint32_t key, uint32_t capacity) {
    return (uint32_t)((uint64_t)(key * 0x9e3779b1u) * capacity >> 32);
}

/* Inserts a key if it is not there: the next slot is tried until one is empty or has it, at most all of them once. out:
 * the compare-and-swaps that it took. src: linear probing, Knuth, TAOCP 3, 6.4. */
template <typename Slot, bool Peek>
GA_DEVICE uint32_t table_insert(Slot *slots, uint32_t capacity, uint32_t key, uint32_t value) {
    uint32_t at = table_home(key, capacity), tries = 0;
    GA_NO_UNROLL
    for (uint32_t i = 0; i < capacity; i++) {
        uint32_t seen = Peek ? table_peek(slots + at) : 0;
        if (seen == 0) {
            seen = table_key(ga_cas<GA_SCOPE_DEVICE, GA_RELAXED>(slots + at, Slot{},
                                                                 table_make<Slot>(key, value)));
            tries++;
        }
        if (seen == 0 || seen == key)
            break;
        at = at + 1 == capacity ? 0 : at + 1;
    }
    return tries;
}

/* Contends: threads whose keys meet at a slot. Progress assumed: none; nobody waits. Expected: one device-scope
 * compare-and-swap. */
template <typename Slot, bool Peek> GA_DEVICE void table_fill(const struct table_args &a) {
    const struct keyed_lap lap = keyed_begin();
    const uint32_t me = ga_block() * ga_n_threads() + ga_thread();
    uint32_t tries = 0;
    GA_NO_UNROLL
    for (uint32_t i = me; i < a.n_keys; i += ga_n_blocks() * ga_n_threads())
        tries += table_insert<Slot, Peek>((Slot *)a.slots, a.capacity, a.keys[i], i);
    a.tries[me] = tries;
    keyed_end(a.laps, lap);
}

GA_ANYWHERE bool table_appends(uint32_t key, uint32_t share) { return key % 100 < share; }

enum table_by { BY_THREAD, BY_WARP, BY_BLOCK };

/* Appends those of the keys that are wanted behind each other, with their index: the counter's next is asked for by each
 * thread, by each warp for all of its lanes, or by each block for all of its threads. Contends: those that ask, on one
 * word. Its address comes from memory, so that lanes are not combined. Progress assumed: lanes meet at a vote; of
 * BY_BLOCK, the block's barrier. Expected: one device-scope add; of BY_BLOCK also one in shared memory. */
template <typename Slot, enum table_by By> GA_DEVICE void table_append(const struct table_args &a) {
    const struct keyed_lap lap = keyed_begin();
    uint32_t *const own = (uint32_t *)ga_shared(); /* how many, where they begin */
    uint32_t *const tail = a.tail + a.zero[ga_thread()];
    const uint32_t lane = ga_thread() % ga_warp_size();
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    GA_NO_UNROLL
    for (uint32_t first = ga_block() * ga_n_threads(); first < a.n_keys; first += step) {
        const uint32_t i = first + ga_thread();
        const bool wants = i < a.n_keys && table_appends(a.keys[i], a.share);
        uint32_t at = 0;
        if constexpr (By == BY_THREAD) {
            if (wants)
                at = ga_add<GA_SCOPE_DEVICE, GA_RELAXED>(tail, 1u);
        } else {
            const ga_lanes those = ga_ballot(wants);
            const uint32_t n = ga_n_lanes(those);
            if (By == BY_BLOCK && ga_thread() == 0)
                own[0] = 0;
            if constexpr (By == BY_BLOCK)
                ga_block_sync();
            if (lane == 0 && n > 0) {
                if constexpr (By == BY_BLOCK)
                    at = ga_add_u32_block_relaxed(own + a.zero[ga_thread()], n);
                else
                    at = ga_add<GA_SCOPE_DEVICE, GA_RELAXED>(tail, n);
            }
            at = ga_broadcast(at, 0) + ga_n_lanes(those & (((ga_lanes)1 << lane) - 1));
            if constexpr (By == BY_BLOCK) {
                ga_block_sync();
                if (ga_thread() == 0)
                    own[1] = ga_add<GA_SCOPE_DEVICE, GA_RELAXED>(tail, own[0]);
                ga_block_sync();
                at += own[1];
            }
        }
        if (wants)
            ((Slot *)a.slots)[at] = table_make<Slot>(sizeof(Slot) == 4 ? i + 1 : a.keys[i], i);
    }
    keyed_end(a.laps, lap);
}

#define TABLE_KERNELS(bytes, slot)                                                                 \
    GA_KERNEL_FULL(global_table_cas_##bytes, table_args) { table_fill<slot, false>(a); }           \
    GA_KERNEL_FULL(global_table_peek_##bytes, table_args) { table_fill<slot, true>(a); }           \
    GA_KERNEL_FULL(global_table_append_plain_##bytes, table_args) {                                \
        table_append<slot, BY_THREAD>(a);                                                          \
    }                                                                                              \
    GA_KERNEL_FULL(global_table_append_warp_##bytes, table_args) {                                 \
        table_append<slot, BY_WARP>(a);                                                            \
    }                                                                                              \
    GA_KERNEL_FULL(global_table_append_block_##bytes, table_args) {                                \
        table_append<slot, BY_BLOCK>(a);                                                           \
    }
TABLE_KERNELS(4, uint32_t)
TABLE_KERNELS(8, uint64_t)
TABLE_KERNELS(16, ga_b128)

/* --- checks: a run's slots, then cleared */

/* wanted: different keys of a table, or keys appended. places: [n_keys]. sorted: [n_keys], in order. */
struct table_check_args {
    const uint32_t *keys, *sorted;
    void *slots;
    uint32_t *tries, *tail, *places;
    struct keyed_lap *laps; /* [n_laps] */
    struct keyed_sample *sample;
    uint32_t n_keys, capacity, share, wanted, n_tries, n_laps;
};

enum { TABLE_TRIES_BITS = 40 }; /* of keyed_sample.found, above them the number of full slots */

/* Every key must be found where it is looked for. */
template <typename Slot> GA_DEVICE void table_look_up(const struct table_check_args &a) {
    const uint32_t first = ga_block() * ga_n_threads() + ga_thread();
    const Slot *const slots = (const Slot *)a.slots;
    if (first == 0)
        a.sample->found = 0;
    for (uint32_t i = first; i < a.n_keys; i += ga_n_blocks() * ga_n_threads()) {
        uint32_t at = table_home(a.keys[i], a.capacity), looks = 0;
        while (looks < a.capacity && table_key(slots[at]) != 0 &&
               table_key(slots[at]) != a.keys[i]) {
            at = at + 1 == a.capacity ? 0 : at + 1;
            looks++;
        }
        if (table_key(slots[at]) != a.keys[i])
            keyed_wrong(a.sample);
    }
}

/* Every full slot must hold the value that came with its key. Their number is the host's to compare. */
template <typename Slot> GA_DEVICE void table_check(const struct table_check_args &a) {
    const uint32_t first = ga_block() * ga_n_threads() + ga_thread();
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    Slot *const slots = (Slot *)a.slots;
    uint64_t found = 0;
    for (uint32_t at = first; at < a.capacity; at += step) {
        const Slot slot = slots[at];
        if (table_key(slot) == 0)
            continue;
        found += (uint64_t)1 << TABLE_TRIES_BITS;
        if constexpr (sizeof(Slot) > 4)
            if (table_value(slot) >= a.n_keys || a.keys[table_value(slot)] != table_key(slot))
                keyed_wrong(a.sample);
        slots[at] = Slot{};
    }
    for (uint32_t i = first; i < a.n_tries; i += step)
        found += a.tries[i];
    GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(&a.sample->found, found);
    if (ga_block() == 0)
        keyed_collect(a.laps, a.n_laps, a.sample);
}

/* Where each key was appended, as far as that can be. */
template <typename Slot> GA_DEVICE void table_place(const struct table_check_args &a) {
    const Slot *const slots = (const Slot *)a.slots;
    for (uint32_t at = ga_block() * ga_n_threads() + ga_thread(); at < a.wanted;
         at += ga_n_blocks() * ga_n_threads()) {
        uint32_t i = 0;
        if constexpr (sizeof(Slot) > 4)
            i = table_value(slots[at]);
        else
            i = slots[at] - 1;
        if (i < a.n_keys)
            a.places[i] = at;
    }
}

/* Every key that is wanted must be there; their number is that of the slots, so each is there once. The tail must be
 * there, too. */
template <typename Slot> GA_DEVICE void table_check_appended(const struct table_check_args &a) {
    const uint32_t first = ga_block() * ga_n_threads() + ga_thread();
    const Slot *const slots = (const Slot *)a.slots;
    for (uint32_t i = first; i < a.n_keys; i += ga_n_blocks() * ga_n_threads()) {
        if (!table_appends(a.keys[i], a.share))
            continue;
        const uint32_t at = a.places[i] < a.wanted ? a.places[i] : 0;
        const Slot slot = table_make<Slot>(sizeof(Slot) == 4 ? i + 1 : a.keys[i], i);
        bool is_it = table_key(slots[at]) == table_key(slot);
        if constexpr (sizeof(Slot) > 4)
            is_it = is_it && table_value(slots[at]) == i;
        if (!is_it)
            keyed_wrong(a.sample);
    }
    if (first == 0 && *a.tail != a.wanted)
        keyed_wrong(a.sample);
    if (ga_block() == 0)
        keyed_collect(a.laps, a.n_laps, a.sample);
}

/* Cleared by itself: others still look. */
template <typename Slot> GA_DEVICE void table_clear(const struct table_check_args &a) {
    const uint32_t first = ga_block() * ga_n_threads() + ga_thread();
    for (uint32_t at = first; at < a.wanted; at += ga_n_blocks() * ga_n_threads())
        ((Slot *)a.slots)[at] = Slot{};
    if (first == 0)
        *a.tail = 0;
}

#define TABLE_CHECKS(bytes, slot)                                                                  \
    GA_KERNEL(table_look_up_##bytes, table_check_args) { table_look_up<slot>(a); }                 \
    GA_KERNEL(table_check_##bytes, table_check_args) { table_check<slot>(a); }                     \
    GA_KERNEL(table_place_##bytes, table_check_args) { table_place<slot>(a); }                     \
    GA_KERNEL(table_check_appended_##bytes, table_check_args) { table_check_appended<slot>(a); }   \
    GA_KERNEL(table_clear_##bytes, table_check_args) { table_clear<slot>(a); }
TABLE_CHECKS(4, uint32_t)
TABLE_CHECKS(8, uint64_t)
TABLE_CHECKS(16, ga_b128)

#endif
