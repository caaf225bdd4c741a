#include "counter_columns.h"

#include "agents.h"

#include <math.h>
#include <string.h>

enum { READ, ASKED };
enum { MOST_NAMES = 2 };

/* The rows of counters.def; name[]: those without a text are none. */
static const struct {
    bool is_asked;
    struct ga_counter_name name[MOST_NAMES];
} rows[GA_N_QUANTITIES] = {
#define GA_COUNTER(quantity, asked, ...) [GA_Q_##quantity] = {asked, {__VA_ARGS__}},
#include "counters.def"
#undef GA_COUNTER
};

static const struct {
    const char *option, *separator;
} profilers[] = {[GA_NCU] = {"ncu --metrics", ","},
                 [GA_NVPROF] = {"nvprof --events/--metrics", ","},
                 [GA_ROCPROFV3] = {"rocprofv3 --pmc", " "}};

const char *ga_counters_name(enum ga_profiler profiler, enum ga_quantity quantity) {
    for (int k = 0; k < MOST_NAMES; k++)
        if (rows[quantity].name[k].text && rows[quantity].name[k].profiler == profiler)
            return rows[quantity].name[k].text;
    return NULL;
}

const char *ga_counters_option(enum ga_profiler profiler) { return profilers[profiler].option; }

unsigned ga_counters_missing(enum ga_profiler profiler, const double *at,
                             const enum ga_quantity *needed, unsigned n, char *text, size_t size) {
    unsigned n_missing = 0;
    size_t used = strlen(text);
    for (unsigned i = 0; i < n; i++) {
        const char *const name = ga_counters_name(profiler, needed[i]);
        if (!isnan(at[needed[i]]) || !name)
            continue;
        if (used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s%s",
                                     n_missing ? profilers[profiler].separator
                                               : profilers[profiler].option,
                                     n_missing ? "" : " ", name);
        n_missing++;
    }
    return n_missing;
}

/* in: gpus: starts of targets, a blank between two. */
static bool is_of(const char *gpus, const char *target) {
    while (gpus && *gpus) {
        const size_t n = strcspn(gpus, " ");
        if (strncmp(gpus, target, n) == 0)
            return true;
        gpus += n + (gpus[n] == ' ');
    }
    return false;
}

/* out: by which name a GPU has a quantity, NULL if it has not. */
static const char *name_on(enum ga_profiler profiler, enum ga_quantity quantity,
                           const char *target) {
    for (int k = 0; k < MOST_NAMES; k++) {
        const struct ga_counter_name *const name = &rows[quantity].name[k];
        if (name->text && name->profiler == profiler && (!name->gpus || is_of(name->gpus, target)))
            return name->text;
    }
    return NULL;
}

bool ga_counters_list(enum ga_profiler profiler, const char *target, unsigned pass, unsigned most,
                      char *text, size_t size) {
    size_t used = 0;
    unsigned n = 0; /* of the block that has the most, SQ; the other one has a single counter */
    *text = '\0';
    for (int q = 0; q < GA_N_QUANTITIES && used < size; q++) {
        const char *const name = name_on(profiler, (enum ga_quantity)q, target);
        if (!name || !rows[q].is_asked)
            continue;
        if ((profiler != GA_ROCPROFV3 || strncmp(name, "SQ", 2) != 0 ? 0 : n++ / most) != pass)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 used > 0 ? profilers[profiler].separator : "", name);
    }
    return used > 0;
}

static struct ga_counter_column find(enum ga_profiler profiler, const char *text) {
    for (int q = 0; q < GA_N_QUANTITIES; q++)
        for (int k = 0; k < MOST_NAMES; k++) {
            const struct ga_counter_name *const name = &rows[q].name[k];
            if (name->profiler == profiler && name->text && strcmp(name->text, text) == 0)
                return (struct ga_counter_column){GA_COUNTER_CELL, (enum ga_quantity)q, name};
        }
    return (struct ga_counter_column){.cell = GA_NO_CELL};
}

struct ga_counter_column ga_counter_column_of(enum ga_profiler profiler, const char *name) {
    static const struct {
        const char *name;
        enum ga_cell cell;
    } known[] = {{"ID", GA_ID_CELL},
                 {"Dispatch_Id", GA_ID_CELL},
                 {"Correlation_ID", GA_ID_CELL},
                 {"Kernel Name", GA_KERNEL_CELL},
                 {"Function Name", GA_FUNCTION_CELL},
                 {"Kernel_Name", GA_KERNEL_CELL},
                 {"Kernel", GA_KERNEL_CELL},
                 {"Device", GA_DEVICE_CELL},
                 {"device__attribute_display_name", GA_DEVICE_CELL},
                 {"CC", GA_CC_CELL},
                 {"Agent_Id", GA_AGENT_CELL},
                 {"Process_Id", GA_PROCESS_CELL},
                 {"Grid Size", GA_GRID_CELL},
                 {"Block Size", GA_BLOCK_CELL},
                 {"Metric Name", GA_NAME_CELL},
                 {"Event Name", GA_NAME_CELL},
                 {"Counter_Name", GA_NAME_CELL},
                 {"Metric Unit", GA_UNIT_CELL},
                 {"Metric Value", GA_VALUE_CELL},
                 {"Counter_Value", GA_VALUE_CELL},
                 {"Avg", GA_VALUE_CELL}};
    if (profiler == GA_NCU && strcmp(name, "Device") == 0)
        return (struct ga_counter_column){.cell = GA_NO_CELL}; /* a number */
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return (struct ga_counter_column){.cell = known[i].cell};
    return find(profiler, name);
}

static bool has(const struct ga_records *r, const char *name) {
    for (size_t f = 0; f < r->n; f++)
        if (strcmp(r->field[f], name) == 0)
            return true;
    return false;
}

/* out: whether it is worth a look at a record of thousands of fields. */
static bool begins_header(const struct ga_records *r) {
    static const char *const first[] = {"ID",   "Device", "Correlation_Id", "Dispatch_Id", "Kernel",
                                        "Guid", "Pid",    "Node_Id"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (strcmp(r->field[0], first[i]) == 0)
            return true;
    return false;
}

/* By the names that only it has. */
enum ga_profiler ga_counter_header(const struct ga_records *r, enum ga_counter_form *form) {
    *form = GA_NO_FORM;
    if (!begins_header(r))
        return GA_NO_PROFILER;
    if (ga_agents_header(r)) {
        *form = GA_AGENTS;
        return GA_ROCPROFV3;
    }
    if (has(r, "Kernel_Name") && has(r, "Counter_Name") && has(r, "Counter_Value")) {
        *form = GA_LONG;
        return GA_ROCPROFV3;
    }
    if (has(r, "Kernel Name") && has(r, "ID")) {
        *form = has(r, "Metric Name") && has(r, "Metric Value") ? GA_LONG : GA_WIDE;
        return GA_NCU;
    }
    if (has(r, "Kernel") && has(r, "Device")) {
        *form =
            (has(r, "Event Name") || has(r, "Metric Name")) && has(r, "Avg") ? GA_SUMMARY : GA_WIDE;
        return GA_NVPROF;
    }
    return GA_NO_PROFILER;
}
