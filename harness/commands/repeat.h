/* `run --repeat`: one set out of several processes. */
#ifndef GA_REPEAT_H
#define GA_REPEAT_H

#include "cli.h"
#include "runfile.h"

/* Measures into DIR/process-1 .. DIR/process-N, a process each, and makes one set of them in DIR. Processes that are
 * complete are kept, those that were interrupted go on. in: resumed: DIR is there; run: its run.csv then. err: as
 * ga_command_run. */
enum ga_status ga_repeat(const struct ga_request *request, bool resumed, struct ga_runfile *run,
                         struct ga_err *err);

#endif
