/* Source lines of a module's instructions, where it was compiled with lines: nvcc's -lineinfo or -G, clang's -g or
 * -gline-tables-only. */
#ifndef GA_LINES_H
#define GA_LINES_H

#include "cubin.h"

struct ga_lines; /* of a module */

/* in: an image of kind GA_IMAGE_CUBIN or GA_IMAGE_GFX, which lasts as long. out: *lines: NULL if it says nothing of lines, or
 * nothing that can be read: lines are an aid, and what they say is never why a file is refused. own: ga_lines_free, also after
 * an error. err: GA_ERROR for want of memory. */
enum ga_status ga_lines_read(const struct ga_image *image, struct ga_lines **lines,
                             struct ga_err *err);
/* out: whether some of what it says was not read, or not looked up. lines may be NULL. */
bool ga_lines_are_part(const struct ga_lines *lines);
void ga_lines_free(struct ga_lines *lines);

/* in: function: of NVIDIA's, its name is enough. out: text: "dir/file.cu:14" of the instruction at that offset of it; of a
 * function of the toolkit's headers that was inlined, the line that calls it (AMD's: of what is linked); "" where nothing is
 * known. lines may be NULL. */
void ga_lines_find(struct ga_lines *lines, const struct ga_function *function, uint32_t offset,
                   char *text, size_t size);

#endif
