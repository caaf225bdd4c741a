/* `run` on several devices of a machine. */
#ifndef GA_SEVERAL_H
#define GA_SEVERAL_H

#include "cli.h"

/* Whether --device names several: all, or names with a comma between them. */
bool ga_names_several(const struct ga_request *request);

/* Runs each in a process of its own, all at once, into DIR/<device>, its output in DIR/<device>.log. What reaches beyond a
 * GPU takes turns (turns.h). out: how each ended is printed. err: GA_USAGE; GA_ERROR if there is no GPU; of the worst
 * process, by its exit status, naming the devices. */
enum ga_status ga_run_several(const struct ga_request *request, struct ga_err *err);

#endif
