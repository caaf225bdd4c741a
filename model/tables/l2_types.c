#include "l2_types.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "names.h"
#include "sheet.h"

enum {
    OPERATION,
    TYPE,
    SCOPE,
    ORDER,
    BARRIER,
    REGIME,
    CONTENTION,
    ACCESSES,
    NATIVE,
    NS,
    OPS,
    N_COLUMNS
};
static const struct ga_sheet_column columns[N_COLUMNS] = {
    {"operation", GA_SHEET_WORD},     {"type", GA_SHEET_WORD},     {"scope", GA_SHEET_WORD},
    {"order", GA_SHEET_WORD},         {"barrier", GA_SHEET_WORD},  {"regime", GA_SHEET_WORD},
    {"contention", GA_SHEET_WORD},    {"accesses", GA_SHEET_WORD}, {"native", GA_SHEET_WORD},
    {"median_ns", GA_SHEET_POSITIVE}, {"ops", GA_SHEET_POSITIVE}};
static const char reference[] = "add-u32";

static bool is_plain(const struct ga_sheet *sheet, size_t r) {
    return ga_sheet_is(sheet, r, SCOPE, "device") && ga_sheet_is(sheet, r, ORDER, "relaxed") &&
           ga_sheet_is(sheet, r, BARRIER, "none") && ga_sheet_is(sheet, r, ACCESSES, "usual");
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

/* out: n: it is not there. */
static unsigned place_of(const struct ga_l2_types *types, const char *name) {
    unsigned i = 0;
    while (i < types->n && strcmp(types->name[i], name) != 0)
        i++;
    return i;
}

/* in: ns: of one of that name. */
static void take(struct ga_l2_types *types, const char *name, double ns) {
    const unsigned i = place_of(types, name);
    if (i == GA_L2_MOST_TYPES)
        return;
    if (i == types->n) {
        snprintf(types->name[i], GA_L2_TYPE_NAME, "%s", name);
        types->times[i] = ns;
        types->n++;
    }
    types->times[i] = fmin(types->times[i], ns);
}

static enum ga_status read_operations(const char *path, struct ga_l2_types *types,
                                      struct ga_err *err) {
    struct ga_sheet sheet;
    char name[GA_L2_TYPE_NAME];
    const enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    for (size_t r = 0; status == GA_OK && r < sheet.n; r++) {
        const double ns = ga_sheet_number(&sheet, r, NS) / ga_sheet_number(&sheet, r, OPS);
        snprintf(name, sizeof name, "%.20s-%.8s", ga_sheet_word(&sheet, r, OPERATION),
                 ga_sheet_word(&sheet, r, TYPE));
        if (counts(&sheet, r))
            take(types, name, ns);
        else if (waits(&sheet, r))
            types->wait_ns = ns;
    }
    ga_sheet_free(&sheet);
    return status;
}

/* Vectors that are as long as the row that all add to, if they are not there; an operation is a value. */
static enum ga_status read_vectors(const char *path, struct ga_l2_types *types,
                                   struct ga_err *err) {
    enum { V_TYPE, V_WAY, V_VALUES, V_ROWS, V_NATIVE, V_NS, V_OPS, N_VECTOR };
    static const struct ga_sheet_column vectors[N_VECTOR] = {
        {"type", GA_SHEET_WORD},   {"way", GA_SHEET_WORD},    {"values", GA_SHEET_POSITIVE},
        {"rows", GA_SHEET_WORD},   {"native", GA_SHEET_WORD}, {"median_ns", GA_SHEET_POSITIVE},
        {"ops", GA_SHEET_POSITIVE}};
    struct ga_sheet sheet;
    char name[GA_L2_TYPE_NAME], way[GA_L2_TYPE_NAME];
    const unsigned before = types->n;
    const enum ga_status status = ga_sheet_read(path, vectors, N_VECTOR, &sheet, err);
    for (size_t r = 0; status == GA_OK && r < sheet.n; r++) {
        const double values = ga_sheet_number(&sheet, r, V_VALUES);
        snprintf(way, sizeof way, "x%.0f", values);
        snprintf(name, sizeof name, "add-%.8s%.8s", ga_sheet_word(&sheet, r, V_TYPE), way);
        if (place_of(types, name) >= before && ga_sheet_is(&sheet, r, V_WAY, way) &&
            ga_sheet_is(&sheet, r, V_ROWS, "one") && ga_sheet_is(&sheet, r, V_NATIVE, "native"))
            take(types, name,
                 values * ga_sheet_number(&sheet, r, V_NS) / ga_sheet_number(&sheet, r, V_OPS));
    }
    ga_sheet_free(&sheet);
    return status;
}

/* out: the time of one of them; NaN if it is not there. */
static double find(const struct ga_l2_types *types, const char *name) {
    const unsigned i = place_of(types, name);
    return i < types->n ? types->times[i] : NAN;
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

static enum ga_l2_adds adds_of(const char *name) {
    return strcmp(name, reference) == 0   ? GA_ADDS_U32
           : strcmp(name, "add-f32") == 0 ? GA_ADDS_F32
                                          : GA_ADDS_OTHER;
}

struct ga_l2_range ga_l2_types_range(const struct ga_l2_types *types,
                                     const struct ga_l2_atomics *atomics) {
    struct ga_l2_range range = {1, types->slowest, GA_ADDS_OTHER, types->slowest_name, ""};
    if (!isnan(types->said))
        return (struct ga_l2_range){types->said, types->said, adds_of(types->said_name), "", ""};
    if (atomics && atomics->n == 1)
        range.adds = adds_of(atomics->name[0]);
    for (unsigned i = 0; atomics && i < atomics->n; i++) {
        const double known = find(types, atomics->name[i]);
        const double least = isnan(known) ? 1 : known, most = isnan(known) ? types->slowest : known;
        if (isnan(known))
            range.unmeasured = atomics->name[i];
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

enum ga_status ga_l2_types_read(const char *path, const char *vectors, const char *wanted,
                                struct ga_l2_types *types, struct ga_err *err) {
    *types = (struct ga_l2_types){.slowest = 0, .said = NAN, .wait_ns = NAN};
    enum ga_status status = read_operations(path, types, err);
    if (status == GA_OK && vectors)
        status = read_vectors(vectors, types, err);
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
    char *const name = types->said_name; /* a type alone is that of an add */
    snprintf(name, sizeof types->said_name, "%s%.24s", strchr(wanted, '-') ? "" : "add-", wanted);
    types->said = find(types, name);
    return isnan(types->said) ? unknown_type(path, name, types, err) : GA_OK;
}
