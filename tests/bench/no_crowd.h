/* What a benchmark takes from the crowd's other files, for checks in which nobody measures. */
#ifndef GA_NO_CROWD_H
#define GA_NO_CROWD_H

#include <stdlib.h>

#include "../../bench/global/crowd_variants.h"

extern "C" {
const struct ga_variant *GA_SYMBOL(crowd_adds)(void) {
    static const struct ga_variant none[GA_N_REGIMES] = {};
    return none;
}
uint32_t GA_SYMBOL(crowd_accesses)(uint32_t, enum ga_regime, bool doubled) {
    return doubled ? 16 : 8;
}
enum ga_status GA_SYMBOL(crowd_measure)(struct ga_gpu *, const struct ga_batch *, crowd_describe *,
                                        struct ga_err *) {
    abort();
}
}

#endif
