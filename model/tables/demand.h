/* The measured steady-state cycles per warp instruction of shared_demand, at the most warps an SM has. */
#ifndef GA_DEMAND_H
#define GA_DEMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "line.h"
#include "status.h"

/* Cycles by lanes: of adds and of compare-and-swaps of 32 bits whose result nobody uses, on one word; and of the emulated
 * operation that was asked for, in a warp whose lanes are all active: on one word, and each warp on its own.
 * loop_u64, loop_f32: of adds of these on one word by such a warp, where they are loops. */
struct ga_demand {
    struct ga_line add, cas;
    double emulated_same, emulated_own; /* NaN: none was asked for */
    double loop_u64, loop_f32;          /* NaN: not measured */
};

/* in: path of the table; e_max: lanes of a warp, n: warps of an SM; emulated: NULL, or "add-u64": operation
 * and type. err: as ga_sheet_read; GA_USAGE naming what the table lacks. */
enum ga_status ga_demand_read(const char *path, uint32_t n, uint32_t e_max, const char *emulated,
                              struct ga_demand *demand, struct ga_err *err);

/* out: cycles of a warp instruction. The hardware takes whole cycles: what is measured within 0.5 % above a
 * whole number of passes is that number, and so no time can hold more instructions than T / D. */
double ga_demand_each(const struct ga_line *line, double e);

/* How far the native rows of a table are from whole cycles: passes of e lanes, on one word or bank, of 1 a
 * lane and 2 for a compare-and-swap. */
struct ga_demand_law {
    uint32_t n, n_outside; /* rows held against it; those further off than 0.5 % */
    double worst;          /* as a share */
    char where[160];
};
enum ga_status ga_demand_law(const char *path, uint32_t n, struct ga_demand_law *law,
                             struct ga_err *err);

#endif
