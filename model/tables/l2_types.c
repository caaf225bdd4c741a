#include "l2_types.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "names.h"
#include "sheet.h"

enum { OPERATION, TYPE, SCOPE, ORDER, BARRIER, REGIME, CONTENTION, NATIVE, NS, OPS, N_COLUMNS };
static const struct ga_sheet_column columns[N_COLUMNS] = {
    {"operation", GA_SHEET_WORD},  {"type", GA_SHEET_WORD},    {"scope", GA_SHEET_WORD},
    {"order", GA_SHEET_WORD},      {"barrier", GA_SHEET_WORD}, {"regime", GA_SHEET_WORD},
    {"contention", GA_SHEET_WORD}, {"native", GA_SHEET_WORD},  {"median_ns", GA_SHEET_POSITIVE},
    {"ops", GA_SHEET_POSITIVE}};
static const char reference[] = "add-u32";

enum { MOST = 128 };

/* The native operations of the table, each with its least time on one word. */
struct times {
    char name[MOST][GA_L2_TYPE_NAME];
    double ns[MOST];
    unsigned n;
};

/* Loops in place of an operation are left out: what they do is compare-and-swaps, which have rows of their own. */
static bool counts(const struct ga_sheet *sheet, size_t r) {
    return ga_sheet_is(sheet, r, SCOPE, "device") && ga_sheet_is(sheet, r, ORDER, "relaxed") &&
           ga_sheet_is(sheet, r, BARRIER, "none") && ga_sheet_is(sheet, r, CONTENTION, "device") &&
           !ga_sheet_is(sheet, r, REGIME, "dependent") &&
           !ga_sheet_is(sheet, r, NATIVE, "emulated");
}

static void take(const struct ga_sheet *sheet, size_t r, struct times *times) {
    char name[GA_L2_TYPE_NAME];
    const double ns = ga_sheet_number(sheet, r, NS) / ga_sheet_number(sheet, r, OPS);
    unsigned i = 0;
    snprintf(name, sizeof name, "%.20s-%.8s", ga_sheet_word(sheet, r, OPERATION),
             ga_sheet_word(sheet, r, TYPE));
    while (i < times->n && strcmp(times->name[i], name) != 0)
        i++;
    if (i == MOST)
        return;
    if (i == times->n) {
        snprintf(times->name[i], sizeof times->name[i], "%s", name);
        times->ns[i] = ns;
        times->n++;
    }
    times->ns[i] = fmin(times->ns[i], ns);
}

/* out: the time of one of them; NaN if it is not there. */
static double find(const struct times *times, const char *name) {
    for (unsigned i = 0; i < times->n; i++)
        if (strcmp(times->name[i], name) == 0)
            return times->ns[i];
    return NAN;
}

/* Times that differ by less are alike, and the shortest name stands for all: add-f32. */
static const double alike = 0.01;

static void find_slowest(const struct times *times, double of_reference,
                         struct ga_l2_types *types) {
    for (unsigned i = 0; i < times->n; i++)
        types->slowest = fmax(types->slowest, times->ns[i] / of_reference);
    for (unsigned i = 0; i < times->n; i++)
        if (times->ns[i] / of_reference >= types->slowest * (1 - alike) &&
            (!*types->slowest_name || strlen(times->name[i]) < strlen(types->slowest_name)))
            memcpy(types->slowest_name, times->name[i], sizeof types->slowest_name);
}

static enum ga_status unknown_type(const char *path, const char *wanted, const struct times *times,
                                   struct ga_err *err) {
    const char *names[MOST + 1] = {NULL};
    for (unsigned i = 0; i < times->n; i++)
        names[i] = times->name[i];
    const char *const near = ga_nearest(wanted, names);
    return ga_fail(err, GA_USAGE,
                   "--global-type '%s': %s has no native operation and type of that name, as in "
                   "add-f32%s%s%s",
                   wanted, path, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

enum ga_status ga_l2_types_read(const char *path, const char *wanted, struct ga_l2_types *types,
                                struct ga_err *err) {
    struct ga_sheet sheet;
    struct times times = {.n = 0};
    *types = (struct ga_l2_types){.slowest = 0, .said = NAN};
    const enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    for (size_t r = 0; status == GA_OK && r < sheet.n; r++)
        if (counts(&sheet, r))
            take(&sheet, r, &times);
    ga_sheet_free(&sheet);
    const double of_reference = find(&times, reference);
    if (status != GA_OK)
        return status;
    if (isnan(of_reference))
        return ga_fail(err, GA_USAGE,
                       "%s: incomplete: %s of contention=device, scope=device, order=relaxed, "
                       "barrier=none is needed, in a regime that does not wait",
                       path, reference);
    find_slowest(&times, of_reference, types);
    if (!wanted)
        return GA_OK;
    char name[GA_L2_TYPE_NAME]; /* a type alone is that of an add */
    snprintf(name, sizeof name, "%s%.24s", strchr(wanted, '-') ? "" : "add-", wanted);
    types->said = find(&times, name) / of_reference;
    return isnan(types->said) ? unknown_type(path, name, &times, err) : GA_OK;
}
