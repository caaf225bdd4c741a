/* Where the library is that is injected, if this host can have it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "build_info.h"
#include "whatif.h"

static const char LIBRARY[] = "libgpu-atomics-whatif.so";

enum ga_status ga_whatif_find_library(struct ga_whatif *w, struct ga_err *err) {
    char program[PATH_MAX];
    struct utsname host;
    if (uname(&host) == 0 && strcmp(host.machine, "x86_64") != 0)
        return ga_fail(err, GA_UNSUPPORTED,
                       "%s: this host is %s; programs can be edited on x86_64 hosts alone", w->who,
                       host.machine);
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = '\0';
    char *const slash = strrchr(program, '/');
    if (slash)
        *slash = '\0';
    const char *const folders[] = {"", "/" GA_LIBRARIES_INSTALLED};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (snprintf(w->library, sizeof w->library, "%s%s/%s", program, folders[i], LIBRARY) <
                (int)sizeof w->library &&
            access(w->library, R_OK) == 0) {
            if (strpbrk(w->library, " :"))
                return ga_fail(err, GA_UNSUPPORTED,
                               "%s: '%.300s' has a blank or a colon in its path, which "
                               "LD_PRELOAD cannot name",
                               w->who, w->library);
            const char *const had = getenv("LD_PRELOAD");
            snprintf(w->preload, sizeof w->preload, "%s%s%s", had ? had : "",
                     had && *had ? ":" : "", w->library);
            return GA_OK;
        }
    return ga_fail(err, GA_UNSUPPORTED,
                   "%s: %s is neither beside the program nor in %.300s/" GA_LIBRARIES_INSTALLED
                   "; it is built with the CUDA backend",
                   w->who, LIBRARY, program);
}
