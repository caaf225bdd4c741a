#include "status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int exit_code;
} statuses[GA_N_STATUS] = {
    [GA_OK] = {"ok", 0},
    [GA_WRONG] = {"wrong", 1},
    [GA_UNSUPPORTED] = {"unsupported", 77},
    [GA_TIMEOUT] = {"timeout", 3},
    [GA_ERROR] = {"error", 3},
    [GA_USAGE] = {"usage", 2},
    [GA_FILE] = {"file", 4},
    [GA_INTERRUPTED] = {"interrupted", 130},
};

enum ga_status ga_fail(struct ga_err *err, enum ga_status status, const char *format, ...) {
    if (err) {
        va_list args;
        va_start(args, format);
        vsnprintf(err->message, sizeof err->message, format, args);
        va_end(args);
        for (char *c = err->message; (c = strpbrk(c, "\r\n")) != NULL;)
            *c = ' '; /* a message is one line, whatever is cited in it */
    }
    return status;
}

const char *ga_status_name(enum ga_status status) {
    return status < GA_N_STATUS ? statuses[status].name : "?";
}

enum ga_status ga_status_of(const char *name) {
    for (int i = 0; i < GA_N_STATUS; i++)
        if (strcmp(statuses[i].name, name) == 0)
            return (enum ga_status)i;
    return GA_N_STATUS;
}

int ga_exit_code(enum ga_status status) {
    return status < GA_N_STATUS ? statuses[status].exit_code : 3;
}
