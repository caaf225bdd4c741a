/* Sentences that are put together piece by piece. */
#ifndef GA_REASON_H
#define GA_REASON_H

#include <stddef.h>

/* Appends to a text of `size` bytes; what has no room is cut. */
void ga_reason_add(char *reason, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* To the member `reason`, an array. */
#define GA_SAY(of, ...) ga_reason_add((of)->reason, sizeof(of)->reason, __VA_ARGS__)

#endif
