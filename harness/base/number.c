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

/* strtod takes much more than is wanted, but no other text made of these characters. */
bool ga_parse_real(const char *text, double least, double most, double *value) {
    const char *const size = text + (*text == '-');
    char *end = NULL;
    if (!*size || strchr("e+-", *size) || size[strspn(size, "0123456789.e+-")])
        return false;
    errno = 0;
    const double x = strtod(text, &end);
    if (*end || errno || !isfinite(x) || !(x >= least) || !(x <= most))
        return false;
    *value = x;
    return true;
}
