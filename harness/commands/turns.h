/* Runs of several devices at a time: what reaches beyond a GPU has the machine for itself. */
#ifndef GA_TURNS_H
#define GA_TURNS_H

#include "bench.h"

/* The environment variable that names the file by which the runs take turns; its holder's. */
#define GA_TURNS "GA_TURNS"

/* Waits for this benchmark's turn: with all others that stay within their GPU, or alone. in: where GA_TURNS is not set,
 * there is nobody to wait for. out: *turn: for ga_turn_end, -1 if there is none. err: GA_FILE; GA_INTERRUPTED. */
enum ga_status ga_turn_begin(const struct ga_bench *bench, int *turn, struct ga_err *err);
void ga_turn_end(int turn);

#endif
