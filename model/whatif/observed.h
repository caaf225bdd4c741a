/* What the injected library left of one run: launches, kernels, notes, of all processes together. */
#ifndef GA_OBSERVED_H
#define GA_OBSERVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

enum ga_edit {
#define GA_EDIT(id, ...) GA_EDIT_##id,
#include "edits.def"
#undef GA_EDIT
    GA_N_EDITS
};
/* out: "shared", ..; "none" of GA_N_EDITS. heading: "without shared", ..; goes: "shared atomics", .. */
const char *ga_edit_name(enum ga_edit edit);
const char *ga_edit_heading(enum ga_edit edit);
const char *ga_edit_goes(enum ga_edit edit);
/* in: "shared,fences", "none": GA_EDIT_UNCHANGED; NULL: the usual ones. out: *edits: 1 << enum ga_edit of each.
 * err: GA_USAGE naming the word. */
enum ga_status ga_edits_parse(const char *list, unsigned *edits, struct ga_err *err);

/* Symbols of kernels, each once, by number. The same numbers in all runs. */
struct ga_symbols {
    char **at;
    size_t n;
    uint32_t *slots; /* number + 1 by hash; 0: free */
    size_t n_slots;
};
/* out: *number. err: GA_ERROR for want of memory. own: ga_symbols_free. */
enum ga_status ga_symbols_add(struct ga_symbols *symbols, const char *name, uint32_t *number,
                              struct ga_err *err);
void ga_symbols_free(struct ga_symbols *symbols);

/* What launches are paired by, but for their order. */
struct ga_launch_key {
    uint32_t kernel; /* number of the symbol */
    uint32_t grid[3], block[3];
};
int ga_launch_key_compare(const struct ga_launch_key *a, const struct ga_launch_key *b);

struct ga_seen_launch {
    struct ga_launch_key key;
    uint32_t device;
    uint64_t start_ns, end_ns;
};

/* Of a kernel, in whatever module: instructions that could be edited, that never are, and that were. */
struct ga_seen_kernel {
    uint32_t kernel;
    uint64_t n[GA_N_EDITS], never, edited;
    uint64_t offset; /* of the last instruction that was edited */
    char instruction[16];
};

/* A module that has instructions of a kernel's that could be edited, by what it is called in notes. */
struct ga_seen_code {
    uint32_t kernel;
    uint64_t module;
};

struct ga_seen_note {
    char kind[32], *text;
    size_t times;
};

struct ga_observed {
    struct ga_seen_launch *launches;
    struct ga_seen_kernel *kernels;
    struct ga_seen_code *code;
    struct ga_seen_note *notes;
    char targets[8][24]; /* of machine code that the GPUs of the run can load: "sm_90a" */
    size_t n_launches, n_kernels, n_code, n_notes, n_targets;
    size_t n_files;
    bool by_events; /* some times are of events, not of CUPTI's records */
};

/* in: directory: GA_WHATIF_OUT; whole: a file that ends within a line is an error, and not the end of a process that was
 * killed. out: symbols: with what was new. own: ga_observed_free, also after an error. err: GA_FILE; GA_USAGE naming file,
 * line and column. */
enum ga_status ga_observed_read(const char *directory, bool whole, struct ga_symbols *symbols,
                                struct ga_observed *seen, struct ga_err *err);
void ga_observed_free(struct ga_observed *seen);

/* out: the kernel's row, NULL: none. */
const struct ga_seen_kernel *ga_observed_kernel(const struct ga_observed *seen, uint32_t kernel);
/* out: the text of the first note of that kind, NULL: there is none. */
const char *ga_observed_note(const struct ga_observed *seen, const char *kind);

#endif
