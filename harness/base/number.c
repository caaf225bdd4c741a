#include "number.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ga_parse_whole(const char *text, uint64_t least, uint64_t most, uint64_t *value) {
    uint64_t x = 0;
    if (!*text)
        return false;
    for (; *text >= '0' && *text <= '9'; text++) {
        const uint64_t digit = (uint64_t)(*text - '0');
        if (x > (UINT64_MAX - digit) / 10)
            return false;
        x = 10 * x + digit;
    }
    if (*text || x < least || x > most)
        return false;
    *value = x;
    return true;
}

bool ga_parse_signed(const char *text, int64_t least, int64_t most, int64_t *value) {
    const bool negative = *text == '-';
    uint64_t size = 0;
    if (!ga_parse_whole(text + negative, 0, (uint64_t)INT64_MAX, &size))
        return false;
    const int64_t x = negative ? -(int64_t)size : (int64_t)size;
    if (x < least || x > most)
        return false;
    *value = x;
    return true;
}

/* What most cells of a table are: at most 15 digits, a point among them or none. The digits are a whole number and the power of
 * ten is one, both exact, so that their quotient is rounded once, as strtod rounds. src: Clinger, PLDI 1990. */
static bool parse_short(const char *text, double *value) {
    enum { MOST_DIGITS = 15 };
    static const double tens[MOST_DIGITS + 1] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    uint64_t whole = 0;
    unsigned n = 0, behind = 0;
    bool point = false;
    for (; *text; text++) {
        if (*text == '.' && !point) {
            point = true;
            continue;
        }
        if (*text < '0' || *text > '9' || n == MOST_DIGITS)
            return false;
        whole = whole * 10 + (uint64_t)(*text - '0');
        n++;
        behind += point;
    }
    *value = (double)whole / tens[behind];
    return n > 0;
}

/* strtod takes much more than is wanted, but no other text made of these characters. */
static bool parse_any(const char *text, const char *size, double *value) {
    char *end = NULL;
    if (!*size || strchr("e+-", *size) || size[strspn(size, "0123456789.e+-")])
        return false;
    errno = 0;
    *value = strtod(text, &end);
    return !*end && !errno && isfinite(*value);
}

bool ga_parse_real(const char *text, double least, double most, double *value) {
    const char *const size = text + (*text == '-');
    double x = 0;
    if (parse_short(size, &x))
        x = size == text ? x : -x;
    else if (!parse_any(text, size, &x))
        return false;
    if (!(x >= least) || !(x <= most))
        return false;
    *value = x;
    return true;
}
