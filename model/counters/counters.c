#include "agents.h"
#include "counter_columns.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KERNELS = 1 << 16 };

struct ga_counters {
    struct ga_records records;
    FILE *own; /* to be closed */
    enum ga_profiler profiler;
    enum ga_counter_form form;
    struct ga_counter_column *column; /* [n_columns] */
    double *scale;                    /* of the column's unit, [n_columns] */
    size_t n_columns;
    struct ga_launch_counters pending;  /* LONG: what has been read of a launch so far */
    bool has_pending, header_since;     /* header_since: another table began behind it */
    struct ga_launch_counters *kernels; /* SUMMARY: all, handed out at the end */
    size_t n_kernels, capacity, handed;
    struct ga_agents agents;
};

static void clear(struct ga_launch_counters *launch, unsigned long line) {
    memset(launch, 0, sizeof *launch);
    launch->line = line;
    for (int q = 0; q < GA_N_QUANTITIES; q++)
        launch->at[q] = NAN;
}

static enum ga_status out_of_memory(const struct ga_counters *c, struct ga_err *err) {
    return ga_fail(err, GA_ERROR, "%s: out of memory", c->records.path);
}

enum ga_status ga_counters_open(const char *path, FILE *file, struct ga_counters **counters,
                                struct ga_err *err) {
    struct ga_counters *const c = calloc(1, sizeof *c);
    FILE *own = NULL;
    if (!c)
        return ga_fail(err, GA_ERROR, "%s: out of memory", path);
    if (!file && strcmp(path, "-") == 0)
        file = stdin;
    if (!file)
        file = own = fopen(path, "rb");
    if (!file) {
        free(c);
        return ga_fail(err, GA_FILE, "%s: %s", path, strerror(errno));
    }
    ga_records_begin(&c->records, file, path);
    c->own = own;
    *counters = c;
    return GA_OK;
}

void ga_counters_close(struct ga_counters *c) {
    if (!c)
        return;
    if (c->own)
        fclose(c->own);
    ga_records_free(&c->records);
    free(c->column);
    free(c->scale);
    free(c->kernels);
    free(c);
}

enum ga_profiler ga_counters_profiler(const struct ga_counters *c) { return c->profiler; }

static enum ga_status take_header(struct ga_counters *c, enum ga_profiler profiler,
                                  enum ga_counter_form form, struct ga_err *err) {
    const struct ga_records *const r = &c->records;
    if (c->profiler && c->profiler != profiler)
        return ga_fail(err, GA_USAGE,
                       "%s:%lu: another profiler's table follows; expected one's only", r->path,
                       r->line);
    free(c->column);
    free(c->scale);
    c->n_columns = r->n;
    c->column = calloc(r->n, sizeof *c->column);
    c->scale = calloc(r->n, sizeof *c->scale);
    if (!c->column || !c->scale)
        return out_of_memory(c, err);
    for (size_t f = 0; f < r->n; f++) {
        c->column[f] = ga_counter_column_of(profiler, r->field[f]);
        c->scale[f] = 1;
    }
    c->profiler = profiler;
    c->form = form;
    if (form == GA_AGENTS)
        ga_agents_begin(&c->agents, r);
    return GA_OK;
}

static double scale_of_prefix(const char *unit) {
    static const char prefixes[] = "KMGT";
    const char *const at =
        *unit && unit[1] >= 'a' && unit[1] <= 'z' ? strchr(prefixes, *unit) : NULL;
    return at ? pow(1000, (double)(at - prefixes + 1)) : 1;
}

/* out: what a unit multiplies its numbers by: "Kinst" 1000; of times, what makes them ns; of an older ncu's rates, as
 * "cycle/nsecond", what makes them those of a second. */
static double scale_of(const char *unit) {
    static const char *const times[][2] = {
        {"ns", "nsecond"}, {"us", "usecond"}, {"ms", "msecond"}, {"s", "second"}};
    const char *const slash = strchr(unit, '/');
    for (int i = 0; i < 4; i++) {
        if (strcmp(unit, times[i][0]) == 0 || strcmp(unit, times[i][1]) == 0)
            return pow(1000, i);
        if (slash && strcmp(slash + 1, times[i][1]) == 0)
            return pow(1000, 3 - i) * scale_of_prefix(unit);
    }
    return scale_of_prefix(unit);
}

/* In one line: a name that has two could pass for what is said of another. */
static void copy(char *to, size_t size, const char *from) {
    snprintf(to, size, "%.*s", (int)(size - 1), from);
    for (char *c = to; (c = strpbrk(c, "\r\n")) != NULL;)
        *c = ' ';
}

static bool is_absent(const char *text) {
    return *text == '\0' || strcasecmp(text, "n/a") == 0 || strcasecmp(text, "nan") == 0 ||
           strncmp(text, "(!)", 3) == 0 || strcmp(text, "<OVERFLOW>") == 0;
}

static enum ga_status take_value(const struct ga_counters *c, const char *text,
                                 const struct ga_counter_column *column, double scale,
                                 struct ga_launch_counters *launch, struct ga_err *err) {
    char number[96];
    double x = NAN;
    const enum ga_counter_kind kind = column->name->kind;
    if (is_absent(text))
        return GA_OK;
    copy(number, sizeof number, text);
    char *const instances = strstr(number, " ("); /* --print-metric-instances: "sum (one; each)" */
    if (instances)
        *instances = '\0';
    if (!ga_counters_number(number, kind != COUNT && kind != TIME, &x) || x < 0)
        return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%.40s', expected a number of at least 0",
                       c->records.path, c->records.line, column->name->text, text);
    launch->at[column->quantity] = x * (kind == RATIO                   ? 100
                                        : kind == COUNT || kind == TIME ? scale
                                                                        : 1);
    return GA_OK;
}

static void take_word(enum ga_cell cell, const char *text, struct ga_launch_counters *launch) {
    if (cell == GA_ID_CELL)
        copy(launch->id, sizeof launch->id, text);
    else if (cell == GA_KERNEL_CELL)
        copy(launch->kernel, sizeof launch->kernel, text);
    else if (cell == GA_FUNCTION_CELL)
        copy(launch->function, sizeof launch->function, text);
    else if (cell == GA_CC_CELL)
        copy(launch->cc, sizeof launch->cc, text);
    else if (cell == GA_PROCESS_CELL)
        copy(launch->process, sizeof launch->process, text);
    else if (cell == GA_GRID_CELL)
        copy(launch->grid, sizeof launch->grid, text);
    else if (cell == GA_BLOCK_CELL)
        copy(launch->block, sizeof launch->block, text);
    else if (cell == GA_DEVICE_CELL) {
        copy(launch->device, sizeof launch->device, text);
        char *const number = strrchr(launch->device, '('); /* nvprof: "TITAN V (0)" */
        if (number > launch->device && number[-1] == ' ')
            number[-1] = '\0';
    }
}

/* The whole of a row that is a launch. */
static enum ga_status take_wide(struct ga_counters *c, struct ga_launch_counters *launch,
                                struct ga_err *err) {
    enum ga_status status = GA_OK;
    clear(launch, c->records.line);
    for (size_t f = 0; status == GA_OK && f < c->n_columns; f++) {
        const struct ga_counter_column *const column = &c->column[f];
        if (column->cell == GA_COUNTER_CELL)
            status = take_value(c, c->records.field[f], column, c->scale[f], launch, err);
        else
            take_word(column->cell, c->records.field[f], launch);
    }
    return status;
}

/* One counter of a launch: its words go into *launch, cleared, and the counter, if it is one. */
static enum ga_status take_long(struct ga_counters *c, struct ga_launch_counters *launch,
                                struct ga_err *err) {
    const char *name = "", *unit = "", *value = "";
    clear(launch, c->records.line);
    for (size_t f = 0; f < c->n_columns; f++) {
        const char *const text = c->records.field[f];
        switch (c->column[f].cell) {
        case GA_NAME_CELL:
            name = text;
            break;
        case GA_UNIT_CELL:
            unit = text;
            break;
        case GA_VALUE_CELL:
            value = text;
            break;
        case GA_AGENT_CELL:
            copy(launch->agent, sizeof launch->agent, text);
            ga_agents_name(&c->agents, launch->agent, launch);
            break;
        default:
            take_word(c->column[f].cell, text, launch);
        }
    }
    const struct ga_counter_column of = ga_counter_column_of(c->profiler, name);
    if (of.cell == GA_DEVICE_CELL)
        copy(launch->device, sizeof launch->device, value);
    return of.cell == GA_COUNTER_CELL ? take_value(c, value, &of, scale_of(unit), launch, err)
                                      : GA_OK;
}

static void merge(struct ga_launch_counters *into, const struct ga_launch_counters *more) {
    for (int q = 0; q < GA_N_QUANTITIES; q++)
        if (!isnan(more->at[q]))
            into->at[q] = more->at[q];
    if (*more->device)
        memcpy(into->device, more->device, sizeof into->device);
}

/* Whether it has a counter that is there already: then it is another process's, whose launches have the same numbers, and
 * no further pass. */
static bool has_any(const struct ga_launch_counters *launch, const struct ga_launch_counters *of) {
    for (int q = 0; q < GA_N_QUANTITIES; q++)
        if (!isnan(launch->at[q]) && !isnan(of->at[q]))
            return true;
    return false;
}

static enum ga_status keep_kernel(struct ga_counters *c, const struct ga_launch_counters *found,
                                  struct ga_err *err) {
    for (size_t k = c->n_kernels; k-- > 0;) /* the last are the likeliest */
        if (strcmp(c->kernels[k].kernel, found->kernel) == 0 &&
            strcmp(c->kernels[k].device, found->device) == 0) {
            merge(&c->kernels[k], found);
            return GA_OK;
        }
    if (c->n_kernels == MOST_KERNELS)
        return ga_fail(err, GA_USAGE, "%s:%lu: more than %d kernels in one of nvprof's summaries",
                       c->records.path, c->records.line, MOST_KERNELS);
    if (c->n_kernels == c->capacity) {
        const size_t wanted = c->capacity ? 2 * c->capacity : 16;
        struct ga_launch_counters *const grown = realloc(c->kernels, wanted * sizeof *grown);
        if (!grown)
            return out_of_memory(c, err);
        c->kernels = grown;
        c->capacity = wanted;
    }
    c->kernels[c->n_kernels++] = *found;
    return GA_OK;
}

/* A row of units: under Nsight Compute's wide header, without an ID. */
static bool is_units(struct ga_counters *c) {
    if (c->form != GA_WIDE)
        return false;
    for (size_t f = 0; f < c->n_columns; f++) {
        const enum ga_cell cell = c->column[f].cell;
        if ((cell == GA_ID_CELL || cell == GA_KERNEL_CELL) && *c->records.field[f])
            return false;
    }
    for (size_t f = 0; f < c->n_columns; f++)
        c->scale[f] = scale_of(c->records.field[f]);
    return true;
}

/* What is no record of the table: a profiler's remark, a program's output, an empty line. */
static bool is_noise(const struct ga_counters *c) {
    const struct ga_records *const r = &c->records;
    return c->form == GA_NO_FORM || strncmp(r->field[0], "==", 2) == 0 ||
           (r->n == 1 && c->n_columns > 1);
}

/* Whether a counter begins another launch than that which is read. */
static bool is_another(const struct ga_counters *c, const struct ga_launch_counters *found) {
    const struct ga_launch_counters *const last = &c->pending;
    return strcmp(last->id, found->id) != 0 || strcmp(last->kernel, found->kernel) != 0 ||
           strcmp(last->process, found->process) != 0 || (c->header_since && has_any(last, found));
}

/* One record. out: *done: *launch is whole. */
static enum ga_status take(struct ga_counters *c, struct ga_launch_counters *launch, bool *done,
                           struct ga_err *err) {
    enum ga_counter_form form = GA_NO_FORM;
    struct ga_launch_counters found;
    const enum ga_profiler profiler = ga_counter_header(&c->records, &form);
    if (!profiler && is_noise(c))
        return GA_OK;
    if (c->records.cut_short)
        return ga_fail(err, GA_USAGE, "%s:%lu: the last line is cut short (no newline at its end)",
                       c->records.path, c->records.line);
    c->header_since |= profiler != GA_NO_PROFILER;
    if (profiler)
        return take_header(c, profiler, form, err);
    if (c->records.n != c->n_columns)
        return ga_fail(err, GA_USAGE, "%s:%lu: %zu fields, expected %zu", c->records.path,
                       c->records.line, c->records.n, c->n_columns);
    if (is_units(c))
        return GA_OK;
    if (c->form == GA_AGENTS) {
        ga_agents_take(&c->agents, &c->records);
        return GA_OK;
    }
    if (c->form == GA_WIDE) {
        *done = true;
        return take_wide(c, launch, err);
    }
    const enum ga_status status = take_long(c, &found, err);
    if (status != GA_OK)
        return status;
    if (c->form == GA_SUMMARY)
        return keep_kernel(c, &found, err);
    *done = c->has_pending && is_another(c, &found);
    if (*done)
        *launch = c->pending;
    if (*done || !c->has_pending)
        c->pending = found;
    else
        merge(&c->pending, &found);
    c->has_pending = true;
    c->header_since = false;
    return GA_OK;
}

/* What is left when the file has ended. */
static enum ga_status take_last(struct ga_counters *c, struct ga_launch_counters *launch,
                                bool *more, struct ga_err *err) {
    if (c->form == GA_NO_FORM)
        return ga_fail(
            err, GA_USAGE,
            "%s: no table found; expected CSV of ncu (--csv), nvprof (--csv) or rocprofv3 "
            "(counter_collection.csv)",
            c->records.path);
    *more = c->has_pending || c->handed < c->n_kernels;
    if (c->has_pending)
        *launch = c->pending;
    else if (*more)
        *launch = c->kernels[c->handed++];
    c->has_pending = false;
    return GA_OK;
}

enum ga_status ga_counters_next(struct ga_counters *c, struct ga_launch_counters *launch,
                                bool *more, struct ga_err *err) {
    for (;;) {
        bool done = false, another = false;
        enum ga_status status = ga_records_next(&c->records, c->form == GA_NO_FORM, &another, err);
        if (status == GA_OK && !another)
            return take_last(c, launch, more, err);
        if (status == GA_OK)
            status = take(c, launch, &done, err);
        if (status != GA_OK || done) {
            *more = done;
            return status;
        }
    }
}
