/* What a device's two clocks are seen to do. */
#ifndef GA_TIMERS_H
#define GA_TIMERS_H

#include "bench.h"
#include "probe.h"

/* Has one thread read them for so long. out: *seen. err: as ga_backend.launch; GA_UNSUPPORTED for a device
 * without clocks. */
enum ga_status ga_timers_probe(struct ga_gpu *gpu, double duration_s, struct ga_probe_result *seen,
                               struct ga_err *err);

/* Where the cycle counter wraps, a visit cannot tell its cycles. out: visits[i].cycles: its ticks at the clock of one thread
 * right now, for which it is called as soon as they have been measured; ticks are 0 for a profiler, who sees no other
 * kernel. err: as ga_timers_probe. */
enum ga_status ga_timers_clock(struct ga_gpu *gpu, struct ga_visit *visits, uint32_t n,
                               struct ga_err *err);

/* out: from how long a sample on, as a kernel gives it, its clock cannot have told how long it was. */
uint32_t ga_timers_range(const struct ga_gpu *gpu, enum ga_timer timer);

#endif
