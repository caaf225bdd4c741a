/* Where code.c's rows come from. */
#ifndef GA_CODE_PARTS_H
#define GA_CODE_PARTS_H

#include "code.h"
#include "sass.h"

/* An instruction of a function; what is no atomic on device memory adds nothing. Those of one function come one after the
 * other. err: GA_ERROR for want of memory. */
enum ga_status ga_code_put(struct ga_code *code, const char *symbol, const char *target,
                           const struct ga_sass_key *key, bool follows, struct ga_err *err);

/* out: whether the file begins with a line of words with commas between, which no machine code does. */
bool ga_code_is_csv(const char *path);
/* err: as ga_code_add. */
enum ga_status ga_code_add_csv(struct ga_code *code, const char *path, struct ga_err *err);

#endif
