/* A disk that takes what is written, and loses it: fsync says so, and nothing before does. */
#include <errno.h>
#include <unistd.h>

int fsync(int fd) {
    (void)fd;
    errno = EIO;
    return -1;
}
