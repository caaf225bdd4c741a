/* Text that was handed in as gzip packs it. */
#ifndef GA_GZIP_H
#define GA_GZIP_H

#include <string.h>

#include "names.h"
#include "status.h"

/* in: begins: how the file begins, n bytes. err: GA_USAGE saying how to unpack it, if gzip packed it. */
static inline enum ga_status ga_gzip_refuse(const char *path, const void *begins, size_t n,
                                            struct ga_err *err) {
    static const unsigned char magic[] = {0x1f, 0x8b};
    char word[GA_SHELL_WORD(1024)];
    return n >= sizeof magic && memcmp(begins, magic, sizeof magic) == 0
               ? ga_fail(err, GA_USAGE, "%s is compressed; unpack it: gzip -dc %s >FILE", path,
                         ga_shell_word(path, word, sizeof word))
               : GA_OK;
}

#endif
