/* The commands that ask the model. Each prints what it has to say and returns what main exits with, by ga_exit_code. */
#ifndef GA_ANSWERS_H
#define GA_ANSWERS_H

#include "cli.h"

enum ga_status ga_command_findings(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_utilization(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_roofline(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_verdicts(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_occupancy(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_predict(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_profile(const struct ga_request *request, struct ga_err *err);

struct ga_model_device;
/* What `model utilization` can refuse before there are counters. Without --table the GPU is one that ncu profiles.
 * out: *device, zero before: the tables, and what the options say. err: GA_USAGE; GA_FILE. To be freed in any case. */
enum ga_status ga_utilization_device(const struct ga_request *request,
                                     struct ga_model_device *device, struct ga_err *err);
/* Whether its --csv may be written to path. err: GA_USAGE for another's file; GA_FILE. */
enum ga_status ga_utilization_may_write(const char *path, struct ga_err *err);

#endif
