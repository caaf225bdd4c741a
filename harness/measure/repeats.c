#include "repeats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "csv.h"
#include "names.h"
#include "number.h"
#include "runfile.h"
#include "stats.h"
#include "table_columns.h"

enum { DIGITS = 7, TALLY_DIGITS = 12 };

/* Where the processes have a column: a field of their record, or, in all rows alike, their run.csv. */
struct column {
    const char *name;
    bool is_axis, is_tally;
    enum ga_column_kind kind;
    unsigned place[GA_MOST_PROCESSES];
    const char *text[GA_MOST_PROCESSES]; /* where there is no such field */
};

struct merge {
    const struct ga_bench *bench;
    uint32_t n;
    struct ga_csv_in in[GA_MOST_PROCESSES];
    struct column column[GA_CSV_MAX_FIELDS + GA_N_COLUMNS];
    uint32_t n_columns, status,
        median; /* which column is the status, and the median that the spread is of */
    struct ga_csv_out out;
};

static const char *cell(const struct merge *m, const struct column *c, uint32_t process) {
    const struct ga_csv_in *const in = &m->in[process];
    return c->place[process] < in->n_fields ? in->field[c->place[process]] : c->text[process];
}

/* The header of each was read last; a column that it lacks is in its run.csv, or nowhere. */
static void add_column(struct merge *m, const char *name, bool is_axis, bool is_tally,
                       enum ga_column_kind kind, const struct ga_runfile *runs) {
    struct column *const c = &m->column[m->n_columns++];
    char key[GA_KEY + 64];
    snprintf(key, sizeof key, "%s.%s", m->bench->id, name);
    *c = (struct column){ga_intern(name), is_axis, is_tally, kind, {0}, {0}};
    for (uint32_t k = 0; k < m->n; k++) {
        const char *const text = ga_runfile_get(&runs[k], key);
        c->place[k] = ga_csv_find(&m->in[k], name);
        c->text[k] = text ? ga_intern(text) : "";
    }
}

static bool anybody_has(const struct merge *m, const char *name) {
    for (uint32_t k = 0; k < m->n; k++)
        if (ga_csv_find(&m->in[k], name) < m->in[k].n_fields)
            return true;
    return false;
}

static bool is_common(const char *name) {
    for (uint32_t c = 0; c < GA_N_COLUMNS; c++)
        if (strcmp(ga_columns[c].name, name) == 0)
            return true;
    return false;
}

/* The axes stand before the status; what is not in common_columns.def behind it is the benchmark's own. */
static enum ga_status find_columns(struct merge *m, const struct ga_runfile *runs,
                                   struct ga_err *err) {
    const struct ga_csv_in *const first = &m->in[0];
    unsigned n_axes = 0, n_fields = first->n_fields;
    const enum ga_status status = ga_csv_column(first, "status", &n_axes, err);
    if (status != GA_OK)
        return status;
    for (unsigned f = 0; f < n_axes; f++)
        add_column(m, first->field[f], true, false, GA_WORD, runs);
    for (uint32_t c = 0; c < GA_N_COLUMNS; c++) {
        if (!anybody_has(m, ga_columns[c].name))
            continue;
        if (strcmp(ga_columns[c].name, "status") == 0)
            m->status = m->n_columns;
        if (strcmp(ga_columns[c].name, "median_ns") == 0 ||
            (m->median == 0 && strcmp(ga_columns[c].name, "median_cycles") == 0))
            m->median = m->n_columns;
        add_column(m, ga_columns[c].name, false, false, ga_columns[c].kind, runs);
    }
    for (unsigned f = n_axes; f < n_fields; f++)
        if (!is_common(first->field[f]))
            add_column(m, first->field[f], false, true, GA_NUMBER, runs);
    return m->median > 0
               ? GA_OK
               : ga_fail(err, GA_USAGE, "%s:1: there is no column median_ns", first->path);
}

/* in: names in the order of common_columns.def's GA_OF_PROCESSES. */
static void write_header(struct merge *m) {
    const bool in_ns = strcmp(m->column[m->median].name, "median_ns") == 0;
    for (uint32_t c = 0; c < m->n_columns; c++)
        ga_csv_name(&m->out, m->column[c].name);
    ga_csv_name(&m->out, "n_processes");
    ga_csv_name(&m->out, in_ns ? "process_low_ns" : "process_low_cycles");
    ga_csv_name(&m->out, in_ns ? "process_high_ns" : "process_high_cycles");
    ga_csv_end_line(&m->out);
}

/* out: the word that most processes have; of two that are as frequent, the first. */
static const char *usual_word(const struct merge *m, const struct column *c) {
    const char *best = cell(m, c, 0);
    uint32_t most = 0;
    for (uint32_t k = 0; k < m->n; k++) {
        uint32_t n = 0;
        for (uint32_t j = k; j < m->n; j++)
            n += strcmp(cell(m, c, j), cell(m, c, k)) == 0;
        if (n > most) {
            most = n;
            best = cell(m, c, k);
        }
    }
    return best;
}

/* out: *numbers: of the processes that have one, in order of size. err: GA_USAGE for what is none. */
static enum ga_status numbers(const struct merge *m, const struct column *c, double *x, size_t *n,
                              struct ga_err *err) {
    *n = 0;
    for (uint32_t k = 0; k < m->n; k++) {
        const char *const text = cell(m, c, k);
        if (*text && !ga_parse_real(text, -HUGE_VAL, HUGE_VAL, &x[*n]))
            return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%s', expected a number", m->in[k].path,
                           m->in[k].line, c->name, text);
        *n += *text != '\0';
    }
    return GA_OK;
}

enum over { MEDIAN, SUM, LEAST, MOST };

/* How a set has it. Samples add up, and what the benchmark counts; the shortest sample of a set is that of all its processes, and
 * so is a maximum. What a sample does is the same in all. */
static enum over over_processes(const struct merge *m, const struct column *c) {
    if (!c->is_tally)
        return strncmp(c->name, "min_", 4) == 0                        ? LEAST
               : strncmp(c->name, "max_", 4) == 0                      ? MOST
               : c->kind == GA_WHOLE && strncmp(c->name, "n_", 2) == 0 ? SUM
                                                                       : MEDIAN;
    for (uint32_t t = 0; t < m->bench->n_tallies; t++)
        if (strcmp(m->bench->tallies[t].name, c->name) == 0)
            return m->bench->tallies[t].combine == GA_SUM   ? SUM
                   : m->bench->tallies[t].combine == GA_MAX ? MOST
                                                            : MEDIAN;
    return MEDIAN;
}

static enum ga_status write_number(struct merge *m, const struct column *c,
                                   struct ga_summary *summary, struct ga_err *err) {
    double x[GA_MOST_PROCESSES], sum = 0;
    size_t n = 0;
    enum ga_status status = numbers(m, c, x, &n, err);
    *summary = (struct ga_summary){.min = NAN, .median = NAN, .max = NAN};
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    if (status == GA_OK && n > 0)
        status = ga_summarize(x, n, summary, err);
    if (status == GA_OK)
        ga_csv_real(&m->out,
                    (const double[]){[MEDIAN] = summary->median,
                                     [SUM] = n > 0 ? sum : NAN,
                                     [LEAST] = summary->min,
                                     [MOST] = summary->max}[over_processes(m, c)],
                    c->is_tally ? TALLY_DIGITS : DIGITS);
    return status;
}

/* A point that is ok in all. */
static enum ga_status write_ok(struct merge *m, struct ga_err *err) {
    struct ga_summary spread = {.min = NAN}, other;
    enum ga_status status = GA_OK;
    for (uint32_t i = 0; status == GA_OK && i < m->n_columns; i++) {
        const struct column *const c = &m->column[i];
        if (c->is_axis || c->kind == GA_STATUS)
            ga_csv_name(&m->out, cell(m, c, 0));
        else if (c->kind == GA_WORD)
            ga_csv_name(&m->out, usual_word(m, c));
        else
            status = write_number(m, c, i == m->median ? &spread : &other, err);
    }
    ga_csv_count(&m->out, m->n);
    ga_csv_real(&m->out, spread.min, DIGITS);
    ga_csv_real(&m->out, spread.max, DIGITS);
    return status;
}

/* A point that is not: as the process k has it. */
static enum ga_status write_other(struct merge *m, uint32_t k) {
    for (uint32_t i = 0; i < m->n_columns; i++)
        ga_csv_name(&m->out, cell(m, &m->column[i], k));
    ga_csv_count(&m->out, m->n);
    ga_csv_name(&m->out, "");
    ga_csv_name(&m->out, "");
    return GA_OK;
}

/* One point, read last of each process. */
static enum ga_status write_point(struct merge *m, uint32_t *counts, struct ga_err *err) {
    enum ga_status worst = GA_OK;
    uint32_t worst_k = 0;
    for (uint32_t k = 0; k < m->n; k++) {
        for (uint32_t i = 0; m->column[i].is_axis; i++)
            if (strcmp(cell(m, &m->column[i], k), cell(m, &m->column[i], 0)) != 0)
                return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%s', and in %s '%s'", m->in[k].path,
                               m->in[k].line, m->column[i].name, cell(m, &m->column[i], k),
                               m->in[0].path, cell(m, &m->column[i], 0));
        const char *const text = cell(m, &m->column[m->status], k);
        const enum ga_status status = ga_status_of(text);
        if (status > GA_ERROR)
            return ga_fail(err, GA_USAGE,
                           "%s:%lu: status is '%s', expected ok, wrong, unsupported, timeout or "
                           "error",
                           m->in[k].path, m->in[k].line, text);
        worst_k = status > worst ? k : worst_k;
        worst = status > worst ? status : worst;
    }
    counts[worst]++;
    const enum ga_status status = worst == GA_OK ? write_ok(m, err) : write_other(m, worst_k);
    ga_csv_end_line(&m->out);
    return status;
}

/* out: *more: each has a record, or none has. err: GA_USAGE if only some have. */
static enum ga_status read_all(struct merge *m, bool *more, struct ga_err *err) {
    enum ga_status status = ga_csv_read(&m->in[0], more, err);
    for (uint32_t k = 1; status == GA_OK && k < m->n; k++) {
        bool other = false;
        status = ga_csv_read(&m->in[k], &other, err);
        if (status == GA_OK && other != *more)
            return ga_fail(err, GA_USAGE, "%s: other points than %s has", m->in[k].path,
                           m->in[0].path);
    }
    return status;
}

static enum ga_status zip(struct merge *m, const struct ga_runfile *runs, const char *path,
                          uint32_t *counts, struct ga_err *err) {
    bool more = false;
    enum ga_status status = read_all(m, &more, err);
    if (status == GA_OK)
        status = find_columns(m, runs, err);
    if (status == GA_OK)
        status = ga_csv_create(&m->out, path, err);
    if (status != GA_OK)
        return status;
    write_header(m);
    while (status == GA_OK && more) {
        status = read_all(m, &more, err);
        if (status == GA_OK && more)
            status = write_point(m, counts, err);
    }
    if (status == GA_OK)
        return ga_csv_close(&m->out, err);
    ga_csv_abandon(&m->out);
    return status;
}

enum ga_status ga_repeats_merge(const struct ga_bench *bench, const char *const *directories,
                                uint32_t n, const char *path, uint32_t counts[GA_ERROR + 1],
                                struct ga_err *err) {
    struct merge *const m = calloc(1, sizeof *m);
    struct ga_runfile *const runs = calloc(n, sizeof *runs);
    enum ga_status status = m && runs ? GA_OK : ga_fail(err, GA_ERROR, "%s: out of memory", path);
    uint32_t n_open = 0;
    for (uint32_t k = 0; k <= GA_ERROR; k++)
        counts[k] = 0;
    for (uint32_t k = 0; status == GA_OK && k < n; k++) {
        char file[GA_CSV_MAX_PATH];
        snprintf(file, sizeof file, "%s/run.csv", directories[k]);
        status = ga_runfile_read(&runs[k], file, err);
        snprintf(file, sizeof file, "%s/%s.csv", directories[k], bench->id);
        if (status == GA_OK)
            status = ga_csv_open(&m->in[k], file, err);
        n_open += status == GA_OK;
    }
    if (status == GA_OK) {
        m->bench = bench;
        m->n = n;
        status = zip(m, runs, path, counts, err);
    }
    for (uint32_t k = 0; k < n_open; k++)
        ga_csv_end(&m->in[k]);
    free(runs);
    free(m);
    return status;
}
