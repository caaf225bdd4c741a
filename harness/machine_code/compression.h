/* LZ4, zstd and zlib by their libraries, which are loaded when a file needs them: nothing else of the program does. */
#ifndef GA_COMPRESSION_H
#define GA_COMPRESSION_H

#include <stdbool.h>

#include "image.h"

enum ga_compression { GA_LZ4, GA_ZSTD, GA_ZLIB };

/* out: at[0 .. n - 1], and *used: how many of the packed bytes hold that, no more and no less; 0: they hold something else. Behind
 * what zlib compressed may be anything.
 * err: GA_UNSUPPORTED naming the package, if this machine lacks the library. */
enum ga_status ga_decompress(enum ga_compression how, struct ga_bytes packed, uint8_t *at, size_t n,
                             size_t *used, struct ga_err *err);

/* out: *n: the bytes that what zstd compressed takes of those that begin with it. err: as above. */
enum ga_status ga_zstd_size(struct ga_bytes bytes, size_t *n, struct ga_err *err);

#endif
