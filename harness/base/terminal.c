/* Both streams get a write function of their own, so that no message can be forgotten. Bytes pass one by one: a stream
 * may cut a letter in two. A terminal gets lines that are folded between words. */
#include "terminal.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fold.h"

struct passage {
    int to;
    unsigned n_to_come;  /* bytes of the letter that has begun */
    unsigned char first; /* of its bytes */
    struct ga_fold fold;
    bool failed;
    size_t n_out;
    char out[BUFSIZ];
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

static void send(struct passage *p) {
    p->failed = !write_all(p->to, p->out, p->n_out) || p->failed;
    p->n_out = 0;
}

static void put(void *passage, char byte) {
    struct passage *const p = passage;
    if (p->n_out == sizeof p->out)
        send(p);
    p->out[p->n_out++] = byte;
}

/* out: n, or 0 for an error, as fopencookie has it. */
static ssize_t pass(void *cookie, const char *bytes, size_t n) {
    static const char digits[] = "0123456789abcdef";
    struct passage *const p = cookie;
    const int error = errno; /* the caller's, which is not of a file that is no terminal */
    const unsigned width = ga_terminal_width(p->to);
    p->failed = false;
    if (p->to == STDERR_FILENO)
        fflush(stdout);
    for (size_t i = 0; i < n; i++) {
        const unsigned char byte = (unsigned char)bytes[i];
        char shown[] = {bytes[i], 'x', digits[byte >> 4], digits[byte & 15]};
        const bool is_letter = is_shown(p, byte);
        if (!is_letter)
            shown[0] = '\\';
        for (size_t k = 0; k < (is_letter ? 1 : sizeof shown); k++)
            if (width > 0)
                ga_fold(&p->fold, width, shown[k], put, p);
            else
                put(p, shown[k]);
    }
    if (width > 0)
        ga_fold_flush(&p->fold, width, put, p);
    send(p);
    if (p->failed)
        return 0;
    errno = error;
    return (ssize_t)n;
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
