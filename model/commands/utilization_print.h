/* The table of `model utilization`: what takes the time, what limits it, what to do. */
#ifndef GA_UTILIZATION_PRINT_H
#define GA_UTILIZATION_PRINT_H

#include "cli.h"
#include "utilization_groups.h"

/* in: sorted groups; request: its tables and counters, --all, --min-share. */
enum ga_status ga_groups_print(const struct ga_groups *groups, const struct ga_request *request,
                               struct ga_err *err);

#endif
