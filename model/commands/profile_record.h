/* run.csv of a profile: what ran, and on what. */
#ifndef GA_PROFILE_RECORD_H
#define GA_PROFILE_RECORD_H

#include "cli.h"
#include "runfile.h"

/* Before the program runs: the command, and the device that this program would take, the first GPU; without a GPU the
 * command alone. err: GA_USAGE for an argument too long to be written down. */
enum ga_status ga_profile_describe(struct ga_runfile *file, const struct ga_request *request,
                                   struct ga_err *err);

#endif
