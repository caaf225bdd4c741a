/* The system calls have no wrappers, and an old system no header: numbers and structures are those of linux/landlock.h,
 * which never change. src: Linux, Documentation/userspace-api/landlock.rst */
#include "isolation.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 }; /* of every architecture */
enum { VERSION = 1, PATH_BENEATH = 1 };
enum { LEAST_ABI = 3 }; /* before it, files can be truncated */

enum {
    WRITE_FILE = 1 << 1,
    TRUNCATE = 1 << 14,
    REMOVE_AND_MAKE = 0x1ff0, /* REMOVE_DIR .. MAKE_SYM */
    REFER = 1 << 13,
    OF_FILES = WRITE_FILE | TRUNCATE,
    ALL = OF_FILES | REMOVE_AND_MAKE | REFER
};

struct beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

static enum ga_status allow(int rules, const char *path, struct ga_err *err) {
    const int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return GA_OK; /* there is nothing to allow */
    const struct beneath rule = {ALL, fd};
    const long failed = syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0);
    const int why = errno;
    close(fd);
    return failed ? ga_fail(err, GA_UNSUPPORTED, "Landlock: %s: %s", path, strerror(why)) : GA_OK;
}

enum ga_status ga_landlock(const char *scratch, struct ga_err *err) {
    const uint64_t handled = ALL;
    char tmp[PATH_MAX], out[PATH_MAX];
    const long abi = syscall(CREATE_RULESET, NULL, 0, VERSION);
    if (abi < 0)
        return ga_fail(err, GA_UNSUPPORTED, "Landlock: %s", strerror(errno));
    if (abi < LEAST_ABI)
        return ga_fail(err, GA_UNSUPPORTED, "Landlock: version %ld does not cover truncation", abi);
    const int rules = (int)syscall(CREATE_RULESET, &handled, sizeof handled, 0);
    if (rules < 0)
        return ga_fail(err, GA_UNSUPPORTED, "Landlock: %s", strerror(errno));
    snprintf(tmp, sizeof tmp, "%s/tmp", scratch);
    snprintf(out, sizeof out, "%s/out", scratch);
    const char *const paths[] = {tmp, out, "/dev", "/proc"};
    enum ga_status status = GA_OK;
    for (size_t i = 0; status == GA_OK && i < sizeof paths / sizeof *paths; i++)
        status = allow(rules, paths[i], err);
    if (status == GA_OK &&
        (prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) || syscall(RESTRICT_SELF, rules, 0)))
        status = ga_fail(err, GA_UNSUPPORTED, "Landlock: %s", strerror(errno));
    close(rules);
    return status;
}
