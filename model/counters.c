#include "counters.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a column holds. Quantities follow QUANTITY. */
enum role { NOTHING, ID, KERNEL, DEVICE, CC, NAME, UNIT, VALUE, QUANTITY };
enum kind { COUNT, PERCENT, RATIO };
/* A table's form: a row a launch; a row a counter of a launch; a row a counter of a kernel, over all its
 * launches. */
enum form { NO_FORM, WIDE, LONG, SUMMARY };
enum { MOST_KERNELS = 1 << 16 };

static const struct row {
    enum ga_profiler profiler;
    const char *name;
    enum ga_quantity quantity;
    enum kind kind;
} rows[] = {
#define GA_PROFILER_ncu GA_NCU
#define GA_PROFILER_nvprof GA_NVPROF
#define GA_PROFILER_rocprofv3 GA_ROCPROFV3
#define GA_COUNTER(profiler, name, quantity, kind)                                                 \
    {GA_PROFILER_##profiler, name, GA_Q_##quantity, kind},
#include "counters.def"
#undef GA_COUNTER
};
enum { N_ROWS = sizeof rows / sizeof *rows };

struct ga_counters {
    struct ga_records records;
    FILE *own; /* to be closed */
    enum ga_profiler profiler;
    enum form form;
    unsigned char *role; /* [n_columns] */
    double *scale;       /* of the column's unit, [n_columns] */
    size_t n_columns;
    struct ga_launch_counters pending; /* LONG: what has been read of a launch so far */
    bool has_pending;
    struct ga_launch_counters *kernels; /* SUMMARY: all, handed out at the end */
    size_t n_kernels, capacity, handed;
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
    free(c->role);
    free(c->scale);
    free(c->kernels);
    free(c);
}

enum ga_profiler ga_counters_profiler(const struct ga_counters *c) { return c->profiler; }

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

/* out: the row of a counter's name, -1 if it is none. nvprof may follow a name with what it stands for. */
static int find(enum ga_profiler profiler, const char *name) {
    for (int r = 0; r < N_ROWS; r++)
        if ((rows[r].profiler == profiler || profiler == GA_NO_PROFILER) &&
            strcmp(rows[r].name, name) == 0)
            return r;
    return -1;
}

/* out: what a header's field says of its column. */
static unsigned char role_of(const char *name) {
    static const struct {
        const char *name;
        enum role role;
    } known[] = {{"ID", ID},
                 {"Dispatch_Id", ID},
                 {"Correlation_ID", ID},
                 {"Kernel Name", KERNEL},
                 {"Kernel_Name", KERNEL},
                 {"Kernel", KERNEL},
                 {"Device", DEVICE},
                 {"device__attribute_display_name", DEVICE},
                 {"CC", CC},
                 {"Metric Name", NAME},
                 {"Event Name", NAME},
                 {"Counter_Name", NAME},
                 {"Metric Unit", UNIT},
                 {"Metric Value", VALUE},
                 {"Counter_Value", VALUE},
                 {"Avg", VALUE}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return (unsigned char)known[i].role;
    const int r = find(GA_NO_PROFILER, name);
    return (unsigned char)(r < 0 ? NOTHING : QUANTITY + r);
}

static bool has(const struct ga_records *r, const char *name) {
    for (size_t f = 0; f < r->n; f++)
        if (strcmp(r->field[f], name) == 0)
            return true;
    return false;
}

/* A header, if the record is one: profiler and form by the names that only it has. */
static enum ga_profiler is_header(const struct ga_records *r, enum form *form) {
    if (has(r, "Kernel_Name") && has(r, "Counter_Name") && has(r, "Counter_Value")) {
        *form = LONG;
        return GA_ROCPROFV3;
    }
    if (has(r, "Kernel Name") && has(r, "ID")) {
        *form = has(r, "Metric Name") && has(r, "Metric Value") ? LONG : WIDE;
        return GA_NCU;
    }
    if (has(r, "Kernel") && has(r, "Device")) {
        *form = (has(r, "Event Name") || has(r, "Metric Name")) && has(r, "Avg") ? SUMMARY : WIDE;
        return GA_NVPROF;
    }
    return GA_NO_PROFILER;
}

/* out: whether it is worth a look at a record of thousands of fields. */
static bool begins_header(const struct ga_records *r) {
    static const char *const first[] = {"ID", "Device", "Correlation_Id", "Dispatch_Id", "Kernel"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (strcmp(r->field[0], first[i]) == 0)
            return true;
    return false;
}

static enum ga_status take_header(struct ga_counters *c, enum ga_profiler profiler, enum form form,
                                  struct ga_err *err) {
    const struct ga_records *const r = &c->records;
    if (c->profiler && c->profiler != profiler)
        return ga_fail(err, GA_USAGE,
                       "%s:%lu: another profiler's table follows; expected one's only", r->path,
                       r->line);
    free(c->role);
    free(c->scale);
    c->n_columns = r->n;
    c->role = calloc(r->n, sizeof *c->role);
    c->scale = calloc(r->n, sizeof *c->scale);
    if (!c->role || !c->scale)
        return out_of_memory(c, err);
    for (size_t f = 0; f < r->n; f++) {
        c->role[f] = role_of(r->field[f]);
        c->scale[f] = 1;
        /* Nsight Compute's Device is a number. */
        if (profiler == GA_NCU && strcmp(r->field[f], "Device") == 0)
            c->role[f] = NOTHING;
    }
    c->profiler = profiler;
    c->form = form;
    return GA_OK;
}

/* out: what a unit multiplies its numbers by: "Kinst" 1000. */
static double scale_of(const char *unit) {
    static const char prefixes[] = "KMGT";
    const char *const at =
        *unit && unit[1] >= 'a' && unit[1] <= 'z' ? strchr(prefixes, *unit) : NULL;
    return at ? pow(1000, (double)(at - prefixes + 1)) : 1;
}

static void copy(char *to, size_t size, const char *from) {
    snprintf(to, size, "%.*s", (int)(size - 1), from);
}

static bool is_absent(const char *text) {
    return *text == '\0' || strcasecmp(text, "n/a") == 0 || strcasecmp(text, "nan") == 0 ||
           strncmp(text, "(!)", 3) == 0 || strcmp(text, "<OVERFLOW>") == 0;
}

static enum ga_status take_value(const struct ga_counters *c, const char *text,
                                 const struct row *row, double scale,
                                 struct ga_launch_counters *launch, struct ga_err *err) {
    char number[96];
    double x = NAN;
    if (is_absent(text))
        return GA_OK;
    copy(number, sizeof number, text);
    char *const instances = strstr(number, " ("); /* --print-metric-instances: "sum (one; each)" */
    if (instances)
        *instances = '\0';
    if (!ga_counters_number(number, row->kind != COUNT, &x) || x < 0)
        return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%.40s', expected a number of at least 0",
                       c->records.path, c->records.line, row->name, text);
    launch->at[row->quantity] = x * (row->kind == RATIO ? 100 : row->kind == COUNT ? scale : 1);
    return GA_OK;
}

static void take_word(enum role role, const char *text, struct ga_launch_counters *launch) {
    if (role == ID)
        copy(launch->id, sizeof launch->id, text);
    else if (role == KERNEL)
        copy(launch->kernel, sizeof launch->kernel, text);
    else if (role == CC)
        copy(launch->cc, sizeof launch->cc, text);
    else if (role == DEVICE) {
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
        const unsigned char role = c->role[f];
        if (role == NOTHING)
            continue;
        const char *const text = c->records.field[f];
        if (role >= QUANTITY)
            status = take_value(c, text, &rows[role - QUANTITY], c->scale[f], launch, err);
        else
            take_word((enum role)role, text, launch);
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
        switch (c->role[f]) {
        case NAME:
            name = text;
            break;
        case UNIT:
            unit = text;
            break;
        case VALUE:
            value = text;
            break;
        default:
            take_word((enum role)c->role[f], text, launch);
        }
    }
    if (strcmp(name, "device__attribute_display_name") == 0)
        copy(launch->device, sizeof launch->device, value);
    const int r = find(c->profiler, name);
    return r < 0 ? GA_OK : take_value(c, value, &rows[r], scale_of(unit), launch, err);
}

static void merge(struct ga_launch_counters *into, const struct ga_launch_counters *more) {
    for (int q = 0; q < GA_N_QUANTITIES; q++)
        if (!isnan(more->at[q]))
            into->at[q] = more->at[q];
    if (*more->device)
        memcpy(into->device, more->device, sizeof into->device);
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
    if (c->form != WIDE)
        return false;
    for (size_t f = 0; f < c->n_columns; f++)
        if ((c->role[f] == ID || c->role[f] == KERNEL) && *c->records.field[f])
            return false;
    for (size_t f = 0; f < c->n_columns; f++)
        c->scale[f] = scale_of(c->records.field[f]);
    return true;
}

/* What is no record of the table: a profiler's remark, a program's output, an empty line. */
static bool is_noise(const struct ga_counters *c) {
    const struct ga_records *const r = &c->records;
    return c->form == NO_FORM || strncmp(r->field[0], "==", 2) == 0 ||
           (r->n == 1 && c->n_columns > 1);
}

/* One record. out: *done: *launch is whole. */
static enum ga_status take(struct ga_counters *c, struct ga_launch_counters *launch, bool *done,
                           struct ga_err *err) {
    enum form form = NO_FORM;
    struct ga_launch_counters found;
    const enum ga_profiler profiler = c->form == NO_FORM || begins_header(&c->records)
                                          ? is_header(&c->records, &form)
                                          : GA_NO_PROFILER;
    if (profiler)
        return take_header(c, profiler, form, err);
    if (is_noise(c))
        return GA_OK;
    if (c->records.n != c->n_columns)
        return ga_fail(err, GA_USAGE, "%s:%lu: %zu fields, expected %zu", c->records.path,
                       c->records.line, c->records.n, c->n_columns);
    if (is_units(c))
        return GA_OK;
    if (c->form == WIDE) {
        *done = true;
        return take_wide(c, launch, err);
    }
    const enum ga_status status = take_long(c, &found, err);
    if (status != GA_OK)
        return status;
    if (c->form == SUMMARY)
        return keep_kernel(c, &found, err);
    *done = c->has_pending &&
            (strcmp(c->pending.id, found.id) != 0 || strcmp(c->pending.kernel, found.kernel) != 0);
    if (*done)
        *launch = c->pending;
    if (*done || !c->has_pending)
        c->pending = found;
    else
        merge(&c->pending, &found);
    c->has_pending = true;
    return GA_OK;
}

/* What is left when the file has ended. */
static enum ga_status take_last(struct ga_counters *c, struct ga_launch_counters *launch,
                                bool *more, struct ga_err *err) {
    if (c->form == NO_FORM)
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
        enum ga_status status = ga_records_next(&c->records, c->form == NO_FORM, &another, err);
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
