/* cross_check: at how many places a sample of global_cross_direct is measured. Exit status 1 and a line for each number
 * of variables for which it differs. */
#include <stdio.h>
#include <stdlib.h>

/* What the benchmark takes from the crowd's other files; here nobody measures. */
#include "../bench/global/crowd_variants.h"
extern "C" {
const struct ga_variant *GA_SYMBOL(crowd_adds)(void) { return nullptr; }
uint32_t GA_SYMBOL(crowd_instructions)(const struct ga_variant *, const char *, uint32_t,
                                       uint32_t) {
    abort();
}
uint32_t GA_SYMBOL(crowd_accesses)(uint32_t, enum ga_regime, bool) { abort(); }
enum ga_status GA_SYMBOL(crowd_measure)(struct ga_gpu *, const struct ga_batch *, crowd_describe *,
                                        struct ga_err *) {
    abort();
}
}

#include "../bench/global/cross_direct.cc"

int main(void) {
    static const int32_t variables[] = {1, 4, 8, 32, 64, 16384};
    static const uint32_t expected[] = {1, 1, 2, 2, 4, 4};
    int n_wrong = 0;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const struct ga_point p = {{variables[i], 1024, USUAL_WARPS}};
        if (places(&p) == expected[i])
            continue;
        printf("%d variables: %u places, expected %u\n", (int)variables[i], (unsigned)places(&p),
               (unsigned)expected[i]);
        n_wrong++;
    }
    return n_wrong > 0;
}
