/* Both streams get a write function of their own, so that no message can be forgotten. Bytes pass one by one: a stream
 * may cut a letter in two. */
#include "terminal.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { ESCAPED = 4 }; /* bytes of \xNN */

struct passage {
    int to;
    unsigned n_to_come;  /* bytes of the letter that has begun */
    unsigned char first; /* of its bytes */
};

/* UTF-8: 0xc2 begins the second set of control characters, U+0080 to U+009f. Alone their bytes are controls to a
 * terminal with eight-bit letters. */
static bool is_shown(struct passage *p, unsigned char byte) {
    if ((byte & 0xc0) == 0x80 && p->n_to_come > 0) {
        p->n_to_come--;
        return byte >= 0xa0 || p->first != 0xc2;
    }
    p->first = byte;
    p->n_to_come = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0;
    return byte == '\n' || byte == '\t' || (byte >= 0x20 && byte < 0x7f) || byte >= 0xa0;
}

static bool write_all(int to, const char *bytes, size_t n) {
    while (n > 0) {
        const ssize_t written = write(to, bytes, n);
        if (written < 0 && errno != EINTR)
            return false;
        bytes += written > 0 ? written : 0;
        n -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* out: n, or 0 for an error, as fopencookie has it. */
static ssize_t pass(void *cookie, const char *bytes, size_t n) {
    static const char digits[] = "0123456789abcdef";
    struct passage *const p = cookie;
    char out[BUFSIZ];
    size_t at = 0;
    if (p->to == STDERR_FILENO)
        fflush(stdout);
    for (size_t i = 0; i < n; i++) {
        const unsigned char byte = (unsigned char)bytes[i];
        if (at + ESCAPED > sizeof out) {
            if (!write_all(p->to, out, at))
                return 0;
            at = 0;
        }
        if (is_shown(p, byte)) {
            out[at++] = bytes[i];
            continue;
        }
        out[at++] = '\\';
        out[at++] = 'x';
        out[at++] = digits[byte >> 4];
        out[at++] = digits[byte & 15];
    }
    return write_all(p->to, out, at) ? (ssize_t)n : 0;
}

static bool is_coloured(void) {
    const char *const no = getenv("NO_COLOR"), *const terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no && *no) && !(terminal && strcmp(terminal, "dumb") == 0);
}

void ga_terminal_colour(unsigned sgr) {
    char text[16];
    const int n = snprintf(text, sizeof text, "\033[%um", sgr % 1000);
    if (is_coloured() && fflush(stdout) == 0)
        write_all(STDOUT_FILENO, text, (size_t)n);
}

static FILE *guard(FILE *plain, int to, int buffering) {
    static struct passage passages[2];
    static const cookie_io_functions_t functions = {.write = pass};
    struct passage *const p = &passages[to == STDERR_FILENO];
    p->to = to;
    FILE *const guarded = fopencookie(p, "w", functions);
    if (!guarded)
        return plain; /* no memory for a stream: nothing else will go well either */
    setvbuf(guarded, NULL, buffering, BUFSIZ);
    return guarded;
}

void ga_terminal_guard(void) {
    stdout = guard(stdout, STDOUT_FILENO, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
    stderr = guard(stderr, STDERR_FILENO, _IONBF);
}

unsigned ga_terminal_width(int file) {
    struct winsize size;
    if (!isatty(file))
        return 0;
    return ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}
