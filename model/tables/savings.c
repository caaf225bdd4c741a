#include "savings.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "demand.h"
#include "sheet.h"

/* The most keys that a way counts in a second, all of one bin; of several ways the fastest. */
static double rate_of(const struct ga_sheet *sheet, const char *const *ways) {
    enum { METHOD, BINS, RATE };
    double most = NAN;
    for (size_t r = 0; r < sheet->n; r++)
        for (const char *const *way = ways; *way; way++)
            if (ga_sheet_is(sheet, r, METHOD, *way) && ga_sheet_number(sheet, r, BINS) <= 1)
                most = fmax(most, ga_sheet_number(sheet, r, RATE));
    return most;
}

static void read_aggregation(const char *path, struct ga_savings *savings) {
    static const struct ga_sheet_column columns[] = {{"method", GA_SHEET_WORD},
                                                     {"bins", GA_SHEET_POSITIVE},
                                                     {"rate_ops_per_s", GA_SHEET_POSITIVE}};
    struct ga_sheet sheet;
    if (ga_sheet_read(path, columns, sizeof columns / sizeof *columns, &sheet, NULL) == GA_OK) {
        const double plain = rate_of(&sheet, (const char *[]){"plain", NULL});
        savings->by_warp =
            rate_of(&sheet, (const char *[]){"match", "ballot", "free", NULL}) / plain;
        savings->by_block = rate_of(&sheet, (const char *[]){"shared", NULL}) / plain;
    }
    ga_sheet_free(&sheet);
}

void ga_savings_read(const char *directory, uint32_t warp_size, uint32_t warps,
                     struct ga_savings *savings) {
    char path[PATH_MAX + 64];
    *savings = (struct ga_savings){NAN, NAN, NAN, NAN};
    snprintf(path, sizeof path, "%s/global_aggregation.csv", directory);
    read_aggregation(path, savings);
    snprintf(path, sizeof path, "%s/shared_demand.csv", directory);
    double loops[2];
    ga_demand_loops(path, warps, warp_size, (const char *[]){"add-u64", "add-f32"}, 2, loops);
    savings->loop_u64 = loops[0];
    savings->loop_f32 = loops[1];
}
