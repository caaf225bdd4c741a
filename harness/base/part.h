/* A file that is being written: it grows under a name of its own and is renamed when it is on the disk, so that its
 * right name is of a whole file or of none. */
#ifndef GA_PART_H
#define GA_PART_H

#include <stddef.h>

#include "status.h"

enum { GA_PART_NAME = 40 }; /* characters that the name adds to the file's */

/* Makes FILE.<process>-<number>.part, for reading and writing, with what the umask allows. Nothing that is there is
 * opened, and no link followed. What ended processes left of the same FILE is removed. in: path: of FILE. out: part: the
 * name, with room for path and GA_PART_NAME; *fd. own: end with ga_part_commit or unlink, then close fd. err: GA_FILE
 * with path and reason; *fd is -1. */
enum ga_status ga_part_create(const char *path, char *part, size_t capacity, int *fd,
                              struct ga_err *err);
/* Whether ga_part_create would, for what takes long before it: makes one, and removes it. err: as that has it. */
enum ga_status ga_part_try(const char *path, struct ga_err *err);
/* The file is whole: it gets its name, when it is on the disk. err: GA_FILE; the part is gone. */
enum ga_status ga_part_commit(int fd, const char *part, const char *path, struct ga_err *err);

#endif
