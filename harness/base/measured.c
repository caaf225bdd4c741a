#include "measured.h"

#include <libgen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "runfile.h"
#include "table_check.h"

/* Where a cell comes from: a field of the row, or run.csv, where all rows have the same; "" if from neither. */
struct source {
    unsigned field; /* from n_fields on: text */
    const char *text;
};

/* What is read, by its place in this file. */
struct places {
    unsigned n, status, median, sm_mhz;
    unsigned low, high; /* of the interval; n: there is none */
    const char *low_name, *high_name;
    unsigned n_like; /* axes of the table that gives the order; its own without one */
    bool median_in_cycles, interval_in_cycles, of_set;
    struct source instruction, ops, kept[GA_CSV_MAX_FIELDS];
    unsigned n_kept, axis[GA_CSV_MAX_FIELDS];
    char *text; /* room for all that is kept of a row */
};

/* What is needed while a table is read: large. */
struct room {
    struct ga_runfile run;
    char text[3 * GA_CSV_MAX_LINE + GA_CSV_MAX_FIELDS * GA_VALUE];
};

bool ga_measured_may_lack(const char *axis) { return strcmp(axis, "accesses") == 0; }

static const char *file_of(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Whether this table may: other benchmarks had the axis from the first, or have another of that name. */
static bool may_lack(const struct ga_csv_in *in, const char *axis) {
    const char *const file = file_of(in->path);
    return ga_measured_may_lack(axis) && (strcmp(file, "global_operations.csv") == 0 ||
                                          strcmp(file, "global_divergence.csv") == 0);
}

enum ga_status ga_measured_is_table(const char *path, bool *is_table, struct ga_err *err) {
    struct ga_csv_in in;
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    bool more = false;
    status = ga_csv_read(&in, &more, err);
    *is_table = status == GA_OK && more && ga_csv_find(&in, "status") < in.n_fields;
    ga_csv_end(&in);
    return status;
}

/* run.csv beside the table says what ran it. err: as ga_runfile_is_gpu. */
static enum ga_status read_run(const char *table, struct ga_runfile *run, struct ga_err *err) {
    char directory[GA_CSV_MAX_PATH], path[GA_CSV_MAX_PATH + 16];
    snprintf(directory, sizeof directory, "%s", table);
    snprintf(path, sizeof path, "%s/run.csv", dirname(directory));
    const enum ga_status status = ga_runfile_read(run, path, err);
    return status == GA_OK ? ga_runfile_is_gpu(run, path, err) : status;
}

static enum ga_status out_of_memory(const char *path, struct ga_err *err) {
    return ga_fail(err, GA_ERROR, "%s: out of memory", path);
}

static struct source find_source(const struct ga_csv_in *in, const struct ga_runfile *run,
                                 const char *name) {
    const char *const file = file_of(in->path);
    const char *const dot = strrchr(file, '.');
    char key[GA_CSV_MAX_PATH + GA_KEY];
    snprintf(key, sizeof key, "%.*s.%s", (int)(dot ? dot - file : (long)strlen(file)), file, name);
    return (struct source){ga_csv_find(in, name), ga_runfile_get(run, key)};
}

/* Over processes where the table is of several, else the row's own. */
static void find_interval(const struct ga_csv_in *in, struct places *places) {
    static const struct {
        const char *low, *high;
        bool of_set, in_cycles;
    } kinds[] = {{"process_low_ns", "process_high_ns", true, false},
                 {"process_low_cycles", "process_high_cycles", true, true},
                 {"ci_low_ns", "ci_high_ns", false, false},
                 {"ci_low_cycles", "ci_high_cycles", false, true}};
    const unsigned n = in->n_fields;
    places->low = places->high = n;
    for (size_t k = 0; places->low == n && k < sizeof kinds / sizeof *kinds; k++) {
        const unsigned low = ga_csv_find(in, kinds[k].low), high = ga_csv_find(in, kinds[k].high);
        if (low == n || high == n || (kinds[k].in_cycles && places->sm_mhz == n))
            continue;
        places->low = low;
        places->high = high;
        places->low_name = kinds[k].low;
        places->high_name = kinds[k].high;
        places->of_set = kinds[k].of_set;
        places->interval_in_cycles = kinds[k].in_cycles;
    }
}

/* The columns that are needed, then those that are to be kept, and none twice. A brief table has its median in cycles
 * alone. */
static enum ga_status find_columns(const struct ga_csv_in *in, const struct ga_runfile *run,
                                   const char *const *keep, struct places *places,
                                   struct ga_err *err) {
    const bool in_cycles = ga_csv_find(in, "median_ns") == in->n_fields &&
                           ga_csv_find(in, "median_cycles") < in->n_fields &&
                           ga_csv_find(in, "sm_mhz") < in->n_fields;
    const struct {
        const char *name;
        unsigned *place;
    } needed[] = {{"status", &places->status},
                  {in_cycles ? "median_cycles" : "median_ns", &places->median}};
    unsigned at = 0;
    enum ga_status status = ga_header_check(in, &at, err);
    places->n = in->n_fields;
    places->sm_mhz = ga_csv_find(in, "sm_mhz");
    places->median_in_cycles = in_cycles;
    find_interval(in, places);
    places->instruction = find_source(in, run, "instruction");
    places->ops = find_source(in, run, "ops");
    for (size_t i = 0; status == GA_OK && i < sizeof needed / sizeof *needed; i++)
        status = ga_csv_column(in, needed[i].name, needed[i].place, err);
    for (; status == GA_OK && keep && keep[places->n_kept]; places->n_kept++) {
        struct source *const source = &places->kept[places->n_kept];
        *source = find_source(in, run, keep[places->n_kept]);
        if (source->field == in->n_fields && may_lack(in, keep[places->n_kept]))
            source->text = GA_MEASURED_LACKED;
        if (!source->text)
            status = ga_csv_column(in, keep[places->n_kept], &source->field, err);
    }
    return status;
}

/* out: the axis's place in the order of like; behind its last if it has none. */
static unsigned place_in(const struct ga_measured_table *like, const char *axis) {
    unsigned a = 0;
    while (a < like->n_axes && strcmp(like->axis[a], axis) != 0)
        a++;
    return a;
}

/* The coordinates: the columns before `status`, in the order of `like` if there is one. */
static enum ga_status find_axes(const struct ga_csv_in *in, const struct ga_measured_table *like,
                                struct places *places, struct ga_measured_table *table,
                                struct ga_err *err) {
    const unsigned n = places->status;
    places->n_like = like ? like->n_axes : n;
    table->n_axes = places->n_like > n ? places->n_like : n;
    for (unsigned a = 0; like && a < like->n_axes; a++) {
        places->axis[a] = places->n;
        if (ga_csv_find(in, like->axis[a]) >= n && !may_lack(in, like->axis[a]))
            return ga_fail(err, GA_WRONG,
                           "%s:1: there is no column '%s' before status, as there is in %s",
                           in->path, like->axis[a], like->path);
        table->axis[a] = strdup(like->axis[a]);
        if (!table->axis[a])
            return out_of_memory(in->path, err);
    }
    for (unsigned f = 0; f < n; f++) {
        const unsigned a = like ? place_in(like, in->field[f]) : f;
        places->axis[a] = f;
        if (like && a < like->n_axes)
            continue;
        if (like && !may_lack(in, in->field[f]))
            return ga_fail(err, GA_WRONG, "%s:1: column '%s' before status is not in %s", in->path,
                           in->field[f], like->path);
        table->axis[a] = strdup(in->field[f]);
        if (!table->axis[a])
            return out_of_memory(in->path, err);
    }
    return GA_OK;
}

/* "n=1, e=32": out: its length. text holds a whole header and a whole line. Of an axis that `like` lacks the usual value is
 * left out, and so the key is that of the same point there. */
static size_t write_key(const struct ga_csv_in *in, const struct places *places,
                        const struct ga_measured_table *table, char *text) {
    char *end = text;
    *end = '\0';
    for (unsigned a = 0; a < table->n_axes; a++) {
        const bool is_lacked = places->axis[a] == places->n;
        const char *const value = is_lacked ? GA_MEASURED_LACKED : in->field[places->axis[a]];
        if (a == places->n_like && strcmp(value, GA_MEASURED_LACKED) == 0)
            continue;
        end = stpcpy(end, a ? ", " : "");
        end = stpcpy(end, table->axis[a]);
        end = stpcpy(end, "=");
        end = stpcpy(end, value);
    }
    return (size_t)(end - text);
}

bool ga_measured_number(const char *text, double *number) {
    double x = 0;
    if (*text == '-' || !ga_parse_real(text, 0, GA_MEASURED_MOST, &x) ||
        (x > 0 && x < GA_MEASURED_LEAST))
        return false;
    *number = x;
    return true;
}

/* out: *low, *high, untouched where there is no interval: a process of few visits has none. */
static enum ga_status read_interval(const struct ga_csv_in *in, const struct places *places,
                                    double *low, double *high, struct ga_err *err) {
    if (places->low == places->n ||
        (!places->of_set && !*in->field[places->low] && !*in->field[places->high]))
        return GA_OK;
    const enum ga_status status =
        ga_cell_number(in->path, in->line, places->low_name, in->field[places->low], low, err);
    return status == GA_OK ? ga_cell_number(in->path, in->line, places->high_name,
                                            in->field[places->high], high, err)
                           : status;
}

/* The median and its interval. */
static enum ga_status read_times(const struct ga_csv_in *in, const struct places *places,
                                 struct ga_measured *row, struct ga_err *err) {
    const bool in_cycles = places->median_in_cycles;
    double mhz = 1e3, low = NAN, high = NAN;
    enum ga_status status =
        ga_cell_number(in->path, in->line, in_cycles ? "median_cycles" : "median_ns",
                       in->field[places->median], &row->median_ns, err);
    if (status == GA_OK && (in_cycles || places->interval_in_cycles))
        status = ga_cell_number(in->path, in->line, "sm_mhz", in->field[places->sm_mhz], &mhz, err);
    if (status == GA_OK)
        status = read_interval(in, places, &low, &high, err);
    const double ns = places->interval_in_cycles ? 1e3 / mhz : 1;
    row->median_ns *= in_cycles ? 1e3 / mhz : 1;
    row->low_ns = low * ns;
    row->high_ns = high * ns;
    row->low_cycles = places->interval_in_cycles ? low : NAN;
    row->high_cycles = places->interval_in_cycles ? high : NAN;
    return status;
}

static enum ga_status check_cells(const struct ga_csv_in *in, const struct places *places,
                                  struct ga_measured *row, struct ga_err *err) {
    const enum ga_status status = ga_row_check(in, places->n, places->status, &row->status, err);
    if (status != GA_OK)
        return status;
    row->line = in->line;
    row->median_ns = 0;
    row->low_ns = row->high_ns = row->low_cycles = row->high_cycles = NAN;
    return row->status == GA_OK ? read_times(in, places, row, err) : GA_OK;
}

static const char *cell_from(const struct ga_csv_in *in, const struct source *source) {
    return source->field < in->n_fields ? in->field[source->field]
           : source->text               ? source->text
                                        : "";
}

/* The row's text, one allocation: key, instruction, ops, and the cells that are kept. */
static bool write_text(const struct ga_csv_in *in, const struct places *places,
                       const struct ga_measured_table *table, struct ga_measured *row) {
    char *const text = places->text;
    const size_t key = write_key(in, places, table, text) + 1;
    char *end = stpcpy(text + key, cell_from(in, &places->instruction)) + 1;
    const size_t ops = (size_t)(end - text);
    end = stpcpy(end, cell_from(in, &places->ops)) + 1;
    const size_t kept = (size_t)(end - text);
    for (unsigned k = 0; k < places->n_kept; k++)
        end = stpcpy(end, cell_from(in, &places->kept[k])) + 1;
    row->key = malloc((size_t)(end - text));
    if (!row->key)
        return false;
    memcpy(row->key, text, (size_t)(end - text));
    row->instruction = row->key + key;
    row->ops = row->key + ops;
    row->kept = row->key + kept;
    return true;
}

static enum ga_status add_row(const struct ga_csv_in *in, const struct places *places,
                              struct ga_measured_table *table, struct ga_err *err) {
    struct ga_measured row;
    const enum ga_status status = check_cells(in, places, &row, err);
    if (status != GA_OK)
        return status;
    if (table->n == table->capacity) {
        const size_t more = table->capacity ? 2 * table->capacity : 1024;
        struct ga_measured *const grown = realloc(table->at, more * sizeof *grown);
        if (!grown)
            return out_of_memory(in->path, err);
        table->at = grown;
        table->capacity = more;
    }
    if (!write_text(in, places, table, &row))
        return out_of_memory(in->path, err);
    table->at[table->n++] = row;
    return GA_OK;
}

const char *ga_measured_cell(const struct ga_measured *row, unsigned k) {
    const char *cell = row->kept;
    while (k-- > 0)
        cell += strlen(cell) + 1;
    return cell;
}

static int by_key(const void *a, const void *b) {
    const struct ga_measured *const x = a, *const y = b;
    return strcmp(x->key, y->key);
}

enum ga_status ga_measured_read(const char *path, const struct ga_measured_table *like,
                                const char *const *keep, struct ga_measured_table *table,
                                struct ga_err *err) {
    struct ga_csv_in in;
    struct room *const room = malloc(sizeof *room);
    struct places places = {0};
    struct ga_points points = {.at = NULL};
    *table = (struct ga_measured_table){.path = path};
    enum ga_status status = room ? ga_csv_open(&in, path, err) : out_of_memory(path, err);
    if (status != GA_OK) {
        free(room);
        return status;
    }
    places.text = room->text;
    bool more = false;
    status = ga_csv_read(&in, &more, err);
    if (status == GA_OK)
        status = read_run(path, &room->run, err);
    if (status == GA_OK)
        status = find_columns(&in, &room->run, keep, &places, err);
    table->of_set = places.of_set;
    if (status == GA_OK)
        status = find_axes(&in, like, &places, table, err);
    if (status == GA_OK)
        status = ga_points_begin(&points, &in, places.status, err);
    while (ga_csv_next(&in, &status, err)) {
        status = add_row(&in, &places, table, err);
        if (status == GA_OK)
            status = ga_points_add(&points, &in, err);
    }
    status = ga_points_end(&points, path, status, err);
    ga_csv_end(&in);
    free(room);
    if (status == GA_OK && table->n > 0)
        qsort(table->at, table->n, sizeof *table->at, by_key);
    return status;
}

void ga_measured_free(struct ga_measured_table *table) {
    for (unsigned a = 0; a < GA_CSV_MAX_FIELDS; a++)
        free(table->axis[a]);
    for (size_t i = 0; i < table->n; i++)
        free(table->at[i].key);
    free(table->at);
    *table = (struct ga_measured_table){0};
}
