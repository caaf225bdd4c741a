/* The commands that ask the model. Each prints what it has to say and returns what main exits with, by ga_exit_code. */
#ifndef GA_ANSWERS_H
#define GA_ANSWERS_H

#include "cli.h"

enum ga_status ga_command_answers(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_report(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_fleet(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_gallery(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_pack(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_show(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_columns(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_findings(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_utilization(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_roofline(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_verdicts(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_occupancy(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_predict(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_inspect(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_profile(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_whatif(const struct ga_request *request, struct ga_err *err);

typedef enum ga_status ga_command_function(const struct ga_request *request, struct ga_err *err);

/* Runs a command, and writes its rows as --json asks. err: the command's; GA_USAGE for a file that holds no rows; GA_FILE. */
enum ga_status ga_with_json(const struct ga_request *request, ga_command_function *command,
                            struct ga_err *err);

/* in: --bench. out: is_wanted[GA_N_ANSWERS]: whose table a pattern matches, all if there is none. err: GA_USAGE with the
 * nearest name. */
enum ga_status ga_answers_choose(const struct ga_list *patterns, bool *is_wanted,
                                 struct ga_err *err);

/* What a run that has just ended answers: printed, and in answers.csv beside its tables. A run without any answer leaves
 * neither. in: run: what its run.csv has. out: run: the L2's clock, as ga_l2_law_tell, for the caller to write. err: GA_FILE;
 * GA_USAGE naming file, line and value for a table that cannot be read. */
enum ga_status ga_answers_of_run(const char *directory, struct ga_runfile *run, struct ga_err *err);

#endif
