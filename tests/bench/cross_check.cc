/* cross_check: at how many places a sample of global_cross_direct and of global_cross_scattered is measured. Exit status
 * 1 and a line for each point for which it differs. */
#include <stdio.h>

#include "no_crowd.h"

#include "../../bench/global/cross_direct.cc"
#include "../../bench/global/cross_scattered.cc"

static int differs(const struct ga_point *p, const char *name, uint32_t n, uint32_t expected) {
    if (n == expected)
        return 0;
    printf("%s: %d variables, %d bytes apart: %u places, expected %u\n", name,
           (int)p->at[VARIABLES], (int)p->at[STRIDE], (unsigned)n, (unsigned)expected);
    return 1;
}

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
        n_wrong += differs(&p, "direct", places<DIRECT>(&p), expected[i].direct);
        n_wrong += differs(&p, "scattered", places<SCATTERED>(&p), expected[i].scattered);
    }
    return n_wrong > 0;
}
