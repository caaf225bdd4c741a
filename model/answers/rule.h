/* The rules of answers.def: how rows of a table become a number. */
#ifndef GA_RULE_H
#define GA_RULE_H

#include "answer.h"
#include "grid.h"

/* out: *answer. Rows that are not there are no error: answer->state says so. err: GA_USAGE naming file, line and value for
 * a cell that is no number; GA_ERROR for lack of memory. */
enum ga_status ga_rule_apply(const struct ga_grid *grid, const struct ga_answer_row *row,
                             struct ga_answer *answer, struct ga_err *err);

#endif
