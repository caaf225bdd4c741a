/* The machine code of what was profiled: which atomics on device memory a launch's kernel has. */
#ifndef GA_CODE_H
#define GA_CODE_H

#include <stdbool.h>
#include <stddef.h>

#include "l2_types.h"
#include "status.h"

struct ga_code;

/* Adds what a file holds to *code, NULL at first. in: path: of machine code, of what `inspect --csv` wrote, or of Nsight Compute's
 * source page, which says what launches executed. own: ga_code_close, also after an error. err: as ga_inventory_add; GA_USAGE for
 * another CSV, or a cell or column that is not as they are written, by line. */
enum ga_status ga_code_add(struct ga_code **code, const char *path, struct ga_err *err);
void ga_code_close(struct ga_code *code);

/* in: code: NULL: none; kernel: as a profiler names it; cc: "9.0", the GPU's. out: of the kernels of that name, else of all its
 * templates, those that ran where a source page says that some did; n = 0: the files have none with atomics, for that GPU.
 * err: GA_ERROR for want of memory. */
enum ga_status ga_code_find(const struct ga_code *code, const char *kernel, const char *cc,
                            struct ga_l2_atomics *atomics, struct ga_err *err);

#endif
