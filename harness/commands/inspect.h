/* What `inspect` found, as a table, CSV and verdicts. */
#ifndef GA_INSPECT_H
#define GA_INSPECT_H

#include "cli.h"
#include "inventory.h"

/* Prints a table for people: what loops first. */
enum ga_status ga_inspect_print(const struct ga_inventory *inventory, struct ga_err *err);

/* Writes the rows. err: GA_USAGE for a file that is no such CSV and would be lost; GA_FILE. */
enum ga_status ga_inspect_csv(const struct ga_inventory *inventory, const char *path,
                              struct ga_err *err);

#endif
