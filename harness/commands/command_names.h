/* Which command a name is of, or was meant to be. */
#ifndef GA_COMMAND_NAMES_H
#define GA_COMMAND_NAMES_H

#include <stddef.h>

#include "status.h"

/* in: name: of one word, or two: "model X". out: *which: its place in commands.def. err: GA_USAGE: the command that was
 * meant, or all that there are; *which is untouched. */
enum ga_status ga_command_find(const char *name, size_t *which, struct ga_err *err);

#endif
