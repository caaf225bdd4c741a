/* What `model utilization` says of a launch, and the rows of its --csv and --json. */
#ifndef GA_UTILIZATION_ROWS_H
#define GA_UTILIZATION_ROWS_H

#include "csv.h"
#include "launch_answer.h"
#include "row_file.h"

/* Behind the columns that say which launch it is. */
void ga_utilization_header(struct ga_csv_out *csv);
void ga_utilization_row(struct ga_csv_out *csv, const struct ga_launch_answer *answer);

/* err: as ga_row_file_create. */
enum ga_status ga_utilization_json_create(struct ga_row_file *json, const char *path,
                                          struct ga_err *err);
void ga_utilization_json(struct ga_row_file *json, const struct ga_launch_answer *answer);

#endif
