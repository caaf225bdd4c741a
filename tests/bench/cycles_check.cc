/* cycles_check: what device_cycles.h makes of looks at a cycle counter of 20 bits, and of one that does not wrap. Exit
 * status 1 and a line for each number that is not as expected. */
#include "device.h"
#include "differs.h"

static struct ga_cpu_thread self;
const struct ga_cpu_thread *ga_cpu_self(void) { return &self; }

static const uint32_t TOO_LONG = UINT32_MAX;

/* Begins at a tick and so many cycles. */
static uint32_t lasts(uint64_t tick, uint64_t cycle, uint64_t ticks, uint64_t cycles) {
    return ga_elapsed(ga_mark(tick, cycle), ga_mark(tick + ticks, cycle + cycles));
}

static void wrapping(void) {
    const uint64_t turn = 1 << 20, most = turn / GA_MOST_CYCLES_A_TICK;
    self.lacks_cycle_bits = 44;
    differs("20 bits", "cycles", lasts(7, 100, 50, 150), 150);
    differs("20 bits", "cycles over the end", lasts(7, turn - 1, 50, 150), 150);
    differs("20 bits", "cycles over the end, as it reads",
            ga_elapsed(ga_mark(7, turn - 1), ga_mark(57, 149)), 150);
    differs("20 bits", "the longest", lasts(7, 100, most - 1, turn - 1), turn - 1);
    differs("20 bits", "a turn and more", lasts(7, 100, 2 * most, turn + 5), TOO_LONG);
    differs("20 bits", "its ticks may be a turn", lasts(7, 100, most + 1, 5), TOO_LONG);
    differs("20 bits", "ticks of a day", lasts(1ull << 43, turn - 1, 50, 150), 150);
    differs("20 bits", "a wait over the end", ga_cycles_between(turn - 10, 20), 30);
    differs("20 bits", "before", ga_is_before(turn - 10, 20), true);
    differs("20 bits", "not before", ga_is_before(20, turn - 10), false);
    differs("20 bits", "now", ga_is_before(20, 20), false);
    differs("20 bits", "the longest wait", ga_most_idle(turn), turn / 2 - 1);
    differs("20 bits", "the counter's range", ga_cycles() < turn, true);
}

static void whole(void) {
    self.lacks_cycle_bits = 0;
    differs("64 bits", "cycles", ga_elapsed(1ull << 40, (1ull << 40) + 3000000), 3000000);
    differs("64 bits", "too many for 32", ga_elapsed(5, 5 + (1ull << 32)), TOO_LONG);
    differs("64 bits", "before", ga_is_before(1, 1ull << 63), true);
    differs("64 bits", "the longest wait", ga_most_idle(1ull << 24), 1u << 24);
    const uint64_t start = ga_start(), stop = ga_stop();
    differs("64 bits", "marks are cycles", ga_cycles() - start >= stop - start, true);
}

int main(void) {
    wrapping();
    whole();
    return n_wrong > 0;
}
