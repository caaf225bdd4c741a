/* A host whose clock is 20 s further whenever it is looked at. */
#include <time.h>

int clock_gettime(clockid_t id, struct timespec *now) {
    static time_t s;
    (void)id;
    s += 20;
    *now = (struct timespec){.tv_sec = s};
    return 0;
}
