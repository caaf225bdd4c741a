/* A program run for its own sake: isolated, for a limited time, of which no process is left. */
#ifndef GA_CONTAINED_H
#define GA_CONTAINED_H

#include <stdbool.h>

#include "isolation.h"

/* argv: of the program, argv[0] looked for in PATH if it has no slash. settings: "NAME=value", for its environment, the
 * last NULL. input: a file from which it reads, from its beginning or offset; -1: /dev/null. output: gets its stdout. errors: a
 * file that gets the end of its stderr, and is appended to; -1: output gets that, too. */
struct ga_contained {
    char **argv;
    const char *const *settings;
    struct ga_shelter shelter;
    double limit_s;
    int input, output, errors;
};

enum ga_end { GA_ENDED, GA_SIGNALLED, GA_OVERDUE };
struct ga_ended {
    enum ga_end how;
    int code; /* what it exited with; or the signal */
    double wall_s;
};
/* out: as a shell has it. */
static inline int ga_ended_code(const struct ga_ended *ended) {
    return ended->how == GA_SIGNALLED ? 128 + ended->code : ended->code;
}

/* Runs it in a session of its own, without a terminal, and waits. When it ends, or is told to after limit_s, every process
 * that it started is killed, also one that has left its session; likewise when this process is killed. out: *ended. err:
 * GA_UNSUPPORTED if it cannot be isolated; GA_ERROR if it cannot be started or does not end; GA_INTERRUPTED after a
 * SIGINT, SIGQUIT, SIGHUP or SIGTERM. */
enum ga_status ga_run_contained(const struct ga_contained *program, struct ga_ended *ended,
                                struct ga_err *err);

/* This process's children, and those of who ended below it: before a program of the user's runs, and, where that was told
 * to end, after it. */
struct ga_children {
    int at[64];
    unsigned n;
};
/* out: the children that there are; from here on orphans below this process become its own, until ga_children_end. */
void ga_children_begin(struct ga_children *before);
/* in: kills: kills all other children, and theirs, and waits for them. */
void ga_children_end(const struct ga_children *before, bool kills);

#endif
