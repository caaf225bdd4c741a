/* What `profile` asks of `model utilization` before it has counters. */
#ifndef GA_COMMAND_UTILIZATION_H
#define GA_COMMAND_UTILIZATION_H

#include "cli.h"
#include "model_device.h"

/* What can be refused before there are counters. Without --table the GPU is one that ncu profiles.
 * out: *device, zero before: the tables, and what the options say. err: GA_USAGE; GA_FILE. To be freed in any case. */
enum ga_status ga_utilization_device(const struct ga_request *request,
                                     struct ga_model_device *device, struct ga_err *err);
/* Whether its --csv may be written to path. err: GA_USAGE for another's file; GA_FILE. */
enum ga_status ga_utilization_may_write(const char *path, struct ga_err *err);

#endif
