/* Where code.c's rows come from. */
#ifndef GA_CODE_PARTS_H
#define GA_CODE_PARTS_H

#include "code.h"
#include "sass.h"

/* What whoever read the code told: results, of struct ga_l2_atomics' steers, skips and shares; phases. */
struct ga_knows {
    bool results, phases;
};

/* An instruction of a function; what is no atomic on device or shared memory adds nothing. Those of one function come one after
 * the other. err: GA_ERROR for want of memory. */
enum ga_status ga_code_put(struct ga_code *code, const char *symbol, const char *target,
                           const struct ga_sass_key *key, struct ga_knows knows,
                           struct ga_err *err);

/* Likewise, that a launch of a kernel, by its profiler's name, executed. */
enum ga_status ga_code_put_run(struct ga_code *code, const char *kernel,
                               const struct ga_sass_key *key, struct ga_err *err);

/* By its first line: of words with commas between, which no machine code has, are the other two. */
enum ga_code_form { GA_CODE_MACHINE, GA_CODE_INSPECT, GA_CODE_SOURCE_PAGE };
enum ga_code_form ga_code_form_of(const char *path);
/* err: as ga_code_add. */
enum ga_status ga_code_add_csv(struct ga_code *code, const char *path, struct ga_err *err);
enum ga_status ga_code_add_source(struct ga_code *code, const char *path, struct ga_err *err);

#endif
