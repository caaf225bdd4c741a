/* The kernel of distance.h: one thread on every SM times a chain of adds at each line. All SMs at once, each from
 * another line on: two that meet at a line cost each other a few cycles of the hundreds that are looked for. */
#include "distance.h"

/* Twice: the first time takes address translation and the way from memory, too. */
GA_KERNEL(ga_distance, ga_distance_args) {
    if (ga_thread() != 0)
        return;
    const uint32_t zero = a.zero[ga_thread()];
    ga_say(&a.places[ga_block()], ga_sm_id() + 1);
    GA_NO_UNROLL
    for (uint32_t i = 0; i < 2 * GA_DISTANCE_LINES; i++) {
        const uint32_t line = (i + ga_block()) % GA_DISTANCE_LINES;
        uint32_t *const word = a.words + line * GA_DISTANCE_APART_WORDS + 1 + zero;
        const uint64_t start = ga_start();
        uint32_t old = 0;
        GA_UNROLL
        for (uint32_t n = 0; n < GA_DISTANCE_ADDS; n++)
            old = ga_add_u32_device_relaxed(word, (old & zero) | 1);
        a.cycles[ga_block() * GA_DISTANCE_LINES + line] = ga_elapsed(start, ga_stop_after(old));
    }
}
