/* What a program's plain run loaded and launched. */
#ifndef GA_LOADED_H
#define GA_LOADED_H

#include "inventory.h"
#include "whatif.h"

struct ga_loaded {
    struct ga_whatif *whatif;
    char *files[GA_MAX_ARGUMENTS]; /* modules */
    unsigned n_files, n_left;      /* n_left: for which there was no room */
};

/* in: loaded->whatif, whose plain run is over; its `keeps` was set. out: files. own: ga_loaded_forget, also after an error. err:
 * GA_ERROR for want of memory. */
enum ga_status ga_loaded_list(struct ga_loaded *loaded, struct ga_err *err);
void ga_loaded_forget(struct ga_loaded *loaded);

/* out: whether a kernel was launched, and the GPU can load code for the target. */
bool ga_loaded_has(const struct ga_loaded *loaded, const char *kernel, const char *target);

/* Leaves the rows of kernels that were launched, in code that the GPU can load. */
void ga_loaded_choose(const struct ga_loaded *loaded, struct ga_inventory *inventory);

/* Writes them to w->request->inspected, as `inspect --csv` does, and removes the modules. What cannot be done is said, and
 * leaves no file. */
void ga_loaded_write(struct ga_whatif *w);

#endif
