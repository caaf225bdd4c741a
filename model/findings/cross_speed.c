/* What it gains that the threads of one warp use different words, and not the same one. */
#include <math.h>
#include <string.h>

#include "cross.h"
#include "fit.h"

/* The rules. */
enum { SECTOR = 32, MOST_VARIABLES = 32 };
static const char speed_rule[] = "Scattered over direct: rate with the variables dealt to the "
                                 "threads of a warp over that with each "
                                 "variable in a warp's hands, at strides of 4 to 32 bytes (words "
                                 "of one 32-byte sector below 32), "
                                 "with 2 to 32 variables; the largest, and with 2.";

/* out: rate of the scattered table over that of the direct one. */
static double speed_up(const struct ga_cross *direct, const struct ga_cross *scattered, size_t d,
                       size_t s, double variables) {
    const struct ga_cross_point *const of_direct = ga_cross_at(direct, d, variables);
    const struct ga_cross_point *const of_scattered = ga_cross_at(scattered, s, variables);
    return of_direct && of_scattered ? of_scattered->rate / of_direct->rate : NAN;
}

static void find_stride(const struct ga_cross *direct, const struct ga_cross *scattered, size_t d,
                        size_t s, struct ga_findings *f) {
    double most = NAN, at = NAN;
    for (size_t v = 0; v < direct->n_variables; v++) {
        const double variables = direct->variables[v];
        const double x = speed_up(direct, scattered, d, s, variables);
        if (variables < 2 || variables > MOST_VARIABLES || isnan(x) || x <= most)
            continue;
        most = x;
        at = variables;
    }
    const double two = speed_up(direct, scattered, d, s, 2), stride = direct->stride[d];
    if (isnan(most))
        return;
    ga_findings_add(f, most, "ratio", "scattered.speed_up.stride_%g", stride);
    ga_findings_add(f, at, "variables", "scattered.speed_up_at.stride_%g", stride);
    ga_findings_add(f, two, "ratio", "scattered.speed_up_of_two.stride_%g", stride);
    ga_findings_say(f, "    %g B: %.3g with %g variables", stride, most, at);
    if (isnan(two))
        ga_findings_say(f, "\n");
    else
        ga_findings_say(f, "; %.3g with 2\n", two);
}

void ga_cross_speed_up(const struct ga_cross *direct, const struct ga_cross *scattered,
                       struct ga_findings *f) {
    ga_findings_rule(f, speed_rule);
    if (direct->warps != scattered->warps || strcmp(direct->regime, scattered->regime) != 0 ||
        scattered->n_points == 0) {
        ga_findings_say(f, "    the tables have no points of one regime and number of warps\n");
        return;
    }
    for (size_t d = 0; d < direct->n_strides; d++) {
        const size_t s = ga_place(scattered->stride, scattered->n_strides, direct->stride[d]);
        if (s < scattered->n_strides && direct->stride[d] >= 4 && direct->stride[d] <= SECTOR)
            find_stride(direct, scattered, d, s, f);
    }
}
