/* Another program, run and waited for. */
#ifndef GA_PROCESS_H
#define GA_PROCESS_H

#include <spawn.h>
#include <stdbool.h>

#include "status.h"

/* Runs path (looked for in PATH if it has no slash) with argv, in a process group of its own, and waits. It has the
 * terminal, Ctrl-C and Ctrl-Z as if it were in this one's. SIGINT, SIGQUIT, SIGHUP and SIGTERM are passed on to its
 * whole group, none of which is there any more 5 s later, 1 s after a second signal. who: begins the messages;
 * actions: on the child's files, or NULL. out: *code: what it exited with, or 128 + the signal that ended it; 0 if it
 * does not start. err: GA_ERROR then, or if a signal of its own ends it; GA_INTERRUPTED if it ends as the terminal's
 * signals end it, or one of these four came here and it did not exit with 0. */
enum ga_status ga_spawn(const char *who, const char *path, char **argv,
                        const posix_spawn_file_actions_t *actions, int *code, struct ga_err *err);

/* From here on nobody who reads what is said ends no command in the midst of a file. Other programs, which ga_spawn and
 * contained.h start, have the signal as this one had it. */
void ga_pipe_guard(void);
/* In a child, before it becomes another program. */
void ga_pipe_release(void);
/* Ends this process as SIGPIPE would have, if nobody reads stdout any more, and this process did not ignore it at first. */
void ga_pipe_end(void);

/* out: whether it is a file that may be executed. */
bool ga_program_may_run(const char *path);
/* out: path, PATH_MAX bytes: of a program that is named as a shell would; false if there is none that may be executed. */
bool ga_program_find(const char *name, char *path);

#endif
