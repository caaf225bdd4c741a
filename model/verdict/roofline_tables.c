/* The tables that the rooflines stand on. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "roofline.h"
#include "sheet.h"

/* The fastest way to use memory, whatever it is and however many blocks it takes. */
static enum ga_status read_bandwidth(const char *path, struct ga_roofline_tables *t,
                                     struct ga_err *err) {
    enum { ACCESS, ARRAY, RATE, N_COLUMNS };
    static const struct ga_sheet_column columns[N_COLUMNS] = {
        {"access", GA_SHEET_WORD}, {"array", GA_SHEET_WORD}, {"bytes_per_s", GA_SHEET_POSITIVE}};
    struct ga_sheet sheet;
    if (access(path, F_OK) != 0)
        return ga_fail(err, GA_USAGE,
                       "%s: is not there; `run --bench 'global_bandwidth'` measures the memory "
                       "ceiling",
                       path);
    enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    for (size_t r = 0; status == GA_OK && r < sheet.n; r++) {
        const double rate = ga_sheet_number(&sheet, r, RATE);
        if (!ga_sheet_is(&sheet, r, ARRAY, "memory") || rate <= t->bandwidth)
            continue;
        t->bandwidth = rate;
        snprintf(t->fastest, sizeof t->fastest, "%.24s", ga_sheet_word(&sheet, r, ACCESS));
    }
    if (status == GA_OK && !(t->bandwidth > 0))
        status = ga_fail(err, GA_USAGE,
                         "%s: incomplete: no row with array=memory is ok, and the memory ceiling "
                         "needs one",
                         path);
    ga_sheet_free(&sheet);
    return status;
}

/* Whole warps' adds on words side by side, at the most warps: what shared memory takes without conflicts. */
static enum ga_status read_plain(const char *path, struct ga_roofline_tables *t,
                                 struct ga_err *err) {
    enum { OPERATION, TYPE, REGIME, PATTERN, E, N, CYCLES, N_COLUMNS };
    static const struct ga_sheet_column columns[N_COLUMNS] = {
        {"operation", GA_SHEET_WORD},
        {"type", GA_SHEET_WORD},
        {"regime", GA_SHEET_WORD},
        {"pattern", GA_SHEET_WORD},
        {"e", GA_SHEET_POSITIVE},
        {"n", GA_SHEET_POSITIVE},
        {"cycles_per_request", GA_SHEET_POSITIVE}};
    struct ga_sheet sheet;
    const enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    for (size_t r = 0; status == GA_OK && r < sheet.n; r++)
        if (ga_sheet_is(&sheet, r, OPERATION, "add") && ga_sheet_is(&sheet, r, TYPE, "u32") &&
            ga_sheet_is(&sheet, r, REGIME, "unused") && ga_sheet_is(&sheet, r, PATTERN, "banks") &&
            ga_sheet_number(&sheet, r, E) >= t->device.warp_size &&
            ga_sheet_number(&sheet, r, N) >= t->device.warps_per_sm)
            t->plain = ga_sheet_number(&sheet, r, CYCLES);
    ga_sheet_free(&sheet);
    return status;
}

enum ga_status ga_roofline_read(const char *directory, const char *global_type,
                                struct ga_roofline_tables *t, struct ga_err *err) {
    char path[PATH_MAX + 64];
    struct ga_model_device *const d = &t->device;
    memset(t, 0, sizeof *t);
    t->plain = t->peak_flops = NAN;
    enum ga_status status = ga_model_device_identify(directory, d, err);
    snprintf(path, sizeof path, "%s/global_bandwidth.csv", directory);
    if (status == GA_OK)
        status = read_bandwidth(path, t, err);
    snprintf(path, sizeof path, "%s/shared_demand.csv", directory);
    d->has_demand = status == GA_OK && access(path, F_OK) == 0;
    if (d->has_demand)
        status = ga_demand_read(path, d->warps_per_sm, d->warp_size, NULL, &d->demand, err);
    if (d->has_demand && status == GA_OK)
        status = read_plain(path, t, err);
    snprintf(path, sizeof path, "%s/shared_service.csv", directory);
    if (status == GA_OK && access(path, F_OK) == 0)
        status = ga_service_read(path, d->warps_per_sm, d->warp_size, &d->service, err);
    return status == GA_OK ? ga_model_device_l2(directory, global_type, d, err) : status;
}
