/* The commands. Each prints what it has to say and returns what main exits with, by ga_exit_code.
 */
#ifndef GA_COMMANDS_H
#define GA_COMMANDS_H

#include "backend.h"
#include "cli.h"

enum ga_status ga_command_list(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_devices(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_audit(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_plot(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_compare(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_findings(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_utilization(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_roofline(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_verdicts(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_occupancy(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_predict(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_profile(const struct ga_request *request, struct ga_err *err);
/* argc and argv as main had them, for run.csv. */
enum ga_status ga_command_run(const struct ga_request *request, int argc, char **argv,
                              struct ga_err *err);

struct ga_model_device;
/* What `model utilization` can refuse before there are counters. Without --table the GPU is one that ncu profiles.
 * out: *device, zero before: the tables, and what the options say. err: GA_USAGE; GA_FILE. To be freed in any case. */
enum ga_status ga_utilization_device(const struct ga_request *request,
                                     struct ga_model_device *device, struct ga_err *err);
/* Whether its --csv may be written to path. err: GA_USAGE for another's file; GA_FILE. */
enum ga_status ga_utilization_may_write(const char *path, struct ga_err *err);

struct ga_bench;
enum { GA_MAX_BENCHES = 64 };

/* in: patterns (none: all). out: the matching rows of a backend, in the registry's order.
 * err: GA_USAGE for a pattern that matches nothing, with the nearest name. */
enum ga_status ga_select(const struct ga_backend *backend, const struct ga_list *patterns,
                         const struct ga_bench **selected, size_t *n, struct ga_err *err);

#endif
