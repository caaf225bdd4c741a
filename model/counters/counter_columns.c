#include "counter_columns.h"

#include <math.h>
#include <string.h>

static const struct ga_counter rows[] = {
#define GA_PROFILER_ncu GA_NCU
#define GA_PROFILER_nvprof GA_NVPROF
#define GA_PROFILER_rocprofv3 GA_ROCPROFV3
#define GA_COUNTER(profiler, name, quantity, kind)                                                 \
    {GA_PROFILER_##profiler, name, GA_Q_##quantity, kind},
#include "counters.def"
#undef GA_COUNTER
};
enum { N_ROWS = sizeof rows / sizeof *rows };

const char *ga_counters_name(enum ga_profiler profiler, enum ga_quantity quantity) {
    for (int r = 0; r < N_ROWS; r++)
        if (rows[r].profiler == profiler && rows[r].quantity == quantity)
            return rows[r].name;
    return NULL;
}

const char *ga_counters_option(enum ga_profiler profiler) {
    return profiler == GA_NCU      ? "ncu --metrics"
           : profiler == GA_NVPROF ? "nvprof --events/--metrics"
                                   : "rocprofv3 --pmc";
}

const char *ga_counters_separator(enum ga_profiler profiler) {
    return profiler == GA_ROCPROFV3 ? " " : ",";
}

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
                                     n_missing ? ga_counters_separator(profiler)
                                               : ga_counters_option(profiler),
                                     n_missing ? "" : " ", name);
        n_missing++;
    }
    return n_missing;
}

/* What `model utilization`, `model predict` and, but for its operations, `model roofline` read. Each quantity once,
 * by its first name: a profiler refuses names that its GPU has not, and further ones are of other GPUs. */
static const enum ga_quantity asked[] = {GA_Q_jobs_alu,
                                         GA_Q_jobs_cas,
                                         GA_Q_passes,
                                         GA_Q_passes_min,
                                         GA_Q_passes_max,
                                         GA_Q_pipe_passes,
                                         GA_Q_loads,
                                         GA_Q_cycles,
                                         GA_Q_cycles_min,
                                         GA_Q_cycles_max,
                                         GA_Q_cycles_sum,
                                         GA_Q_occupancy,
                                         GA_Q_latency,
                                         GA_Q_wait_pipe,
                                         GA_Q_wait_result,
                                         GA_Q_instructions_busy,
                                         GA_Q_l2_busy,
                                         GA_Q_memory_busy,
                                         GA_Q_lds_instructions,
                                         GA_Q_lds_atomic_cycles,
                                         GA_Q_lds_cycles,
                                         GA_Q_lds_bank_cycles,
                                         GA_Q_lds_address_cycles,
                                         GA_Q_waves,
                                         GA_Q_wave_cycles,
                                         GA_Q_gui_cycles,
                                         GA_Q_duration,
                                         GA_Q_threads,
                                         GA_Q_l2_busy_max,
                                         GA_Q_l2_busy_mean,
                                         GA_Q_l2_atoms_max,
                                         GA_Q_l2_reds_max,
                                         GA_Q_l2_atoms,
                                         GA_Q_l2_reds,
                                         GA_Q_global_atoms,
                                         GA_Q_global_reds,
                                         GA_Q_global_atom_sectors,
                                         GA_Q_global_red_sectors,
                                         GA_Q_sm_rate,
                                         GA_Q_instructions,
                                         GA_Q_dram_read,
                                         GA_Q_dram_written};

void ga_counters_list(enum ga_profiler profiler, char separator, char *text, size_t size) {
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < sizeof asked / sizeof *asked && used < size; i++) {
        const char *const name = ga_counters_name(profiler, asked[i]);
        if (name)
            used +=
                (size_t)snprintf(text + used, size - used, "%.*s%s", used > 0, &separator, name);
    }
}

const struct ga_counter *ga_counter_find(enum ga_profiler profiler, const char *name) {
    for (int r = 0; r < N_ROWS; r++)
        if ((rows[r].profiler == profiler || profiler == GA_NO_PROFILER) &&
            strcmp(rows[r].name, name) == 0)
            return &rows[r];
    return NULL;
}

const struct ga_counter *ga_counter_of(unsigned column) {
    return column >= GA_COUNTER_COLUMN ? &rows[column - GA_COUNTER_COLUMN] : NULL;
}

unsigned char ga_column_of(enum ga_profiler profiler, const char *name) {
    static const struct {
        const char *name;
        enum ga_column column;
    } known[] = {{"ID", GA_ID_COLUMN},
                 {"Dispatch_Id", GA_ID_COLUMN},
                 {"Correlation_ID", GA_ID_COLUMN},
                 {"Kernel Name", GA_KERNEL_COLUMN},
                 {"Kernel_Name", GA_KERNEL_COLUMN},
                 {"Kernel", GA_KERNEL_COLUMN},
                 {"Device", GA_DEVICE_COLUMN},
                 {"device__attribute_display_name", GA_DEVICE_COLUMN},
                 {"CC", GA_CC_COLUMN},
                 {"Metric Name", GA_NAME_COLUMN},
                 {"Event Name", GA_NAME_COLUMN},
                 {"Counter_Name", GA_NAME_COLUMN},
                 {"Metric Unit", GA_UNIT_COLUMN},
                 {"Metric Value", GA_VALUE_COLUMN},
                 {"Counter_Value", GA_VALUE_COLUMN},
                 {"Avg", GA_VALUE_COLUMN}};
    if (profiler == GA_NCU && strcmp(name, "Device") == 0)
        return GA_NO_COLUMN; /* a number */
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return (unsigned char)known[i].column;
    const struct ga_counter *const counter = ga_counter_find(profiler, name);
    return (unsigned char)(counter ? GA_COUNTER_COLUMN + (counter - rows) : GA_NO_COLUMN);
}

static bool has(const struct ga_records *r, const char *name) {
    for (size_t f = 0; f < r->n; f++)
        if (strcmp(r->field[f], name) == 0)
            return true;
    return false;
}

/* out: whether it is worth a look at a record of thousands of fields. */
static bool begins_header(const struct ga_records *r) {
    static const char *const first[] = {"ID", "Device", "Correlation_Id", "Dispatch_Id", "Kernel"};
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
