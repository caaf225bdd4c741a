#include <math.h>
#include <string.h>

#include "occupancy.h"
#include "predict.h"
#include "sheet.h"

enum { OPERATION, TYPE, REGIME, PATTERN, E, N, CYCLES, MEDIAN, LOW, HIGH, N_COLUMNS };
static const struct ga_sheet_column columns[N_COLUMNS] = {{"operation", GA_SHEET_WORD},
                                                          {"type", GA_SHEET_WORD},
                                                          {"regime", GA_SHEET_WORD},
                                                          {"pattern", GA_SHEET_WORD},
                                                          {"e", GA_SHEET_POSITIVE},
                                                          {"n", GA_SHEET_POSITIVE},
                                                          {"cycles_per_request", GA_SHEET_POSITIVE},
                                                          {"median_cycles", GA_SHEET_POSITIVE},
                                                          {"ci_low_cycles", GA_SHEET_MAYBE},
                                                          {"ci_high_cycles", GA_SHEET_MAYBE}};

/* The lines, and which rows are theirs. */
struct wanted {
    const char *operation, *regime;
    bool alone; /* n = 1, and not all */
    struct ga_predict_line *line;
};

static void take(const struct ga_sheet *sheet, size_t r, struct ga_predict_line *line) {
    const double e = ga_sheet_number(sheet, r, E), cycles = ga_sheet_number(sheet, r, CYCLES);
    const double median = ga_sheet_number(sheet, r, MEDIAN);
    const double low = ga_sheet_number(sheet, r, LOW), high = ga_sheet_number(sheet, r, HIGH);
    ga_line_add(&line->at, e, cycles);
    ga_line_add(&line->low, e, isnan(low) ? cycles : cycles * low / median);
    ga_line_add(&line->high, e, isnan(high) ? cycles : cycles * high / median);
}

enum ga_status ga_predict_read(const char *path, uint32_t n, uint32_t e_max,
                               struct ga_predict_table *table, struct ga_err *err) {
    struct ga_sheet sheet;
    memset(table, 0, sizeof *table);
    const struct wanted all[] = {{"add", "unused", false, &table->add},
                                 {"cas", "unused", false, &table->cas},
                                 {"count", "unused", false, &table->count},
                                 {"add", "dependent", true, &table->wait}};
    enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    for (size_t r = 0; status == GA_OK && r < sheet.n; r++)
        for (size_t w = 0; w < sizeof all / sizeof *all; w++)
            if (ga_sheet_is(&sheet, r, OPERATION, all[w].operation) &&
                ga_sheet_is(&sheet, r, REGIME, all[w].regime) &&
                ga_sheet_is(&sheet, r, TYPE, "u32") && ga_sheet_is(&sheet, r, PATTERN, "same") &&
                (uint32_t)ga_sheet_number(&sheet, r, N) == (all[w].alone ? 1 : n))
                take(&sheet, r, all[w].line);
    for (size_t w = 0; status == GA_OK && w < sizeof all / sizeof *all; w++) {
        if (!ga_line_spans(&all[w].line->at, 1, e_max))
            status =
                ga_fail(err, GA_USAGE,
                        "%s: incomplete: the %s of u32, regime %s, pattern same, at n=%u is needed "
                        "for e=1 and e=%u at least",
                        path, all[w].operation, all[w].regime, all[w].alone ? 1 : n, e_max);
    }
    ga_sheet_free(&sheet);
    return status;
}

static enum ga_status warps_with(const struct ga_model_device *d, double threads, double registers,
                                 double shared_bytes, uint32_t *warps, struct ga_err *err) {
    struct ga_occupancy_answer answer;
    const struct ga_occupancy_kernel kernel = {d->target, (uint64_t)registers,
                                               (uint64_t)shared_bytes, (uint64_t)threads, 0};
    const enum ga_status status = ga_occupancy_of(&kernel, &answer, err);
    *warps = status == GA_OK ? answer.warps : 1;
    return status;
}

enum ga_status ga_predict_warps(const struct ga_model_device *d, const struct ga_change *change,
                                double registers, double shared_bytes,
                                const struct ga_launch_counters *launch, double *warps,
                                struct ga_err *err) {
    const double *const at = launch->at;
    uint32_t before = 1, after = 1;
    *warps = 1;
    if (!change->threads)
        return GA_OK;
    const double now = at[GA_Q_registers], counted = at[GA_Q_static_bytes] + at[GA_Q_dynamic_bytes];
    registers = registers > 0 ? registers : now;
    shared_bytes = isnan(shared_bytes) ? counted : shared_bytes;
    if (isnan(at[GA_Q_block_threads]) || isnan(now) || isnan(counted))
        return ga_fail(
            err, GA_USAGE,
            "--threads: the counters do not say what a block is now; collect them with: %s "
            "%s,%s,%s,%s",
            ga_counters_option(GA_NCU), ga_counters_name(GA_NCU, GA_Q_block_threads),
            ga_counters_name(GA_NCU, GA_Q_registers), ga_counters_name(GA_NCU, GA_Q_static_bytes),
            ga_counters_name(GA_NCU, GA_Q_dynamic_bytes));
    enum ga_status status = warps_with(d, at[GA_Q_block_threads], now, counted, &before, err);
    if (status == GA_OK)
        status = warps_with(d, change->threads, registers, shared_bytes, &after, err);
    *warps = (double)after / before;
    return status;
}
