/* A process whose writes do not reach the user's files. */
#ifndef GA_ISOLATION_H
#define GA_ISOLATION_H

#include "status.h"

/* NONE: it writes where it likes. OVERLAY: it sees its own writes, and nobody else does. LANDLOCK: writes are refused
 * (EACCES) but below scratch/tmp, /dev and /proc. Neither has to do with the network, or with sockets. */
enum ga_isolation { GA_ISOLATION_NONE, GA_ISOLATION_OVERLAY, GA_ISOLATION_LANDLOCK };

/* Where such a process may write. scratch: a directory of the caller's alone, absolute, with the directories layers, tmp
 * and out in it. What is written to out is everybody's, in each kind of isolation. */
struct ga_shelter {
    enum ga_isolation kind;
    const char *scratch;
};

/* For a child between fork and exec: isolates this process, for good. out: its working directory is where it was. err:
 * GA_UNSUPPORTED, with what the system refused; the process is good for nothing then. */
enum ga_status ga_isolate(const struct ga_shelter *shelter, struct ga_err *err);

/* out: shelter->kind: the first of OVERLAY and LANDLOCK in which a child of this process could not write a file, and
 * could write one to out; NONE: neither works. in: shelter->scratch. own: why[2]: what was refused, of each. */
void ga_isolation_find(struct ga_shelter *shelter, struct ga_err why[2]);

/* The two kinds; as ga_isolate. */
enum ga_status ga_overlay(const char *scratch, struct ga_err *err);
enum ga_status ga_landlock(const char *scratch, struct ga_err *err);

#endif
