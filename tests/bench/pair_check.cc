/* pair_check: which line pair_host.h chooses for two SMs, and what it has the device expect in the word of each visit.
 * Exit status 1 and a line for each number that is not as expected. */
#include "pair_host.h"
#include "differs.h"

static const uint32_t SMS = 3, POINTS = 4, SAMPLES = 5;

/* Line 7 is near to the first two SMs together, line 9 to the first alone; line 3 is far from both. */
static void set_distances(const struct ga_distances *d) {
    for (uint32_t i = 0; i < SMS * GA_DISTANCE_LINES; i++)
        d->cycles[i] = 2000;
    for (uint32_t sm = 0; sm < SMS; sm++)
        d->sm_id[sm] = 10 * sm + 4;
    d->cycles[0 * GA_DISTANCE_LINES + 7] = 1200;
    d->cycles[1 * GA_DISTANCE_LINES + 7] = 1600;
    d->cycles[0 * GA_DISTANCE_LINES + 9] = 1000;
    d->cycles[1 * GA_DISTANCE_LINES + 3] = 3200;
}

static const void *first_kernel = &first_kernel, *second_kernel = &second_kernel;
static const void *entry_of(const struct ga_point *p) {
    return p->at[GA_PAIR_OWN_AXES] ? second_kernel : first_kernel;
}

int main(void) {
    uint32_t sm_id[SMS], cycles[SMS * GA_DISTANCE_LINES];
    const struct ga_distances d = {sm_id, cycles};
    set_distances(&d);
    const struct ga_point points[POINTS] = {
        {{0, 0, 1, 0}}, {{1, 0, 1, 0}}, {{0, 0, 1, 1}}, {{0, 0, 1, 0}}};
    double tallies[POINTS] = {};
    struct ga_batch batch = {};
    batch.points = points;
    batch.n_points = POINTS;
    batch.n_samples = SAMPLES;
    batch.tallies = tallies;
    struct ga_pair_visit visits[POINTS] = {};
    differs("one kernel", "visits", ga_list_pairs(&batch, entry_of, first_kernel, &d, visits), 3);
    differs("near", "word", visits[0].word, 7 * GA_DISTANCE_APART_WORDS);
    differs("near", "cycles of an add", (uint64_t)tallies[0], 2800 / 16);
    differs("far", "word", visits[1].word, 3 * GA_DISTANCE_APART_WORDS);
    differs("far", "cycles of an add", (uint64_t)tallies[1], 5200 / 16);
    differs("near", "SM", visits[0].sm_id[0], 4);
    differs("near", "partner", visits[0].sm_id[1], 14);
    differs("first of its line", "begins at", visits[0].first, 0);
    differs("first of its line", "begins at", visits[1].first, 0);
    differs("second of its line", "begins at", visits[2].first,
            GA_PAIR_HANDOVERS * (GA_PAIR_WARM_UP + SAMPLES) + 1);
    differs("second of its line", "index", visits[2].index, 3);
    differs("other kernel", "visits", ga_list_pairs(&batch, entry_of, second_kernel, &d, visits),
            1);
    differs("other kernel", "index", visits[0].index, 2);
    return n_wrong > 0;
}
