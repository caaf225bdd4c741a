/* Source lines of a cubin's instructions, where it was compiled with -lineinfo or -G. */
#ifndef GA_LINES_H
#define GA_LINES_H

#include "image.h"

struct ga_lines; /* of a module */

/* in: an image of kind GA_IMAGE_CUBIN, which lasts as long. out: *lines: NULL if it says nothing of lines, or nothing that
 * can be read: lines are an aid, and what they say is never why a file is refused. own: ga_lines_free.
 * err: GA_ERROR for want of memory. */
enum ga_status ga_lines_read(const struct ga_image *image, struct ga_lines **lines,
                             struct ga_err *err);
void ga_lines_free(struct ga_lines *lines);

/* out: text: "dir/file.cu:14" of the instruction at that offset of a function; of a function of the toolkit's headers
 * that was inlined, the line that calls it; "" where nothing is known. lines may be NULL. */
void ga_lines_find(struct ga_lines *lines, const char *function, uint32_t offset, char *text,
                   size_t size);

#endif
