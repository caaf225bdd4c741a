/* The machine code of what a profiled program launched, where the program's own file does not have it. */
#ifndef GA_PROFILE_CODE_H
#define GA_PROFILE_CODE_H

#include "cli.h"

/* in: counters: ncu's, of request->program; request->inspected. If a launch has atomics on global memory of which the
 * program's file has no code, the program runs once more, as it is, and what it loaded is written there, as `inspect --csv`
 * does. What cannot be found is said, and leaves no file. err: GA_INTERRUPTED alone. */
enum ga_status ga_profile_code(const struct ga_request *request, const char *counters,
                               struct ga_err *err);

#endif
