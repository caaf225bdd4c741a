/* What stands in a CSV, as JSON: an array with an object for each row, whose members are the columns. A number is a number, an
 * empty cell null, all else a string. */
#ifndef GA_CSV_JSON_H
#define GA_CSV_JSON_H

#include <stdbool.h>

#include "row_file.h"

/* in: text: a cell as a CSV has it, kept. out: what it is to a row of JSON. */
struct ga_row_cell ga_cell_of(const char *column, const char *text);

/* in: texts: every cell is a string, as in run.csv. err: GA_FILE; GA_USAGE naming file and line. Nothing is half-written. */
enum ga_status ga_csv_to_json(const char *csv, const char *json, bool texts, struct ga_err *err);

/* Whether --json may write to path: there is nothing, or a file of rows. err: GA_USAGE. */
enum ga_status ga_json_may_replace(const char *path, struct ga_err *err);

/* Every CSV of a run's directory as NAME.json beside it. err: as ga_csv_to_json. */
enum ga_status ga_json_beside(const char *directory, struct ga_err *err);

#endif
