/* Outcomes, and the one way in which a function reports a failure. Included by every part. */
#ifndef GA_STATUS_H
#define GA_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* The first five are also the outcomes of a measured point, under these names in the CSV. */
enum ga_status {
    GA_OK,
    GA_WRONG,       /* a value in memory was not what the operations must have left */
    GA_UNSUPPORTED, /* this device cannot do it; the message says why */
    GA_TIMEOUT,     /* the watchdog ended a wait */
    GA_ERROR,       /* the device or its runtime failed */
    GA_USAGE,       /* bad input; nothing was done */
    GA_FILE,        /* a file could not be read or written */
    GA_INTERRUPTED, /* the user asked to stop; what was finished is on disk */
    GA_N_STATUS
};

/* Caller-owned. Empty message: no failure was reported. */
struct ga_err {
    char message[768];
};

/* Writes the message into err (NULL: dropped) and returns status, so that a failure is one
 * statement: return ga_fail(err, GA_FILE, "cannot open %s", path); */
enum ga_status ga_fail(struct ga_err *err, enum ga_status status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* out: the name of a status as the CSV spells it ("ok", "wrong", ...). */
const char *ga_status_name(enum ga_status status);

/* out: the status with that name, GA_N_STATUS if there is none. */
enum ga_status ga_status_of(const char *name);

/* out: what the process exits with: 0 ok, 1 wrong result, 2 usage, 3 device, 4 file,
 * 77 unsupported, 130 interrupted. */
int ga_exit_code(enum ga_status status);

#ifdef __cplusplus
}
#endif
#endif
