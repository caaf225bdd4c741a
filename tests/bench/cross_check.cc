/* cross_check: at how many places a sample of the benchmark in CROSS_FILE is measured, global_cross_direct or
 * global_cross_scattered. Exit status 1 and a line for each point for which it differs. */
#include <stdio.h>

#include "no_crowd.h"

#include CROSS_FILE

int main(void) {
    static const struct {
        int32_t variables, stride;
        uint32_t direct, scattered;
    } expected[] = {
        {1, 0, 1, 1},    {1, 256, 1, 1},   {1, 1024, 1, 1}, {2, 160, 1, 1},
        {2, 192, 2, 2},  {2, 988, 2, 2},   {2, 992, 2, 1},  {4, 160, 1, 1},
        {4, 192, 2, 2},  {4, 988, 2, 2},   {4, 992, 1, 1},  {8, 4, 2, 2},
        {8, 1024, 2, 2}, {32, 1024, 2, 2}, {64, 4, 4, 2},   {16384, 1024, 4, 2},
    };
    int n_wrong = 0;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const struct ga_point p = {{expected[i].variables, expected[i].stride, USUAL_WARPS}};
        const uint32_t n = scattered ? expected[i].scattered : expected[i].direct;
        if (places(&p) == n)
            continue;
        printf("%d variables, %d bytes apart: %u places, expected %u\n", (int)p.at[VARIABLES],
               (int)p.at[STRIDE], (unsigned)places(&p), (unsigned)n);
        n_wrong++;
    }
    return n_wrong > 0;
}
