/* The points that a run has in flight, and their samples so far. */
#ifndef GA_SLICE_H
#define GA_SLICE_H

#include "bench.h"
#include "sampling.h"
#include "stats.h"

/* The SM clock of a point's visits: cycles over ticks of all, and of windows of them that tell it sharply. window_n: samples. */
struct ga_slice_clock {
    double cycles, ticks;
    double window_cycles, window_ticks, window_n;
    double least, most; /* cycles over ticks of a whole window; 0: there is none yet */
};

/* index: of the point in the plan; active: positions in the slice that the batch visits. */
struct ga_slice {
    uint32_t capacity, n, cap;
    uint32_t n_active;
    uint32_t *index, *n_samples;
    uint32_t *sm;    /* of the latest visit */
    uint32_t *order; /* room for ga_slice_rotate */
    uint32_t *active;
    uint32_t in_visit;        /* samples */
    uint32_t *sorted;         /* samples, [capacity][cap]; each point's are sorted */
    double *medians;          /* of each visit, [capacity][cap / in_visit] */
    struct ga_spread *spread; /* [capacity][cap], in the order taken; NULL if there are none */
    struct ga_slice_clock *clock;
    struct ga_point *points; /* the batch, and what it gave */
    uint32_t *samples, *ticks;
    struct ga_spread *spreads;
    struct ga_visit *visits;
    double *tallies, *tally; /* of the batch; of the slice so far, [capacity][n_tallies] */
    uint32_t *n_tallied;     /* visits that gave a number, likewise */
    uint32_t *visited;       /* how many visits the point has had */
    double *scratch;         /* [cap] */
    double *visit_scratch;   /* [cap / in_visit] */
};

/* in: capacity: points. own: ga_slice_free, also after a failure.
 * err: GA_ERROR out of memory. */
enum ga_status ga_slice_make(struct ga_slice *slice, const struct ga_bench *bench, size_t capacity,
                             const struct ga_sampling *sampling, struct ga_err *err);
void ga_slice_free(struct ga_slice *slice);

/* in: index: of a point in the plan, not visited yet. out: it is active, at `position`. */
void ga_slice_take(struct ga_slice *slice, uint32_t position, uint32_t index);

/* Adds to the point at `position` the n samples (and spreads) of a visit that it has in the batch. */
void ga_slice_keep(struct ga_slice *slice, uint32_t position, uint32_t in_batch, uint32_t n);

/* Adds the visit's clock. in: n: its samples; step: of the fixed-rate timer, in ticks. */
void ga_slice_clock(struct ga_slice *slice, uint32_t position, uint32_t in_batch, uint32_t n,
                    double step);

/* out: whether the SM clock moved by more than GA_CLOCK_MOVES_PERCENT between two windows of the point's visits. */
bool ga_slice_clock_moved(const struct ga_slice *slice, uint32_t position);

/* Adds to its tallies those that it has in the batch, after ga_slice_keep of that visit. NaN: the visit has none, and a point
 * has none before the first. */
void ga_slice_tally(struct ga_slice *slice, const struct ga_bench *bench, uint32_t position,
                    uint32_t in_batch);

/* in: a point whose visits are all ok. out: of its samples, with the interval of its visits. err: as ga_summarize. */
enum ga_status ga_slice_summary(const struct ga_slice *slice, uint32_t position,
                                struct ga_summary *summary, struct ga_err *err);

/* out: one part of what the threads of a point's samples took, over its samples. */
enum ga_spread_part { GA_SPREAD_MEAN, GA_SPREAD_MIN, GA_SPREAD_MAX, GA_SPREAD_FAIRNESS };
struct ga_summary ga_slice_spread(const struct ga_slice *slice, uint32_t position,
                                  enum ga_spread_part part);

/* A point's place in the batch decides which SM it runs on; every round moves all of them. */
void ga_slice_rotate(struct ga_slice *slice);

#endif
