/* What a device's two clocks are seen to do. */
#ifndef GA_TIMERS_H
#define GA_TIMERS_H

#include "probe.h"
#include "backend.h"

/* Has one thread read them for so long. out: *seen. err: as ga_backend.launch; GA_UNSUPPORTED for a device
 * without clocks. */
enum ga_status ga_timers_probe(struct ga_gpu *gpu, double duration_s, struct ga_probe_result *seen,
                               struct ga_err *err);

#endif
