#ifndef GA_WITHIN_H
#define GA_WITHIN_H

/* out: x, or the end that it is beyond; NaN stays. */
static inline double ga_within(double x, double least, double most) {
    return x < least ? least : x > most ? most : x;
}

#endif
