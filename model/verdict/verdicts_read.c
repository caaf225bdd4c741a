/* The two files that verdicts are held together from. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "sheet.h"
#include "verdicts.h"

/* out: the kernel of that name; made if there is none; NULL: out of memory. */
static struct ga_trial *find(struct ga_verdicts *v, const char *name) {
    for (size_t i = 0; i < v->n; i++)
        if (strcmp(v->at[i].name, name) == 0)
            return &v->at[i];
    if (v->n == v->capacity) {
        const size_t capacity = 2 * v->capacity + 16;
        struct ga_trial *const at = realloc(v->at, capacity * sizeof *at);
        if (!at)
            return NULL;
        v->at = at;
        v->capacity = capacity;
    }
    struct ga_trial *const trial = &v->at[v->n++];
    memset(trial, 0, sizeof *trial);
    for (int i = 0; i < 3; i++)
        trial->form[i] = (struct ga_form){NAN, NAN, NAN, NAN, NAN, NAN, GA_UNKNOWN, GA_UNKNOWN};
    snprintf(trial->name, sizeof trial->name, "%s", name);
    return trial;
}

static enum ga_status out_of_memory(const char *path, struct ga_err *err) {
    return ga_fail(err, GA_ERROR, "%s: out of memory", path);
}

/* Where a file has its columns: at[] is n, the number of all that it has, for one that it lacks. */
struct places {
    unsigned n, at[GA_CSV_MAX_FIELDS];
};

/* in: names of columns, ending with NULL; those from n_needed on may be missing. */
static enum ga_status read_header(struct ga_csv_in *in, const char *const *names, unsigned n_needed,
                                  struct places *places, struct ga_err *err) {
    bool more = false;
    enum ga_status status = ga_csv_read(in, &more, err);
    if (status == GA_OK)
        status = ga_csv_no_twins(in, err);
    if (status != GA_OK)
        return status;
    places->n = in->n_fields;
    for (unsigned k = 0; status == GA_OK && names[k]; k++)
        if (k < n_needed)
            status = ga_csv_column(in, names[k], &places->at[k], err);
        else
            places->at[k] = ga_csv_find(in, names[k]);
    return status;
}

/* out: the next record's cells in those places, NULL where there is no column. */
static enum ga_status read_cells(struct ga_csv_in *in, const struct places *places, unsigned n,
                                 const char **cells, bool *more, struct ga_err *err) {
    const enum ga_status status = ga_csv_read(in, more, err);
    if (status != GA_OK || !*more)
        return status;
    if (in->n_fields != places->n)
        return ga_fail(err, GA_USAGE, "%s:%lu: %u fields, expected %u", in->path, in->line,
                       in->n_fields, places->n);
    for (unsigned k = 0; k < n; k++)
        cells[k] = places->at[k] < places->n ? in->field[places->at[k]] : NULL;
    return GA_OK;
}

/* An empty cell, or none, is NaN. */
static enum ga_status number(const struct ga_csv_in *in, const char *name, const char *cell,
                             double *x, struct ga_err *err) {
    *x = NAN;
    if (!cell || !*cell || ga_measured_number(cell, x))
        return GA_OK;
    return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%s', expected " GA_MEASURED_EXPECTED, in->path,
                   in->line, name, cell);
}

static void deviate(struct ga_deviation *d, const char *label, double percent, double hardware) {
    const double points = fabs(percent - hardware);
    if (!(hardware > 0) || isnan(points))
        return;
    d->sum += points;
    if (d->n++ == 0 || points > d->most) {
        d->most = points;
        snprintf(d->where, sizeof d->where, "%s", label);
    }
}

/* Answers without global_threads_per_warp have no verdict on the L2. */
enum { KERNEL, VERDICT, PASSES, PAPER, DEMAND, HARDWARE, L2_VERDICT, N_ANSWERS };
static const char *const answers[] = {
    "kernel",         "verdict",          "passes",     "paper_percent",
    "demand_percent", "hardware_percent", "l2_verdict", NULL};

static enum ga_status verdict_of(const struct ga_csv_in *in, const char *name, const char *cell,
                                 enum ga_verdict *verdict, struct ga_err *err) {
    *verdict = ga_verdict_named(cell);
    return *verdict < GA_N_VERDICTS
               ? GA_OK
               : ga_fail(err, GA_USAGE,
                         "%s:%lu: %s is '%s', expected not, open, bottleneck or unknown", in->path,
                         in->line, name, cell);
}

static enum ga_status take_answer(const struct ga_csv_in *in, const char *const *cells,
                                  struct ga_verdicts *v, struct ga_err *err) {
    char name[GA_VERDICT_NAME];
    double x[N_ANSWERS] = {0};
    enum ga_verdict verdict = GA_UNKNOWN, l2 = GA_UNKNOWN;
    int extra = 0;
    enum ga_status status = verdict_of(in, answers[VERDICT], cells[VERDICT], &verdict, err);
    if (status == GA_OK && cells[L2_VERDICT] && *cells[L2_VERDICT])
        status = verdict_of(in, answers[L2_VERDICT], cells[L2_VERDICT], &l2, err);
    for (int k = PASSES; status == GA_OK && k <= HARDWARE; k++)
        status = number(in, answers[k], cells[k], &x[k], err);
    if (status != GA_OK)
        return status;
    v->n_launches++;
    deviate(&v->demand, cells[KERNEL], x[DEMAND], x[HARDWARE]);
    deviate(&v->paper, cells[KERNEL], x[PAPER], x[HARDWARE]);
    if (!ga_verdict_label(cells[KERNEL], name, &extra))
        return GA_OK;
    v->n_named++;
    struct ga_trial *const trial = find(v, name);
    if (!trial)
        return out_of_memory(in->path, err);
    struct ga_form *const form = &trial->form[extra + 1];
    if (form->passes > x[PASSES])
        return GA_OK;
    form->passes = x[PASSES];
    form->paper = x[PAPER];
    form->demand = x[DEMAND];
    form->hardware = x[HARDWARE];
    form->verdict = verdict;
    form->l2 = l2;
    return GA_OK;
}

/* Goes through a file that has these columns, ending with NULL; those from n_needed on may be missing. */
typedef enum ga_status take_cells(const struct ga_csv_in *in, const char *const *cells,
                                  struct ga_verdicts *v, struct ga_err *err);
static enum ga_status read_file(const char *path, const char *const *names, unsigned n_needed,
                                take_cells *take, struct ga_verdicts *v, struct ga_err *err) {
    struct ga_csv_in in;
    struct places places = {0};
    const char *cells[GA_CSV_MAX_FIELDS] = {NULL};
    unsigned n = 0;
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    while (names[n])
        n++;
    status = read_header(&in, names, n_needed, &places, err);
    for (bool more = true; status == GA_OK;) {
        status = read_cells(&in, &places, n, cells, &more, err);
        if (status != GA_OK || !more)
            break;
        status = take(&in, cells, v, err);
    }
    ga_csv_end(&in);
    return status;
}

enum ga_status ga_verdicts_answer(const char *path, struct ga_verdicts *v, struct ga_err *err) {
    return read_file(path, answers, L2_VERDICT, take_answer, v, err);
}

/* A time of n samples; NaN: not known. */
struct spread {
    double median, quartile_1, quartile_3, n;
};

/* The standard error of the median, as far as the quartiles tell: of a normal distribution, whose quartiles are
 * 1.349 standard deviations apart, it is 1.253 of these over the root of n. */
static double error_of(const struct spread *s) {
    return 1.253 / 1.349 * (s->quartile_3 - s->quartile_1) / sqrt(s->n);
}

static enum ga_status take_time(const char *path, unsigned long line, const char *label,
                                const struct spread *spread, struct ga_verdicts *v,
                                struct ga_err *err) {
    char name[GA_VERDICT_NAME];
    int extra = 0;
    if (spread->quartile_1 > spread->quartile_3)
        return ga_fail(err, GA_USAGE,
                       "%s:%lu: quartile 1 is %g ns, expected at most quartile 3, %g ns", path,
                       line, spread->quartile_1, spread->quartile_3);
    if (!ga_verdict_label(label, name, &extra))
        return ga_fail(err, GA_USAGE, "%s:%lu: '%.200s' has no extra of -1, 0 or 1, or is too long",
                       path, line, label);
    struct ga_trial *const trial = find(v, name);
    if (!trial)
        return out_of_memory(path, err);
    struct ga_form *const form = &trial->form[extra + 1];
    if (!isnan(form->median_ns))
        return ga_fail(err, GA_USAGE, "%s:%lu: '%.200s' is there twice", path, line, label);
    form->median_ns = spread->median;
    form->error_ns = error_of(spread);
    return GA_OK;
}

enum { TIMED, EXTRA, MEDIAN, QUARTILE_1, QUARTILE_3, SAMPLES, CHECK, N_TIMES };
static const char *const times[] = {"kernel",        "extra",   "median_ns", "quartile_1_ns",
                                    "quartile_3_ns", "samples", "check",     NULL};

static enum ga_status take_line(const struct ga_csv_in *in, const char *const *cells,
                                struct ga_verdicts *v, struct ga_err *err) {
    char label[2 * GA_VERDICT_NAME];
    double x[N_TIMES] = {0};
    for (int k = MEDIAN; k <= SAMPLES; k++) {
        const enum ga_status status = number(in, times[k], cells[k], &x[k], err);
        if (status != GA_OK)
            return status;
    }
    if (!(x[MEDIAN] > 0))
        return ga_fail(err, GA_USAGE, "%s:%lu: median_ns is '%s', expected a number above 0",
                       in->path, in->line, cells[MEDIAN]);
    if (x[SAMPLES] <= 0)
        return ga_fail(err, GA_USAGE, "%s:%lu: samples is '%s', expected a number above 0",
                       in->path, in->line, cells[SAMPLES]);
    if (cells[CHECK] && ga_status_of(cells[CHECK]) != GA_OK)
        return ga_fail(err, GA_USAGE, "%s:%lu: check is '%s', and only what is ok has a time",
                       in->path, in->line, cells[CHECK]);
    snprintf(label, sizeof label, "%s extra=%s", cells[TIMED], cells[EXTRA]);
    const struct spread spread = {x[MEDIAN], x[QUARTILE_1], x[QUARTILE_3], x[SAMPLES]};
    return take_time(in->path, in->line, label, &spread, v, err);
}

/* A table's name and a row's "a=1, b=2" are the label "table a=1 b=2". */
static bool label_of(const char *path, const char *key, char *label, size_t size) {
    const char *const slash = strrchr(path, '/'), *const base = slash ? slash + 1 : path;
    const char *const dot = strrchr(base, '.');
    const int n =
        snprintf(label, size, "%.*s %s", (int)(dot ? dot - base : (long)strlen(base)), base, key);
    if (n < 0 || (size_t)n >= size)
        return false;
    char *to = label;
    for (const char *from = label; *from; from++)
        if (!(from[0] == ',' && from[1] == ' '))
            *to++ = *from;
    *to = '\0';
    return true;
}

static enum ga_status read_table(const char *path, struct ga_verdicts *v, struct ga_err *err) {
    static const struct ga_sheet_column columns[] = {{"median_ns", GA_SHEET_POSITIVE},
                                                     {"q1_ns", GA_SHEET_POSITIVE},
                                                     {"q3_ns", GA_SHEET_POSITIVE},
                                                     {"n_samples", GA_SHEET_POSITIVE}};
    struct ga_sheet sheet;
    char label[2 * GA_VERDICT_NAME];
    enum ga_status status =
        ga_sheet_read(path, columns, sizeof columns / sizeof *columns, &sheet, err);
    size_t r = 0;
    for (size_t i = 0; status == GA_OK && i < sheet.table.n; i++) {
        const struct ga_measured *const row = &sheet.table.at[i];
        if (row->status != GA_OK)
            continue;
        const struct spread spread = {row->median_ns, ga_sheet_number(&sheet, r, 1),
                                      ga_sheet_number(&sheet, r, 2), ga_sheet_number(&sheet, r, 3)};
        if (!label_of(path, row->key, label, sizeof label))
            status = ga_fail(err, GA_USAGE, "%s:%lu: the row's coordinates are too long", path,
                             row->line);
        else
            status = take_time(path, row->line, label, &spread, v, err);
        r++;
    }
    ga_sheet_free(&sheet);
    return status;
}

enum ga_status ga_verdicts_times(const char *path, struct ga_verdicts *v, struct ga_err *err) {
    bool is_table = false;
    const enum ga_status status = ga_measured_is_table(path, &is_table, err);
    if (status != GA_OK)
        return status;
    return is_table ? read_table(path, v, err)
                    : read_file(path, times, MEDIAN + 1, take_line, v, err);
}
