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

enum ga_status ga_l2_table_read(const char *path, uint32_t warp_size, struct ga_line *time_ns,
                                struct ga_err *err) {
    struct ga_sheet sheet;
    time_ns->n = 0;
    enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    for (size_t r = 0; status == GA_OK && r < sheet.n; r++)
        if (counts(&sheet, r))
            ga_line_add(time_ns, ga_sheet_number(&sheet, r, LANES),
                        ga_sheet_number(&sheet, r, NS) / ga_sheet_number(&sheet, r, REQUESTS));
    if (status == GA_OK && !ga_line_spans(time_ns, 1, warp_size))
        status = ga_fail(
            err, GA_USAGE,
            "%s: incomplete: regime independent or unused, scope device, order relaxed, barrier "
            "none is needed for lanes=1 and lanes=%u at least",
            path, warp_size);
    ga_sheet_free(&sheet);
    return status;
}
