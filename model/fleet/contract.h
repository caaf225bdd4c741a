/* What a set has to be before others rely on it. */
#ifndef GA_CONTRACT_H
#define GA_CONTRACT_H

#include <stddef.h>

#include "runfile.h"
#include "status.h"

/* n_broken: what the set is refused for; n_notes: what its reader should know; both were printed, a line each. n_blind: tables
 * that say of no row which instruction it was. */
struct ga_contract {
    size_t n_tables, n_ok, n_broken, n_notes, n_blind;
};

/* Holds a directory's tables against its run.csv, which is read: the run is complete and of a GPU, there is a table,
 * and each has as many ok rows as run.csv says, and none is wrong. Notes: a table that was left out, rows that timed out or
 * failed, a clock that did not settle, drift, many rows at the cap, no instructions. err: GA_FILE; GA_USAGE for a file that
 * cannot be read. */
enum ga_status ga_contract_check(const char *directory, const struct ga_runfile *run,
                                 struct ga_contract *contract, struct ga_err *err);

#endif
