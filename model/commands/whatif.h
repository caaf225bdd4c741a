/* The parts of `whatif`: its runs, why nothing was seen, what it prints and writes. */
#ifndef GA_WHATIF_H
#define GA_WHATIF_H

#include <limits.h>

#include "cli.h"
#include "contained.h"
#include "gains.h"
#include "isolation.h"
#include "edit_plan.h"

#define GA_LAST_WORDS 512

/* What a run edits: kernels[n], none: nothing. only: as in a variant. */
struct ga_edited {
    enum ga_edit edit;
    const uint32_t *kernels;
    size_t n;
    uint32_t only;
};

struct ga_whatif {
    const char *who; /* begins messages: "whatif", "inspect" */
    const struct ga_request *request;
    char library[PATH_MAX]; /* what is injected */
    char scratch[PATH_MAX]; /* this process's own directory */
    int scratch_lock;       /* held until the process ends */
    char preload[2 * PATH_MAX];
    struct ga_shelter shelter; /* of every run but the first */
    int input;                 /* a file that the program reads from, -1: none */
    bool input_ends; /* with the plain run: it is a pipe or a terminal, or cannot be opened again */
    bool lacks_input; /* such a program launched nothing in an unedited run */
    struct ga_symbols symbols;
    uint64_t keeps; /* bytes at most of what the plain run loads, beside what it wrote; 0: none */
    struct ga_observed seen; /* by the first plain run */
    struct ga_study study;
    bool *chosen;                    /* of each symbol, whether --kernel matches */
    int code;                        /* what the plain run exited with, as a shell has it */
    struct ga_err death;             /* of the plain run, by a signal of its own; "": none */
    size_t n_runs;                   /* that began */
    size_t n_others;                 /* edited runs that exited with another code */
    bool bears;                      /* it was isolated, unedited, and ran as before */
    char crash[GA_LAST_WORDS + 128]; /* what was last said of one */
};

/* Where the library is. err: GA_UNSUPPORTED. */
enum ga_status ga_whatif_find_library(struct ga_whatif *w, struct ga_err *err);
/* Makes w->scratch, with a folder for each run below it: ga_whatif_out; removes those of killed processes. err: GA_FILE. */
enum ga_status ga_whatif_make_scratch(struct ga_whatif *w, struct ga_err *err);
/* out: out[size]: where run k's processes write, from 0 on. */
void ga_whatif_out(const struct ga_whatif *w, size_t k, char *out, size_t size);
/* The program once, as the user would run it. out: w->seen, w->study: with this run; w->code. err: as ga_spawn; as
 * ga_observed_read. */
enum ga_status ga_whatif_run_plain(struct ga_whatif *w, struct ga_err *err);
/* All other runs. err: GA_ERROR if the plain program does not run when it is isolated; GA_INTERRUPTED; GA_FILE. */
enum ga_status ga_whatif_run_edits(struct ga_whatif *w, struct ga_err *err);
/* Files for the library: a kernel's name a line; a module a line, of those that the first run loaded and in which none of
 * these kernels is: their code need not be read again. err: GA_FILE. */
enum ga_status ga_whatif_write_kernels(const struct ga_whatif *w, const uint32_t *kernels, size_t n,
                                       const char *path, struct ga_err *err);
enum ga_status ga_whatif_write_left(const struct ga_whatif *w, const uint32_t *kernels, size_t n,
                                    const char *path, struct ga_err *err);
/* A file for the stderr of a run, empty; -1: it cannot be made. own: close. */
int ga_whatif_listen(const struct ga_whatif *w);
/* out: text[GA_LAST_WORDS]: "; it said: LINE / LINE" of the last lines there, as far as they can be printed; "": none. */
void ga_whatif_last_words(int file, char *text);
/* Says on stderr how an edited run crashed, unless the one before did just so. note: of the library, NULL: none; words: as
 * above. */
void ga_whatif_say_crash(struct ga_whatif *w, const struct ga_edited *what,
                         const struct ga_ended *ended, const char *note, const char *words);
/* An unedited run that is not as the plain one was. in: launched: any kernel; words: as above. out: err: GA_ERROR. */
enum ga_status ga_whatif_bears_not(struct ga_whatif *w, const struct ga_ended *ended, bool launched,
                                   const char *words, struct ga_err *err);
/* Why no launch was seen. out: err. */
enum ga_status ga_whatif_unseen(const struct ga_whatif *w, struct ga_err *err);

/* in: gains: a row each. err: GA_ERROR for want of memory. */
enum ga_status ga_whatif_print(const struct ga_whatif *w, const struct ga_row_gains *gains,
                               struct ga_err *err);
/* err: GA_USAGE for a file that is not this command's; GA_FILE. */
enum ga_status ga_whatif_write(const struct ga_whatif *w, const struct ga_row_gains *gains,
                               const char *path, bool json, struct ga_err *err);
#define GA_WHATIF_COLUMN "of" /* the first */

/* Whether `whatif`, or `profile --whatif`, may run the program: nothing is run. out: edits: 1 << enum ga_edit of those that
 * are tried. err: GA_USAGE; GA_FILE. */
enum ga_status ga_whatif_check(const struct ga_request *request, unsigned *edits,
                               struct ga_err *err);

/* out: whether a signal that ends programs has come. */
bool ga_whatif_is_told(void);

/* Removes a directory and what is in it. */
void ga_remove_tree(const char *path);

/* "overlay", "landlock", "none" */
const char *ga_whatif_isolation_name(enum ga_isolation kind);

#endif
