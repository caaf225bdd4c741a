/* What files hold: of every function, how many of which instructions. */
#ifndef GA_INVENTORY_H
#define GA_INVENTORY_H

#include "price.h"
#include "sass.h"
#include "status.h"

/* Newlines in texts of the file's are "\x0a". */
struct ga_found {
    const char *file;   /* the path, as given */
    const char *kernel; /* the symbol, mangled */
    const char *target; /* "sm_90a" */
    struct ga_sass_key key;
    uint32_t offset;    /* bytes, of the first, in its function */
    const char *source; /* "dir/file.cu:14", of the first; "": not known */
    uint32_t count;
    const struct ga_price *price; /* NULL: not looked up; own: who looked it up */
};

/* What a file holds that was not read. */
struct ga_unread {
    const char *file;
    uint32_t n_ptx, n_other, n_old; /* modules: PTX, other code, targets that are not read */
    uint32_t n_lines;               /* modules some of whose source lines are not */
};

enum {
    GA_EACH = 1,         /* a row an instruction, in the order of the code */
    GA_DISASSEMBLER = 2, /* by what cuobjdump on the PATH prints of each module */
    GA_FUNCTIONS = 4     /* a function that has none: a row of GA_CLASS_OTHER, count 0 */
};

struct ga_inventory {
    struct ga_found *at;
    size_t n, capacity;
    struct ga_unread *unread;
    size_t n_files;
    uint32_t n_modules, n_functions; /* that were read */
    uint32_t n_passed;               /* functions that were not wanted */
    /* Set before the first file is added: whether a function is to be read. NULL: all are. */
    bool (*wants)(void *context, const char *kernel, const char *target);
    void *context;
    char **texts; /* what the rows point to */
    size_t n_texts, text_capacity;
};

/* Adds what a file holds. Same instructions of one function and target are one row, of functions that several modules
 * have, too; rows are in order of kernel, target, loop (rmw-loop first) and offset.
 * in: flags: of GA_EACH, GA_DISASSEMBLER. own: ga_inventory_free, also after an error. err: as ga_images; GA_FILE for a host's file
 * without code of GPUs; GA_UNSUPPORTED if there is no cuobjdump; GA_ERROR for want of memory. */
enum ga_status ga_inventory_add(struct ga_inventory *inventory, const char *path, unsigned flags,
                                struct ga_err *err);
void ga_inventory_free(struct ga_inventory *inventory);

/* out: a C++ name as people read it, or the symbol itself; own: caller, free; NULL for want of memory. */
char *ga_demangled(const char *symbol);

/* out: negative, zero or positive, as in the order of rows. */
int ga_key_compare(const struct ga_sass_key *a, const struct ga_sass_key *b);

#endif
