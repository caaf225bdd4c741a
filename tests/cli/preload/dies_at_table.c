/* A process that ends at once when a table has got its name, before anything else is written. */
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

int rename(const char *from, const char *to) {
    int (*const real)(const char *, const char *) =
        (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    const char *const slash = strrchr(to, '/');
    const int code = real(from, to);
    if (strcmp(slash ? slash + 1 : to, "lock_mutex.csv") == 0)
        _exit(9);
    return code;
}
