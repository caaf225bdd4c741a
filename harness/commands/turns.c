/* A lock of the file: shared by who stays within a GPU. The system gives it back if a run is killed. */
#include "turns.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "run.h"

enum ga_status ga_turn_begin(const struct ga_bench *bench, int *turn, struct ga_err *err) {
    const char *const path = getenv(GA_TURNS);
    const int how = bench->beyond ? LOCK_EX : LOCK_SH;
    *turn = -1;
    if (!path || !*path)
        return GA_OK;
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return ga_fail(err, GA_FILE, GA_TURNS "=%s: %s", path, strerror(errno));
    int failed = flock(file, how | LOCK_NB);
    if (failed && errno == EWOULDBLOCK) {
        fprintf(stderr, "%s: waits for the other devices\n", bench->id);
        failed = flock(file, how); /* a signal ends it, too */
    }
    if (!failed) {
        *turn = file;
        return GA_OK;
    }
    const enum ga_status status =
        ga_interrupted ? ga_fail(err, GA_INTERRUPTED, "interrupted")
                       : ga_fail(err, GA_FILE, GA_TURNS "=%s: %s", path, strerror(errno));
    close(file);
    return status;
}

void ga_turn_end(int turn) {
    if (turn >= 0)
        close(turn);
}
