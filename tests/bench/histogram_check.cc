/* histogram_check: what shared_histogram makes of the launches of a visit: the first that is not ok stands. Exit status 1
 * and a line for each that differs. */
#include <stdlib.h>

#include "../../bench/shared/histogram.cc"
#include "differs.h"

uint32_t ga_cpu_fences;

extern "C" {
const struct ga_cpu_thread *ga_cpu_self(void) { abort(); }
void ga_cpu_block_sync(void) {}
enum ga_status ga_scratch(struct ga_gpu *, size_t, void **, struct ga_err *) { abort(); }
}

enum { SAMPLES = 2, BLOCKS = 3 };
static struct histogram_part parts[SAMPLES + 1];

static void visit(const char *what, enum ga_status expected) {
    uint32_t samples[SAMPLES];
    struct ga_visit visit = {};
    struct ga_limits limits = {};
    limits.sm_count = 1;
    const struct ga_batch batch = {nullptr, 1,       SAMPLES, 1,      samples,
                                   nullptr, nullptr, &visit,  nullptr};
    histogram_read(&limits, parts, BLOCKS, &batch, 0);
    differs(what, "status", visit.outcome, expected);
}

int main(void) {
    for (uint32_t k = 0; k <= SAMPLES; k++)
        parts[k].n_laps = BLOCKS;
    visit("nothing", GA_OK);
    for (uint32_t k = 0; k <= SAMPLES; k++) {
        parts[k].wrong = 1;
        visit("a wrong bin", GA_WRONG);
        for (uint32_t other = 0; other <= SAMPLES; other++) {
            parts[other].n_laps--;
            visit("a wrong bin, and a block that did not run", other < k ? GA_ERROR : GA_WRONG);
            parts[other].n_laps++;
        }
        parts[k].wrong = 0;
        parts[k].difference = 1;
        visit("a wrong result", GA_WRONG);
        parts[k].difference = 0;
    }
    return n_wrong > 0;
}
