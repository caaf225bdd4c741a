/* How far a run is, and how long it will take: one line for all of its benchmarks. */
#ifndef GA_PROGRESS_H
#define GA_PROGRESS_H

#include "commands.h"

/* expected_s: of what there is to do of each benchmark, on the GPU of paces.def. now: the one that is measured, which began
 * with done_before of its points. */
struct ga_progress {
    const char *id[GA_MAX_BENCHES];
    double expected_s[GA_MAX_BENCHES];
    size_t n, now;
    double begin_s, bench_begin_s;
    uint32_t done_before, tenths; /* tenths: said so far */
};

/* Another benchmark, of which so many points are to be measured. */
void ga_progress_expect(struct ga_progress *progress, const char *id, uint32_t n_points);
/* The benchmark begins. in: done_before: points that were there. Those before it are done, or left out. */
void ga_progress_begin(struct ga_progress *progress, const char *id, uint32_t done_before);
/* On a terminal a line that overwrites itself, elsewhere a plain line at each tenth of the run. */
void ga_progress_show(struct ga_progress *progress, uint32_t done, uint32_t total);
void ga_progress_end(void);

/* out: seconds that the run will take from here. in: spent_s: on all of it, and on the present benchmark; share: of that, done. */
double ga_progress_left(const struct ga_progress *progress, double spent_s, double bench_s,
                        double share);

#endif
