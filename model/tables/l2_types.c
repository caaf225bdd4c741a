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

static bool is_plain(const struct ga_sheet *sheet, size_t r) {
    return ga_sheet_is(sheet, r, SCOPE, "device") && ga_sheet_is(sheet, r, ORDER, "relaxed") &&
           ga_sheet_is(sheet, r, BARRIER, "none");
}

/* One thread's adds of u32, each waiting for the one before. */
static bool waits(const struct ga_sheet *sheet, size_t r) {
    return is_plain(sheet, r) && ga_sheet_is(sheet, r, CONTENTION, "thread") &&
           ga_sheet_is(sheet, r, REGIME, "dependent") && ga_sheet_is(sheet, r, OPERATION, "add") &&
           ga_sheet_is(sheet, r, TYPE, "u32");
}

/* Loops in place of an operation are left out: what they do is compare-and-swaps, which have rows of their own. */
static bool counts(const struct ga_sheet *sheet, size_t r) {
    return is_plain(sheet, r) && ga_sheet_is(sheet, r, CONTENTION, "device") &&
           !ga_sheet_is(sheet, r, REGIME, "dependent") &&
           !ga_sheet_is(sheet, r, NATIVE, "emulated");
}

static void take(const struct ga_sheet *sheet, size_t r, struct ga_l2_types *types) {
    char name[GA_L2_TYPE_NAME];
    const double ns = ga_sheet_number(sheet, r, NS) / ga_sheet_number(sheet, r, OPS);
    unsigned i = 0;
    snprintf(name, sizeof name, "%.20s-%.8s", ga_sheet_word(sheet, r, OPERATION),
             ga_sheet_word(sheet, r, TYPE));
    while (i < types->n && strcmp(types->name[i], name) != 0)
        i++;
    if (i == GA_L2_MOST_TYPES)
        return;
    if (i == types->n) {
        snprintf(types->name[i], sizeof types->name[i], "%s", name);
        types->times[i] = ns;
        types->n++;
    }
    types->times[i] = fmin(types->times[i], ns);
}

/* out: the time of one of them; NaN if it is not there. */
static double find(const struct ga_l2_types *types, const char *name) {
    for (unsigned i = 0; i < types->n; i++)
        if (strcmp(types->name[i], name) == 0)
            return types->times[i];
    return NAN;
}

/* Times that differ by less are alike, and the shortest name stands for all: add-f32. */
static const double alike = 0.01;

static void find_slowest(struct ga_l2_types *types) {
    for (unsigned i = 0; i < types->n; i++)
        types->slowest = fmax(types->slowest, types->times[i]);
    for (unsigned i = 0; i < types->n; i++)
        if (types->times[i] >= types->slowest * (1 - alike) &&
            (!*types->slowest_name || strlen(types->name[i]) < strlen(types->slowest_name)))
            memcpy(types->slowest_name, types->name[i], sizeof types->slowest_name);
}

struct ga_l2_range ga_l2_types_range(const struct ga_l2_types *types,
                                     const struct ga_l2_atomics *atomics) {
    struct ga_l2_range range = {1, types->slowest, types->slowest_name};
    if (!isnan(types->said))
        return (struct ga_l2_range){types->said, types->said, ""};
    for (unsigned i = 0; atomics && i < atomics->n; i++) {
        const double known = find(types, atomics->name[i]);
        const double least = isnan(known) ? 1 : known, most = isnan(known) ? types->slowest : known;
        range.least = i == 0 ? least : fmin(range.least, least);
        if (i == 0 || most > range.most) {
            range.most = most;
            range.slowest = isnan(known) ? types->slowest_name : atomics->name[i];
        }
    }
    return range;
}

static enum ga_status unknown_type(const char *path, const char *wanted,
                                   const struct ga_l2_types *types, struct ga_err *err) {
    const char *names[GA_L2_MOST_TYPES + 1] = {NULL};
    for (unsigned i = 0; i < types->n; i++)
        names[i] = types->name[i];
    const char *const near = ga_nearest(wanted, names);
    return ga_fail(err, GA_USAGE,
                   "--global-type '%s': %s has no native operation and type of that name, as in "
                   "add-f32%s%s%s",
                   wanted, path, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

enum ga_status ga_l2_types_read(const char *path, const char *wanted, struct ga_l2_types *types,
                                struct ga_err *err) {
    struct ga_sheet sheet;
    *types = (struct ga_l2_types){.slowest = 0, .said = NAN, .wait_ns = NAN};
    const enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    for (size_t r = 0; status == GA_OK && r < sheet.n; r++)
        if (counts(&sheet, r))
            take(&sheet, r, types);
        else if (waits(&sheet, r))
            types->wait_ns = ga_sheet_number(&sheet, r, NS) / ga_sheet_number(&sheet, r, OPS);
    ga_sheet_free(&sheet);
    const double of_reference = find(types, reference);
    if (status != GA_OK)
        return status;
    if (isnan(of_reference))
        return ga_fail(err, GA_USAGE,
                       "%s: incomplete: %s of contention=device, scope=device, order=relaxed, "
                       "barrier=none is needed, in a regime that does not wait",
                       path, reference);
    for (unsigned i = 0; i < types->n; i++)
        types->times[i] /= of_reference;
    find_slowest(types);
    if (!wanted)
        return GA_OK;
    char name[GA_L2_TYPE_NAME]; /* a type alone is that of an add */
    snprintf(name, sizeof name, "%s%.24s", strchr(wanted, '-') ? "" : "add-", wanted);
    types->said = find(types, name);
    return isnan(types->said) ? unknown_type(path, name, types, err) : GA_OK;
}
