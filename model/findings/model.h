/* What a device's measured tables say, by rules that are printed with what they give. Each part takes
 * one benchmark's table; the rules are in its file. */
#ifndef GA_MODEL_H
#define GA_MODEL_H

#include "findings.h"

/* in: the directory of a run. A table that is not there is named in the text. err: GA_USAGE if it holds
 * none of the tables; otherwise as ga_sheet_read. */
enum ga_status ga_model(const char *directory, struct ga_findings *findings, struct ga_err *err);

/* in: path of the table. err: as ga_sheet_read. */
enum ga_status ga_model_threads(const char *path, struct ga_findings *findings, struct ga_err *err);
enum ga_status ga_model_locality(const char *path, struct ga_findings *findings,
                                 struct ga_err *err);
enum ga_status ga_model_aggregation(const char *path, struct ga_findings *findings,
                                    struct ga_err *err);
/* in: NULL for a table that is not there. */
enum ga_status ga_model_cross(const char *direct, const char *scattered,
                              struct ga_findings *findings, struct ga_err *err);

/* Of a table with the axis accesses. in: name: what its findings begin with; axes: the table's others, up to NULL.
 * err: as ga_sheet_read. */
enum ga_status ga_find_steady(const char *path, const char *name, const char *const *axes,
                              struct ga_findings *findings, struct ga_err *err);

#endif
