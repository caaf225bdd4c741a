#include "contract.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "capped.h"
#include "csv.h"

static const double DRIFT_PERCENT = 10, CAP_PERCENT = 50;

/* Rows of a table, by status; capped: whose sampling ended at the most samples; known: that say which instruction. */
struct counts {
    size_t n, by[GA_N_STATUS + 1], capped, known;
};

/* A line; counts it. */
__attribute__((format(printf, 3, 4))) static void say(size_t *n, const char *what,
                                                      const char *format, ...) {
    struct ga_err text;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text.message, sizeof text.message, format, arguments);
    va_end(arguments);
    printf("%s: %s\n", what, text.message);
    ++*n;
}

static enum ga_status count_rows(const char *path, struct counts *counts, struct ga_err *err) {
    struct ga_csv_in in;
    bool more = false;
    unsigned status_at = 0;
    *counts = (struct counts){.n = 0};
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    status = ga_csv_read(&in, &more, err);
    if (status == GA_OK)
        status = ga_csv_column(&in, "status", &status_at, err);
    const unsigned n_fields = in.n_fields;
    const unsigned instruction_at = ga_csv_find(&in, "instruction");
    const struct ga_capped capped = ga_capped_columns(&in);
    while (ga_csv_next(&in, &status, err)) {
        if (in.n_fields != n_fields)
            status = ga_fail(err, GA_USAGE, "%s:%lu: %u fields, expected %u", path, in.line,
                             in.n_fields, n_fields);
        else {
            counts->n++;
            counts->by[ga_status_of(in.field[status_at])]++;
            counts->known +=
                instruction_at < n_fields && strcmp(in.field[instruction_at], "unknown") != 0;
            counts->capped += ga_is_capped(&in, capped);
        }
    }
    ga_csv_end(&in);
    return status;
}

/* in: "<bench>.<what>". out: its value, NULL if there is none. */
static const char *said(const struct ga_runfile *run, const char *bench, const char *what) {
    char key[GA_KEY];
    snprintf(key, sizeof key, "%.40s.%s", bench, what);
    return ga_runfile_get(run, key);
}

static double said_number(const struct ga_runfile *run, const char *bench, const char *what) {
    char key[GA_KEY];
    snprintf(key, sizeof key, "%.40s.%s", bench, what);
    return ga_runfile_number(run, key);
}

static void judge_rows(const struct ga_runfile *run, const char *bench, const struct counts *counts,
                       struct ga_contract *c) {
    const size_t n_late = counts->by[GA_TIMEOUT] + counts->by[GA_ERROR];
    const size_t n_ok = counts->by[GA_OK];
    if (counts->by[GA_N_STATUS])
        say(&c->n_broken, "refused", "%s: %zu rows have a status that is none", bench,
            counts->by[GA_N_STATUS]);
    if ((double)n_ok != said_number(run, bench, "ok"))
        say(&c->n_broken, "refused", "%s: %zu rows are ok, and run.csv says %.0f", bench, n_ok,
            said_number(run, bench, "ok"));
    if (counts->by[GA_WRONG])
        say(&c->n_broken, "refused", "%s: %zu rows are wrong: memory did not hold what it must",
            bench, counts->by[GA_WRONG]);
    if (n_late)
        say(&c->n_notes, "note", "%s: %zu of %zu rows timed out or failed", bench, n_late,
            counts->n);
    if ((double)counts->capped > CAP_PERCENT / 100 * (double)n_ok)
        say(&c->n_notes, "note",
            "%s: %zu of %zu ok rows took the most samples without reaching their interval", bench,
            counts->capped, n_ok);
    const char *const all =
        said(run, bench, "instruction"); /* of a long table whose rows are alike */
    c->n_blind += counts->known == 0 && (!all || strcmp(all, "unknown") == 0);
    c->n_ok += n_ok;
    c->n_tables++;
}

static void judge_conditions(const struct ga_runfile *run, const char *bench,
                             struct ga_contract *c) {
    const char *const settled = said(run, bench, "clock_settled");
    const double drift = said_number(run, bench, "sentinel_drift_percent");
    if (settled && strcmp(settled, "no") == 0)
        say(&c->n_notes, "note", "%s: the SM's clock had not settled", bench);
    if (said(run, bench, "clock_moved"))
        say(&c->n_notes, "note", "%s: the SM's clock moved during some rows: %s", bench,
            said(run, bench, "clock_moved"));
    if (drift > DRIFT_PERCENT)
        say(&c->n_notes, "note", "%s: the point measured again through the run drifted by %.0f %%",
            bench, drift);
}

static enum ga_status check_bench(const char *directory, const struct ga_runfile *run,
                                  const char *bench, struct ga_contract *c, struct ga_err *err) {
    char path[GA_CSV_MAX_PATH];
    struct counts counts;
    const char *const failed = said(run, bench, "failed");
    if (snprintf(path, sizeof path, "%s/%s.csv", directory, bench) >= (int)sizeof path)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long", directory);
    if (failed)
        say(&c->n_broken, "refused", "%s: the device did not finish it: %s", bench, failed);
    if (access(path, F_OK) != 0) {
        const double n_wrong = said_number(run, bench, "wrong");
        if (n_wrong > 0)
            say(&c->n_broken, "refused", "%s: %.0f rows were wrong, and there is no %s.csv", bench,
                n_wrong, bench);
        else
            say(&c->n_notes, "note", "%s: was measured, and there is no %s.csv", bench, bench);
        return GA_OK;
    }
    const enum ga_status status = count_rows(path, &counts, err);
    if (status != GA_OK)
        return status;
    judge_rows(run, bench, &counts, c);
    judge_conditions(run, bench, c);
    return GA_OK;
}

enum ga_status ga_contract_check(const char *directory, const struct ga_runfile *run,
                                 struct ga_contract *contract, struct ga_err *err) {
    static const char points[] = ".points";
    const char *const state = ga_runfile_get(run, "status");
    enum ga_status status = GA_OK;
    *contract = (struct ga_contract){.n_ok = 0};
    if (!state || strcmp(state, "complete") != 0)
        say(&contract->n_broken, "refused", "the run is %s, and not complete",
            state ? state : "of no known state");
    if (!ga_runfile_get(run, "gpu_uuid") && !ga_runfile_get(run, "device_id"))
        say(&contract->n_notes, "note", "run.csv does not say which card it was (gpu_uuid)");
    for (unsigned i = 0; status == GA_OK && i < run->n; i++) {
        char bench[GA_KEY];
        const size_t n = strlen(run->key[i]);
        if (n < sizeof points || strcmp(run->key[i] + n - strlen(points), points) != 0)
            continue;
        snprintf(bench, sizeof bench, "%.*s", (int)(n - strlen(points)), run->key[i]);
        status = check_bench(directory, run, bench, contract, err);
    }
    if (status == GA_OK && contract->n_blind > 0)
        say(&contract->n_notes, "note",
            "no instruction is known in %zu of %zu tables: where the program was built, a "
            "disassembler was missing",
            contract->n_blind, contract->n_tables);
    if (status == GA_OK && contract->n_tables == 0)
        say(&contract->n_broken, "refused", "there is no table");
    return status;
}
