#include "faults.h"

#include <float.h>
#include <stdarg.h>
#include <string.h>

#include "capped.h"
#include "csv.h"
#include "number.h"
#include "sm_clock.h"

static const double DRIFT_PERCENT = 5;

static void add(struct ga_faults *faults, bool grave, const char *table, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void add(struct ga_faults *faults, bool grave, const char *table, const char *format, ...) {
    va_list values;
    if (faults->n == GA_MOST_FAULTS) {
        faults->n_lost++;
        return;
    }
    struct ga_fault *const fault = &faults->at[faults->n++];
    fault->grave = grave;
    snprintf(fault->table, sizeof fault->table, "%s", table);
    va_start(values, format);
    vsnprintf(fault->text, sizeof fault->text, format, values);
    va_end(values);
}

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

/* in: words of *.throttle. An idle GPU is not held back. */
static bool is_idle(const char *words) {
    return strcmp(words, "none") == 0 || strcmp(words, "idle") == 0;
}

/* in: a line of run.csv, `<benchmark>.<what>`. */
static void look_at(const char *key, const char *value, struct ga_faults *faults) {
    const char *const dot = strrchr(key, '.');
    char table[GA_KEY];
    double number = 0;
    snprintf(table, sizeof table, "%.*s", dot ? (int)(dot - key) : 0, key);
    const bool is_number = ga_parse_real(value, -DBL_MAX, DBL_MAX, &number);
    if (ends_with(key, ".failed"))
        add(faults, true, table, "the device did not finish it: %s", value);
    else if (ends_with(key, ".unsupported") && !is_number)
        add(faults, false, table, "not available there: %s", value);
    else if (ends_with(key, ".clock_settled") && strcmp(value, "no") == 0)
        add(faults, false, table, "the SM clock did not settle during warm-up");
    else if (ends_with(key, ".clock_moved"))
        add(faults, false, table, "rows during which the SM clock moved by more than 2 %%: %s",
            value);
    else if (ends_with(key, ".throttle") && !is_idle(value))
        add(faults, false, table, "the driver held clocks down: %s", value);
    else if (ends_with(key, ".sentinel_drift_percent") && number > DRIFT_PERCENT)
        add(faults, false, table,
            "drift: the point measured again through the run ranged over %.3g %% of its median",
            number);
}

void ga_faults_of_run(const struct ga_runfile *run, struct ga_faults *faults) {
    const char *const status = ga_runfile_get(run, "status");
    if (!status || strcmp(status, "complete") != 0)
        add(faults, true, "", "the run is not complete: its status is %s",
            status ? status : "missing");
    if (ga_runfile_number(run, "timer_step_ns") > 100)
        add(faults, false, "",
            "the fixed-rate timer steps by %.0f ns: short times by it are coarse",
            ga_runfile_number(run, "timer_step_ns"));
    for (unsigned i = 0; i < run->n; i++)
        look_at(run->key[i], run->value[i], faults);
}

/* What a table's rows come to. */
struct counted {
    unsigned long n, of[GA_ERROR + 1], n_cap;
    char message[GA_ERROR + 1][256]; /* the first of each outcome */
    double least_mhz, most_mhz;
};

/* Where a table has what is counted; step_ns: of its run's timer, 0 if that is not known. */
struct columns {
    unsigned status, mhz, n_samples, time, message;
    struct ga_capped capped;
    double step_ns;
};

/* out: whether the row's clock is known. A table that does not say how long its samples took is believed. */
static bool tells_clock(const struct ga_csv_in *in, const struct columns *at) {
    double n = 0, time = 0;
    if (at->n_samples >= in->n_fields || at->time >= in->n_fields)
        return true;
    return ga_parse_real(in->field[at->n_samples], 1, DBL_MAX, &n) &&
           ga_parse_real(in->field[at->time], 0, DBL_MAX, &time) &&
           ga_tells_clock(at->step_ns, n, n * time);
}

static void count(const struct ga_csv_in *in, const struct columns *at, struct counted *c) {
    const enum ga_status outcome = ga_status_of(in->field[at->status]);
    double clock = 0;
    if (outcome > GA_ERROR)
        return;
    c->n++;
    c->n_cap += outcome == GA_OK && ga_is_capped(in, at->capped);
    if (c->of[outcome]++ == 0 && at->message < in->n_fields)
        snprintf(c->message[outcome], sizeof *c->message, "%s", in->field[at->message]);
    if (outcome != GA_OK || at->mhz >= in->n_fields ||
        !ga_parse_real(in->field[at->mhz], 1, 1e6, &clock) || !tells_clock(in, at))
        return;
    c->least_mhz = c->least_mhz > 0 && c->least_mhz < clock ? c->least_mhz : clock;
    c->most_mhz = c->most_mhz > clock ? c->most_mhz : clock;
}

static void conclude(const char *table, const struct ga_runfile *run, const struct counted *c,
                     struct ga_faults *faults) {
    char key[2 * GA_KEY];
    snprintf(key, sizeof key, "%.*s.stop", GA_KEY, table);
    const char *const stop = ga_runfile_get(run, key);
    const unsigned long n_cap = stop && strcmp(stop, "cap") == 0 ? c->of[GA_OK] : c->n_cap;
    for (enum ga_status s = GA_WRONG; s <= GA_ERROR; s++)
        if (c->of[s] > 0)
            add(faults, s != GA_UNSUPPORTED, table, "%lu of %lu rows are %s%s%s", c->of[s], c->n,
                ga_status_name(s), *c->message[s] ? "; the first: " : "", c->message[s]);
    if (n_cap > 0)
        add(faults, false, table,
            "%lu of %lu rows took the most samples without reaching the interval aimed at", n_cap,
            c->n);
    if (c->most_mhz > c->least_mhz * (1 + GA_CLOCK_MOVES_PERCENT / 100.0))
        add(faults, false, table, "the SM clock moved: rows at %.0f to %.0f MHz", c->least_mhz,
            c->most_mhz);
}

enum ga_status ga_faults_of_table(const char *path, const char *table, const struct ga_runfile *run,
                                  struct ga_faults *faults, struct ga_err *err) {
    struct ga_csv_in in;
    struct counted counted = {0};
    bool more = false;
    unsigned outcome = 0;
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    status = ga_csv_read(&in, &more, err);
    if (status == GA_OK)
        status = ga_csv_column(&in, "status", &outcome, err);
    const unsigned n_fields = in.n_fields;
    const struct columns at = {
        .status = outcome,
        .capped = ga_capped_columns(&in),
        .mhz = ga_csv_find(&in, "sm_mhz"),
        .n_samples = ga_csv_find(&in, "n_samples"),
        .time = ga_csv_find(&in, "median_ns"),
        .message = ga_csv_find(&in, "message"),
        .step_ns = fmax(0, ga_runfile_number(run, "timer_step_ns")),
    };
    while (ga_csv_next(&in, &status, err)) {
        if (in.n_fields != n_fields)
            status = ga_fail(err, GA_USAGE, "%s:%lu: %u fields, expected %u", path, in.line,
                             in.n_fields, n_fields);
        else
            count(&in, &at, &counted);
    }
    ga_csv_end(&in);
    if (status == GA_OK)
        conclude(table, run, &counted, faults);
    return status;
}
