/* operations_check: how many accesses a lane of global_operations makes on a GPU: enough for a limit where a launch's begin and end
 * would be much of it. Exit status 1 and a line for each number that is not as expected. */
#include "../../bench/global/operations.cc"
#include "differs.h"
#include "no_crowd.h"

extern "C" {
const struct ga_cpu_thread *ga_cpu_self(void) { abort(); }
const struct ga_variant *GA_SYMBOL(crowd_variants)(uint32_t *) { abort(); }
int32_t GA_SYMBOL(crowd_operation)(const char *, const char *) { abort(); }
const char *GA_SYMBOL(crowd_lacks)(uint32_t, const char *) { abort(); }
void GA_SYMBOL(crowd_values)(struct crowd_point *, const char *, const char *, uint32_t) {
    abort();
}
}

static void accesses(const char *what, int32_t who, uint32_t lanes, enum ga_regime regime,
                     enum ga_order order, bool doubled, uint32_t expected) {
    struct ga_limits limits = {};
    struct ga_point p = {};
    limits.memory_bytes = 1;
    limits.warp_size = 32;
    limits.sm_count = 10;
    p.at[SCOPE] = GA_SCOPE_DEVICE;
    p.at[ORDER] = order;
    p.at[REGIME] = regime;
    p.at[CONTENTION] = who;
    p.at[ACCESSES] = doubled;
    differs(what, "lane operations", work(&limits, &p).ops, lanes * expected);
    limits.memory_bytes = 0;
    differs(what, "accesses on the stand-in", crew_of(&limits, &p).accesses, doubled ? 32 : 16);
}

int main(void) {
    accesses("a thread, used", THREAD, 1, GA_INDEPENDENT, GA_RELAXED, false, 256);
    accesses("a thread", THREAD, 1, GA_UNUSED, GA_RELAXED, false, 4096);
    accesses("a thread, doubled", THREAD, 1, GA_UNUSED, GA_RELAXED, true, 8192);
    accesses("a thread, ordered", THREAD, 1, GA_UNUSED, GA_RELEASE, false, 256);
    accesses("a warp", WARP, 32, GA_UNUSED, GA_RELAXED, false, 2048);
    accesses("the device, used", DEVICE, 40, GA_DEPENDENT, GA_RELAXED, false, 160);
    accesses("the device", DEVICE, 40, GA_UNUSED, GA_RELAXED, false, 384);
    accesses("the device, ordered", DEVICE, 40, GA_UNUSED, GA_SEQ_CST, false, 32);
    return n_wrong > 0;
}
