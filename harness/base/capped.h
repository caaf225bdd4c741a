/* Rows whose sampling ended at the most samples, short of the interval that was aimed at. A row without an interval aimed at
 * none: its visit is whole. */
#ifndef GA_CAPPED_H
#define GA_CAPPED_H

#include <string.h>

#include "csv.h"

struct ga_capped {
    unsigned stop, low; /* columns; as many as there are fields: there is none */
};

/* in: the header was read last. */
static inline struct ga_capped ga_capped_columns(const struct ga_csv_in *in) {
    const unsigned ns = ga_csv_find(in, "ci_low_ns");
    return (struct ga_capped){ga_csv_find(in, "stop"),
                              ns < in->n_fields ? ns : ga_csv_find(in, "ci_low_cycles")};
}

/* in: a row was read last. */
static inline bool ga_is_capped(const struct ga_csv_in *in, struct ga_capped at) {
    return at.stop < in->n_fields && strcmp(in->field[at.stop], "cap") == 0 &&
           (at.low >= in->n_fields || *in->field[at.low] != '\0');
}

#endif
