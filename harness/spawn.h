/* Another program, run and waited for. */
#ifndef GA_SPAWN_H
#define GA_SPAWN_H

#include <spawn.h>

#include "status.h"

/* Runs path (looked for in PATH if it has no slash) with argv and waits. who: begins the messages; actions: on the
 * child's files, or NULL. out: *code: what it exited with. err: GA_ERROR if it does not start or a signal
 * ends it; GA_INTERRUPTED for SIGINT, which it gets as this program does, if it does not go on, and SIGTERM, which is
 * passed on. */
enum ga_status ga_spawn(const char *who, const char *path, char **argv,
                        const posix_spawn_file_actions_t *actions, int *code, struct ga_err *err);

#endif
