/* baseline_check: whether a point of global_baseline is measured on the line that is nearest to the SM where its block came to
 * be, what becomes of it if that is never so, and that a wrong result is not taken again. A device of three SMs whose lines are
 * as far as the test says. Exit status 1 and a line for each number that is not as expected. */
#include "../../bench/global/baseline.cc"
#include "../../bench/kit/distance.cc"
#include "differs.h"

enum { SMS = 3, POINTS = 2, SAMPLES = 4, ROOM = 1 << 20 };
#include "planted_gpu.h"

static struct {
    uint32_t sm_ids[8];  /* where the block of each launch comes to be */
    uint32_t n_launches; /* of adds */
    uint32_t n_looks;    /* at distances */
    uint32_t line;       /* of the last launch */
    uint32_t outcome;    /* of each launch */
    bool is_misplaced;   /* two blocks of every look on one SM */
} device;

extern "C" const struct ga_cpu_thread *ga_cpu_self(void) { abort(); }

/* The SM with id 10 + s has line 5 + s nearest. */
static void look(const struct ga_distance_args *a) {
    device.n_looks++;
    for (uint32_t b = 0; b < SMS; b++) {
        a->places[b] = device.is_misplaced ? 11 : 10 + b + 1;
        for (uint32_t i = 0; i < GA_DISTANCE_LINES; i++)
            a->cycles[b * GA_DISTANCE_LINES + i] = i == 5 + b ? 1000 : 2000;
    }
}

static enum ga_status launch(struct ga_gpu *, const struct ga_launch *l, uint32_t,
                             struct ga_err *) {
    if (l->entry == GA_ENTRY(ga_distance)) {
        look((const struct ga_distance_args *)l->args);
        return GA_OK;
    }
    const struct baseline_args *const a = (const struct baseline_args *)l->args;
    const uint32_t word = (uint32_t)(a->word - (uint32_t *)memory);
    device.line = word / GA_DISTANCE_APART_WORDS;
    differs("a launch", "word of its line", word % GA_DISTANCE_APART_WORDS, 0);
    differs("a launch", "value before it", *a->word, 0);
    *a->word = SAMPLES;
    a->result->sm = device.sm_ids[device.n_launches++ % 8];
    a->result->outcome = device.outcome;
    for (uint32_t i = 0; i < a->n_samples; i++)
        a->cycles[i] = a->ticks[i] = 100 * device.line + device.n_launches;
    return GA_OK;
}

/* Two points. line: of both, in the end; n_launches: that it took. */
static void measured(const char *what, bool emulated, uint32_t outcome, uint32_t n_looks,
                     uint32_t n_launches, uint32_t line) {
    struct ga_gpu gpu = planted_gpu();
    struct ga_err err;
    struct ga_point points[POINTS] = {};
    struct ga_visit visits[POINTS] = {};
    uint32_t samples[POINTS * SAMPLES] = {}, ticks[POINTS * SAMPLES] = {};
    const struct ga_batch batch = {points, POINTS,  SAMPLES, 1,      samples,
                                   ticks,  nullptr, visits,  nullptr};
    gpu.limits.sm_count = SMS;
    gpu.limits.shared_bytes_per_sm = gpu.limits.shared_bytes_per_block = 1 << 16;
    gpu.limits.emulated = emulated;
    device.n_looks = device.n_launches = 0;
    differs(what, "status of the device", measure(&gpu, &batch, &err), GA_OK);
    differs(what, "looks at distances", device.n_looks, n_looks);
    differs(what, "launches", device.n_launches, n_launches);
    for (uint32_t i = 0; i < POINTS; i++)
        differs(what, "outcome", visits[i].outcome, outcome);
    if (outcome != GA_OK)
        return;
    differs(what, "line", device.line, line);
    differs(what, "sample", samples[POINTS * SAMPLES - 1], 100 * line + n_launches);
    differs(what, "ticks", ticks[POINTS * SAMPLES - 1], 100 * line + n_launches);
}

int main(void) {
    for (uint32_t &id : device.sm_ids)
        id = 11;
    measured("always on one SM", false, GA_OK, 1, POINTS + 1, 6);
    device.sm_ids[1] = 12;
    measured("on another SM the second time", false, GA_OK, 1, POINTS + 3, 6);
    for (uint32_t i = 0; i < 8; i++)
        device.sm_ids[i] = 10 + i % 2;
    measured("on two SMs in turn", false, GA_OK, 1, 8, 5);
    device.outcome = GA_WRONG;
    measured("wrong", false, GA_WRONG, 1, POINTS, 0);
    device.outcome = GA_OK;
    measured("on what is no GPU", true, GA_OK, 0, POINTS, 0);
    device.is_misplaced = true;
    measured("without distances", false, GA_OK, GA_PLACE_TRIES, POINTS, 0);
    return n_wrong > 0;
}
