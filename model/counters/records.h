/* The records of somebody else's CSV, one after the other, of any number of fields and in little memory.
 * harness/csv.h reads our own files and refuses what is not exactly so; these have lines before and between
 * the records that are no CSV, records of thousands of fields, and stray quotes. Not a library either:
 * it has to be there wherever the program is. */
#ifndef GA_RECORDS_H
#define GA_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "status.h"

enum { GA_RECORD_MOST_BYTES = 8 << 20, GA_RECORD_BLOCK = 1 << 16 };

/* field[n]: of the record that was read last; valid until the next. line: where it began, from 1. cut_short: the
 * file ends in it, and its last field may go on. own: ga_records_free. */
struct ga_records {
    FILE *file;
    const char *path;
    unsigned long line, lines_read;
    bool cut_short;
    char **field;
    size_t n, capacity;
    char *text;
    size_t text_size, text_capacity;
    char block[GA_RECORD_BLOCK]; /* of the file, from block_at to block_end not yet taken */
    size_t block_at, block_end;
};

/* in: file and path, kept; the file is the caller's. */
void ga_records_begin(struct ga_records *records, FILE *file, const char *path);
void ga_records_free(struct ga_records *records);

/* in: one_line: a record ends with its line, whatever its quotes. out: *more = false at the end.
 * err: GA_USAGE naming file and line for a quote that is not closed, a NUL byte, what gzip packed, or a record above
 * GA_RECORD_MOST_BYTES; GA_FILE; GA_ERROR out of memory. */
enum ga_status ga_records_next(struct ga_records *records, bool one_line, bool *more,
                               struct ga_err *err);

#endif
