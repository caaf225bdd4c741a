/* Several runs of a program, each with other counters, as one: launch by launch, in their order. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "csv.h"
#include "profiler_parts.h"

struct runs {
    struct ga_counters *counters[16];
    size_t n;
    unsigned long launch; /* from 1 */
};

static enum ga_status different(const struct runs *runs, size_t run, const char *first,
                                const char *other, struct ga_err *err) {
    return ga_fail(
        err, GA_ERROR,
        "profile: launch %lu is '%.100s' in the first run of the program and '%.100s' in run %zu; "
        "counters of "
        "several runs are joined if each launches the same, or with all in one run: a larger "
        "--counters-per-pass",
        runs->launch, first, other, run + 1);
}

/* out: *launch: the next of all runs, with the counters of each. */
static enum ga_status next(struct runs *runs, struct ga_launch_counters *launch, bool *more,
                           struct ga_err *err) {
    enum ga_status status = ga_counters_next(runs->counters[0], launch, more, err);
    runs->launch++;
    for (size_t i = 1; status == GA_OK && i < runs->n; i++) {
        struct ga_launch_counters other = {.id = ""};
        bool has = false;
        status = ga_counters_next(runs->counters[i], &other, &has, err);
        if (status == GA_OK && (has != *more || (has && strcmp(other.kernel, launch->kernel) != 0)))
            return different(runs, i, *more ? launch->kernel : "none", has ? other.kernel : "none",
                             err);
        for (int q = 0; status == GA_OK && has && q < GA_N_QUANTITIES; q++)
            if (isnan(launch->at[q]))
                launch->at[q] = other.at[q];
    }
    return status;
}

static void write_launch(struct ga_csv_out *csv, const struct ga_launch_counters *launch) {
    for (int q = 0; q < GA_N_QUANTITIES; q++) {
        const char *const name = ga_counters_name(GA_ROCPROFV3, (enum ga_quantity)q);
        if (!name || isnan(launch->at[q]))
            continue;
        ga_csv_name(csv, launch->id);
        ga_csv_name(csv, launch->agent);
        ga_csv_name(csv, launch->process);
        ga_csv_name(csv, launch->kernel);
        ga_csv_name(csv, name);
        ga_csv_real(csv, launch->at[q], 17);
        ga_csv_end_line(csv);
    }
}

static enum ga_status write_table(struct runs *runs, const char *path, struct ga_err *err) {
    static const char *const columns[] = {"Dispatch_Id", "Agent_Id",     "Process_Id",
                                          "Kernel_Name", "Counter_Name", "Counter_Value"};
    struct ga_csv_out csv;
    struct ga_launch_counters launch;
    bool more = true;
    enum ga_status status = ga_csv_create(&csv, path, err);
    if (status != GA_OK)
        return status;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        ga_csv_name(&csv, columns[i]);
    ga_csv_end_line(&csv);
    while (status == GA_OK && (status = next(runs, &launch, &more, err)) == GA_OK && more)
        write_launch(&csv, &launch);
    if (status == GA_OK)
        return ga_csv_close(&csv, err);
    ga_csv_abandon(&csv);
    return status;
}

enum ga_status ga_profiler_join(char *const *of, size_t n, const char *agents, const char *out,
                                struct ga_err *err) {
    static const char *const ends[] = {"agent_info.csv", "joined-counters.csv"};
    struct runs runs = {.n = n};
    char table[PATH_MAX];
    enum ga_status status = GA_OK;
    snprintf(table, sizeof table, "%.3000s/joined-counters.csv", agents);
    for (size_t i = 0; status == GA_OK && i < n; i++)
        status = ga_counters_open(of[i], NULL, &runs.counters[i], err);
    if (status == GA_OK)
        status = write_table(&runs, table, err);
    for (size_t i = 0; i < n; i++)
        ga_counters_close(runs.counters[i]);
    return status == GA_OK ? ga_profiler_gather(agents, ends, 2, out, err) : status;
}
