/* What a program loads and launches, for `inspect` and `profile`. */
#ifndef GA_INSPECT_PROGRAM_H
#define GA_INSPECT_PROGRAM_H

#include "loaded.h"

/* in: who: asks, the command. Runs request->program once, as it is. own: ga_loaded_free, also after an error. err: GA_UNSUPPORTED if nothing was seen, with
 * the cause; as ga_spawn. */
enum ga_status ga_loaded_by(const char *who, const struct ga_request *request,
                            struct ga_loaded *loaded, struct ga_err *err);
void ga_loaded_free(struct ga_loaded *loaded);

/* Prints how many kernels were launched, how often. */
void ga_loaded_print(const struct ga_loaded *loaded);

#endif
