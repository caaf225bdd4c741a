/* The measured T(n,e,c) of shared_service: the cycles that one SM's shared-memory atomic unit takes for n
 * warp instructions by e lanes each on one word, c of them compare-and-swap.
 * src: Dong and Pai, GPGPU'25, equations 1 to 3. */
#ifndef GA_SERVICE_H
#define GA_SERVICE_H

#include <stdint.h>

#include "status.h"

/* own: ga_service_free. */
struct ga_service {
    double *at; /* T, by n, e and c, all from 0; n = 0 is 0 */
    uint32_t n_max, e_max;
};

/* in: path of the table. err: as ga_sheet_read; GA_USAGE naming a point that is missing: all of 1 <= n <=
 * n_max, 1 <= e <= e_max, 0 <= c <= n have to be there. To be freed in any case. */
enum ga_status ga_service_read(const char *path, uint32_t n_max, uint32_t e_max,
                               struct ga_service *service, struct ga_err *err);
void ga_service_free(struct ga_service *service);

/* Equation 2. in: 0 <= c <= n <= n_max, 1 <= e <= e_max; what lies outside is taken as the nearest inside.
 * out: T in cycles, linear between the measured points, and 0 at n = 0. Between c = floor(n) and n there is
 * no fourth corner, and the plane through the other three is taken. */
double ga_service_time(const struct ga_service *service, double n, double e, double c);

/* Equation 3. out: S = T / n in cycles; for n < 1, where T goes to 0 with n, that of n = 1. */
double ga_service_each(const struct ga_service *service, double n, double e, double c);

#endif
