#include "origin.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "group.h"
#include "runfile.h"

/* out: what the rows measured; where the table has none, the most that the SM can have. */
static const char *clock_text(struct ga_work *work, const struct ga_runfile *file,
                              const char *table) {
    struct ga_frame *const rows = ga_frame_read(work, table, "sm_mhz");
    struct ga_frame *const all = ga_group(rows, "", "sm_mhz");
    const char *const most = ga_runfile_get(file, "sm_clock_max_mhz");
    if (all->n > 0)
        return ga_work_text(work, ", SM at %.0f MHz", ga_number(all, "median")[0]);
    return most && ga_runfile_number(file, "sm_clock_max_mhz") > 0
               ? ga_work_text(work, ", SM at up to %s MHz", most)
               : "";
}

static const char *or_unknown(const char *text) { return text && *text ? text : "unknown"; }

void ga_set_origin(struct ga_work *work, const char *table) {
    struct ga_runfile *const file = ga_work_take(work, 1, sizeof *file);
    char path[PATH_MAX + 16], about[160] = "unknown device (no run.csv)", origin[160] = "";
    bool is_stand_in = false, is_emulated = false;
    snprintf(path, sizeof path, "%s/run.csv", work->tables);
    if (file && ga_runfile_read(file, path, NULL) == GA_OK) {
        const char *const backend = ga_runfile_get(file, "backend");
        const char *const name = ga_runfile_get(file, "device_name");
        const char *const state = ga_runfile_get(file, "status");
        const bool whole = state && strcmp(state, "complete") == 0;
        is_stand_in = !backend || (strcmp(backend, "cuda") != 0 && strcmp(backend, "hip") != 0);
        is_emulated = ga_runfile_is_emulated(file);
        if (is_stand_in || is_emulated)
            snprintf(about, sizeof about, "%s: these times say nothing of a GPU",
                     is_stand_in ? "CPU STAND-IN" : "EMULATOR");
        else
            snprintf(about, sizeof about, "%s%s", name ? name : "",
                     whole ? "" : ", the run did not end");
        snprintf(origin, sizeof origin, "measured %.10s, commit %.12s%s",
                 or_unknown(ga_runfile_get(file, "started_utc")),
                 or_unknown(ga_runfile_get(file, "git_commit")),
                 is_stand_in ? "" : clock_text(work, file, table));
    }
    ga_make_plain(about);
    ga_make_plain(origin);
    ga_set_text(work, "about", about);
    ga_set_text(work, "origin", origin);
    ga_set_number(work, "is_stand_in", is_stand_in || is_emulated);
}
