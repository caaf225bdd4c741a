#include "demand.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sheet.h"

enum { OPERATION, TYPE, REGIME, PATTERN, E, N, NATIVE, CYCLES, N_COLUMNS };
static const struct ga_sheet_column columns[N_COLUMNS] = {
    {"operation", GA_SHEET_WORD}, {"type", GA_SHEET_WORD},
    {"regime", GA_SHEET_WORD},    {"pattern", GA_SHEET_WORD},
    {"e", GA_SHEET_POSITIVE},     {"n", GA_SHEET_POSITIVE},
    {"native", GA_SHEET_WORD},    {"cycles_per_request", GA_SHEET_POSITIVE}};

static bool is(const struct ga_sheet *sheet, size_t r, const char *operation, const char *type) {
    return ga_sheet_is(sheet, r, OPERATION, operation) && ga_sheet_is(sheet, r, TYPE, type);
}

static void take(const struct ga_sheet *sheet, size_t r, uint32_t e_max, const char *operation,
                 const char *type, struct ga_demand *d) {
    const double e = ga_sheet_number(sheet, r, E), cycles = ga_sheet_number(sheet, r, CYCLES);
    const bool same = ga_sheet_is(sheet, r, PATTERN, "same");
    if (same && is(sheet, r, "add", "u32"))
        ga_line_add(&d->add, e, cycles);
    if (same && is(sheet, r, "cas", "u32"))
        ga_line_add(&d->cas, e, cycles);
    if (*operation && e >= e_max && is(sheet, r, operation, type) &&
        ga_sheet_is(sheet, r, NATIVE, "emulated")) {
        if (same)
            d->emulated_same = cycles;
        else if (ga_sheet_is(sheet, r, PATTERN, "own"))
            d->emulated_own = cycles;
    }
    if (same && e >= e_max && ga_sheet_is(sheet, r, NATIVE, "emulated")) {
        if (is(sheet, r, "add", "u64"))
            d->loop_u64 = cycles;
        if (is(sheet, r, "add", "f32"))
            d->loop_f32 = cycles;
    }
}

static enum ga_status check(const char *path, uint32_t n, uint32_t e_max, const char *emulated,
                            const struct ga_demand *d, struct ga_err *err) {
    const struct ga_line *const lines[] = {&d->add, &d->cas};
    for (int l = 0; l < 2; l++)
        if (!ga_line_spans(lines[l], 1, e_max))
            return ga_fail(
                err, GA_USAGE,
                "%s: incomplete: the %s of u32, regime unused, pattern same, at n=%u is needed "
                "for e=1 and e=%u at least",
                path, l ? "cas" : "add", n, e_max);
    if (emulated && (isnan(d->emulated_same) || isnan(d->emulated_own)))
        return ga_fail(
            err, GA_USAGE,
            "--emulated: %s has no row of '%s' that is a loop (native is emulated), with regime "
            "unused, patterns same and own, e=%u, n=%u; expected operation and type, as add-u64",
            path, emulated, e_max, n);
    return GA_OK;
}

static enum ga_status take_all(const struct ga_sheet *sheet, const char *path, uint32_t n,
                               uint32_t e_max, const char *emulated, struct ga_demand *d,
                               struct ga_err *err) {
    char operation[24] = "", type[24] = "";
    *d = (struct ga_demand){
        .emulated_same = NAN, .emulated_own = NAN, .loop_u64 = NAN, .loop_f32 = NAN};
    if (emulated)
        sscanf(emulated, "%23[^-]-%23s", operation, type);
    for (size_t r = 0; r < sheet->n; r++)
        if ((uint32_t)ga_sheet_number(sheet, r, N) == n && ga_sheet_is(sheet, r, REGIME, "unused"))
            take(sheet, r, e_max, operation, type, d);
    return check(path, n, e_max, emulated, d, err);
}

enum ga_status ga_demand_read(const char *path, uint32_t n, uint32_t e_max, const char *emulated,
                              struct ga_demand *d, struct ga_err *err) {
    struct ga_sheet sheet;
    enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    if (status == GA_OK)
        status = take_all(&sheet, path, n, e_max, emulated, d, err);
    ga_sheet_free(&sheet);
    return status;
}

static const double off_by = 0.005; /* how far what is measured may be from the hardware's */

static double whole(double cycles) {
    const double near = floor(cycles);
    return cycles - near <= near * off_by ? near : cycles;
}

double ga_demand_each(const struct ga_line *line, double e) { return ga_line_as(line, e, whole); }

/* out: the passes of a native row, 0 for one that the law says nothing of. A lane's word of 64 bits takes
 * two of a warp that has room for 32; an add of a known 1 counts the lanes of a word in one. */
static double passes(const struct ga_sheet *sheet, size_t r) {
    const double e = ga_sheet_number(sheet, r, E);
    const bool same = ga_sheet_is(sheet, r, PATTERN, "same");
    const bool wide = ga_sheet_is(sheet, r, TYPE, "u64");
    const bool swaps = strncmp(ga_sheet_word(sheet, r, OPERATION), "cas", 3) == 0;
    const bool counts = ga_sheet_is(sheet, r, OPERATION, "count");
    double lanes = (same && !counts) || ga_sheet_is(sheet, r, PATTERN, "bank") ? e : 1;
    if (wide && lanes < 2)
        lanes = 2;
    return lanes * (swaps ? 2 : 1);
}

enum ga_status ga_demand_law(const char *path, uint32_t n, struct ga_demand_law *law,
                             struct ga_err *err) {
    struct ga_sheet sheet;
    *law = (struct ga_demand_law){.where = ""};
    const enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    for (size_t r = 0; status == GA_OK && r < sheet.n; r++) {
        if ((uint32_t)ga_sheet_number(&sheet, r, N) != n ||
            !ga_sheet_is(&sheet, r, REGIME, "unused") || !ga_sheet_is(&sheet, r, NATIVE, "native"))
            continue;
        const double expected = passes(&sheet, r), cycles = ga_sheet_number(&sheet, r, CYCLES);
        const double off = fabs(cycles - expected) / expected;
        law->n++;
        law->n_outside += off > off_by;
        if (off > law->worst) {
            law->worst = off;
            snprintf(law->where, sizeof law->where, "%.24s %.8s, %.8s, e=%g: %g cycles, law %g",
                     ga_sheet_word(&sheet, r, OPERATION), ga_sheet_word(&sheet, r, TYPE),
                     ga_sheet_word(&sheet, r, PATTERN), ga_sheet_number(&sheet, r, E), cycles,
                     expected);
        }
    }
    ga_sheet_free(&sheet);
    return status;
}
