/* How many units work side by side, from how the rate grows with the words in use. Pure.
 *
 * V words lie on U units at random. There are two bounds on rate(V) / rate(1):
 *   distinct  the units that are hit, each of them busy all the time: E = U (1 - (1 - 1/U)^V)
 *   busiest   every word has the same work, and it takes as long as the unit with the most words
 *             needs: V / (words on the busiest unit)
 * The first is right while threads that are done with one word go on with another, the second if a
 * thread keeps to its word to the end. */
#ifndef GA_UNITS_H
#define GA_UNITS_H

#include <stddef.h>
#include <stdint.h>

enum { GA_MOST_UNITS = 4096, GA_MOST_WORDS = 65536, GA_PLACEMENTS = 256 };

/* out: log(rate(V) / rate(1)); in: 1 <= units <= GA_MOST_UNITS, 1 <= words <= GA_MOST_WORDS. */
typedef double ga_units_model(uint32_t units, uint32_t words);
ga_units_model ga_units_distinct;
/* The mean of the logarithm over GA_PLACEMENTS random placements, the same ones in every call. */
ga_units_model ga_units_busiest;

/* residual: exp of the root mean square of log(measured / model), less 1. */
struct ga_units_fit {
    uint32_t units; /* GA_MOST_UNITS: so many or more */
    double residual;
};

/* in: gain[n]: log(rate(V) / rate(1)) of words[n]. out: the units with the least sum of squares, to
 * 1 %. */
struct ga_units_fit ga_units_fit(ga_units_model *model, const uint32_t *words, const double *gain,
                                 size_t n);

#endif
