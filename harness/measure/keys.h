/* The user's keys, --keys FILE. */
#ifndef GA_KEYS_H
#define GA_KEYS_H

#include "backend.h"

/* in: a file of 32-bit little-endian numbers. out: *keys, at least one, GA_MOST_KEYS at most. own: the
 * caller frees keys->at. err: GA_FILE naming the file and what was expected. */
enum ga_status ga_keys_read(const char *path, struct ga_keys *keys, struct ga_err *err);

/* out: FNV-1a, 64 bits, of the keys as they stand in the file. */
uint64_t ga_keys_hash(const struct ga_keys *keys);

#endif
