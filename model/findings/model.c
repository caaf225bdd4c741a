#include "model.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { THREADS, DIRECT, SCATTERED, LOCALITY, AGGREGATION, N_TABLES };
static const char *const tables[N_TABLES] = {"global_threads_per_warp", "global_cross_direct",
                                             "global_cross_scattered", "global_locality",
                                             "global_aggregation"};

typedef char path[PATH_MAX + 64];

static enum ga_status read_all(const char *const *at, struct ga_findings *findings,
                               struct ga_err *err) {
    enum ga_status status = GA_OK;
    if (at[THREADS])
        status = ga_model_threads(at[THREADS], findings, err);
    if (status == GA_OK && (at[DIRECT] || at[SCATTERED]))
        status = ga_model_cross(at[DIRECT], at[SCATTERED], findings, err);
    if (status == GA_OK && at[LOCALITY])
        status = ga_model_locality(at[LOCALITY], findings, err);
    if (status == GA_OK && at[AGGREGATION])
        status = ga_model_aggregation(at[AGGREGATION], findings, err);
    return status;
}

enum ga_status ga_model(const char *directory, struct ga_findings *findings, struct ga_err *err) {
    path paths[N_TABLES];
    const char *at[N_TABLES] = {NULL};
    int n = 0;
    for (int t = 0; t < N_TABLES; t++) {
        snprintf(paths[t], sizeof paths[t], "%s/%s.csv", directory, tables[t]);
        at[t] = access(paths[t], F_OK) == 0 ? paths[t] : NULL;
        n += at[t] != NULL;
    }
    if (n == 0)
        return ga_fail(err, GA_USAGE,
                       "findings: %s holds none of the tables %s, %s, %s, %s and %s (.csv)",
                       directory, tables[THREADS], tables[DIRECT], tables[SCATTERED],
                       tables[LOCALITY], tables[AGGREGATION]);
    const enum ga_status status = read_all(at, findings, err);
    for (int t = 0; status == GA_OK && t < N_TABLES; t++)
        if (!at[t])
            ga_findings_say(findings, "\n%s: no such table there, skipped\n", tables[t]);
    return status;
}
