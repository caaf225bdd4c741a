/* divergence_check: which points of global_divergence a preset measures with twice the accesses, and whether they are twice as
 * many. Exit status 1 and a line for each point for which it differs. */
#include <stdio.h>

#include "no_crowd.h"

#include "../../bench/global/divergence.cc"

extern "C" const struct ga_cpu_thread *ga_cpu_self(void) { abort(); }

int main(void) {
    static const struct {
        int32_t lanes, warps;
        bool doubled;
    } expected[] = {{1, 1, false},    {32, 1, false},   {1, 512, false},  {1, 1024, true},
                    {8, 1024, true},  {32, 1024, true}, {1, 2048, false}, {16, 2048, false},
                    {32, 2048, true}, {32, 4096, true}};
    struct ga_limits limits = {};
    int n_wrong = 0;
    limits.warp_size = 32;
    for (const auto &e : expected) {
        struct ga_point p = {{LANE, e.lanes, 1, e.warps, 1, 0}};
        const bool usual_too = usual(&limits, &p);
        const uint64_t ops = work(&limits, &p).ops;
        p.at[ACCESSES] = 1;
        const bool doubled = usual(&limits, &p), twice = work(&limits, &p).ops == 2 * ops;
        if (usual_too && doubled == e.doubled && twice)
            continue;
        printf("%d lanes, %d warps: usual %d, doubled %d, twice as many %d; expected 1, %d, 1\n",
               (int)e.lanes, (int)e.warps, usual_too, doubled, twice, e.doubled);
        n_wrong++;
    }
    return n_wrong > 0;
}
