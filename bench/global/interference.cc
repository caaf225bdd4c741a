/* global_interference: what adds cost the reads, writes or polls beside them, and these the adds. In every block some warps
 * add, to one word, many, or one each, and the others are the background: they read or write an array, in the L2 or
 * beyond it, or poll one flag. The background is slowed down to a share of what it does when nothing holds it up. Each
 * sample is three launches one after the other: the adds alone, the background alone, and both.
 *
 *   dependent    one thread of a block adds, in a chain: the latency
 *   unused       all lanes of those warps add, and no result is used: the rate
 *
 * Both sides work for a fixed number of cycles, so nothing can hang. In the end every thread takes its adds back, and no
 * word may differ from 0.
 *
 * Contends: the adds on their words. Progress assumed: none. */
#include "interference.h"
#include "laps_host.h"
#include "place.h"

enum background { READ_L2, READ_MEMORY, WRITE_L2, WRITE_MEMORY, POLLS };
enum words { ONE, BESIDE, MANY, ALL };
enum regime { DEPENDENT, UNUSED };
enum : uint32_t {
    WINDOW = 200000, /* cycles */
    EMULATED_WINDOW = 2000,
    N_MANY = 1024, /* words, so far apart: */
    APART_WORDS = 256,
    FLAG_AT = N_MANY * APART_WORDS, /* in words; the one `beside` it is the next */
    NOMINAL = 1 << 20,              /* adds, of which a row states the time */
    NOMINAL_CHAIN = 1 << 10,        /* of each chain */
    L2_SHARE = 4,
    L2_TIMES = 8,
    MOST_THREADS = 1024,
    STAND_IN_ITEMS = 1 << 10,
};

/* Expected: the adds, the background's loads or stores, and no other atomic. */
GA_KERNEL_FULL(global_interference_read_dependent, interference_args) {
    interference<READ, true>(a);
}
GA_KERNEL_FULL(global_interference_read_unused, interference_args) { interference<READ, false>(a); }
GA_KERNEL_FULL(global_interference_write_dependent, interference_args) {
    interference<WRITE, true>(a);
}
GA_KERNEL_FULL(global_interference_write_unused, interference_args) {
    interference<WRITE, false>(a);
}
GA_KERNEL_FULL(global_interference_poll_dependent, interference_args) {
    interference<POLL, true>(a);
}
GA_KERNEL_FULL(global_interference_poll_unused, interference_args) { interference<POLL, false>(a); }

/* Before a visit. */
GA_KERNEL_FULL(interference_fill, interference_args) {
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    for (uint32_t i = ga_block() * ga_n_threads() + ga_thread(); i < a.n_items; i += step)
        a.array[i] = interference_item(i);
    if (ga_block() == 0 && ga_thread() == 0)
        *(uint32_t *)a.flag = INTERFERENCE_FLAG;
}

/* After it: every thread takes its adds back. */
GA_KERNEL_FULL(interference_undo, interference_args) {
    const uint32_t thread = ga_block() * ga_n_threads() + ga_thread();
    GA_SILENT(ga_sub)<GA_SCOPE_DEVICE, GA_RELAXED>((uint32_t *)a.words + a.where[thread],
                                                   a.counts[thread]);
}

/* Then each counts what is wrong of the words and of the array. */
GA_KERNEL_FULL(interference_check, interference_args) {
    const uint32_t step = ga_n_blocks() * ga_n_threads(),
                   me = ga_block() * ga_n_threads() + ga_thread();
    uint32_t wrong = 0;
    for (uint32_t i = me; i < FLAG_AT + APART_WORDS; i += step)
        wrong +=
            ((const uint32_t *)a.words)[i] != (i == FLAG_AT ? (uint32_t)INTERFERENCE_FLAG : 0u);
    for (uint32_t i = me; i < a.n_items; i += step)
        wrong += a.array[i] != interference_item(i);
    a.wrong[me] += wrong;
}

#include "interference_row.h"
