#include "l2_table.h"

#include "sheet.h"

enum { LANES, REGIME, SCOPE, ORDER, BARRIER, NS, REQUESTS, N_COLUMNS };
static const struct ga_sheet_column columns[N_COLUMNS] = {
    {"lanes", GA_SHEET_POSITIVE}, {"regime", GA_SHEET_WORD},  {"scope", GA_SHEET_WORD},
    {"order", GA_SHEET_WORD},     {"barrier", GA_SHEET_WORD}, {"median_ns", GA_SHEET_POSITIVE},
    {"requests", GA_SHEET_COUNT}};

static bool counts(const struct ga_sheet *sheet, size_t r) {
    return (ga_sheet_is(sheet, r, REGIME, "independent") ||
            ga_sheet_is(sheet, r, REGIME, "unused")) &&
           ga_sheet_is(sheet, r, SCOPE, "device") && ga_sheet_is(sheet, r, ORDER, "relaxed") &&
           ga_sheet_is(sheet, r, BARRIER, "none") && ga_sheet_number(sheet, r, REQUESTS) > 0;
}

/* Keeps the least time of each number of lanes, in the order of lanes. */
static void take(struct ga_l2_table *t, double lanes, double ns) {
    uint32_t at = 0;
    while (at < t->n && t->lanes[at] < lanes)
        at++;
    if (at < t->n && t->lanes[at] <= lanes) {
        t->ns[at] = ns < t->ns[at] ? ns : t->ns[at];
        return;
    }
    if (t->n == GA_L2_MOST_LANES)
        return;
    for (uint32_t i = t->n++; i > at; i--) {
        t->lanes[i] = t->lanes[i - 1];
        t->ns[i] = t->ns[i - 1];
    }
    t->lanes[at] = lanes;
    t->ns[at] = ns;
}

enum ga_status ga_l2_table_read(const char *path, uint32_t warp_size, struct ga_l2_table *t,
                                struct ga_err *err) {
    struct ga_sheet sheet;
    t->n = 0;
    enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    for (size_t r = 0; status == GA_OK && r < sheet.n; r++)
        if (counts(&sheet, r))
            take(t, ga_sheet_number(&sheet, r, LANES),
                 ga_sheet_number(&sheet, r, NS) / ga_sheet_number(&sheet, r, REQUESTS));
    if (status == GA_OK && (t->n < 2 || t->lanes[0] > 1 || t->lanes[t->n - 1] < warp_size))
        status = ga_fail(
            err, GA_USAGE,
            "%s: incomplete: regime independent or unused, scope device, order relaxed, barrier "
            "none is needed for lanes=1 and lanes=%u at least",
            path, warp_size);
    ga_sheet_free(&sheet);
    return status;
}

double ga_l2_time(const struct ga_l2_table *t, double lanes) {
    uint32_t i = 1;
    if (lanes <= t->lanes[0])
        return t->ns[0];
    while (i + 1 < t->n && t->lanes[i] < lanes)
        i++;
    if (lanes >= t->lanes[i])
        return t->ns[i];
    const double z = (lanes - t->lanes[i - 1]) / (t->lanes[i] - t->lanes[i - 1]);
    return (1 - z) * t->ns[i - 1] + z * t->ns[i];
}
