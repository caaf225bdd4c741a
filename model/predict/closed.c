#include "closed.h"

#include <math.h>

/* Of a whole number of warps. One that arrives finds as many at the unit as were there on average without it. */
static double whole_round(double n, double demand, double elsewhere) {
    double waiting = 0, at_unit = demand;
    for (double k = 1; k <= n; k++) {
        at_unit = demand * (1 + waiting);
        waiting = at_unit > 0 ? k * at_unit / (at_unit + elsewhere) : 0;
    }
    return at_unit + elsewhere;
}

double ga_closed_round(double n, double demand, double elsewhere) {
    if (n <= 1)
        return demand + elsewhere;
    const double below = floor(n), z = n - below;
    const double round = whole_round(below, demand, elsewhere);
    return z > 0 ? (1 - z) * round + z * whole_round(below + 1, demand, elsewhere) : round;
}

/* A round grows with Z, by 1 at the most: halving. */
double ga_closed_elsewhere(double n, double demand, double round) {
    double least = 0, most = round;
    if (ga_closed_round(n, demand, 0) >= round)
        return 0;
    for (int i = 0; i < 200 && most - least > 1e-13 * round; i++) {
        const double middle = (least + most) / 2;
        if (ga_closed_round(n, demand, middle) < round)
            least = middle;
        else
            most = middle;
    }
    return (least + most) / 2;
}
