#include "service.h"

#include <math.h>
#include <stdlib.h>

#include "sheet.h"
#include "within.h"

enum { N, E, C, CYCLES, N_COLUMNS };
static const struct ga_sheet_column columns[N_COLUMNS] = {{"n", GA_SHEET_POSITIVE},
                                                          {"e", GA_SHEET_POSITIVE},
                                                          {"c", GA_SHEET_COUNT},
                                                          {"median_cycles", GA_SHEET_POSITIVE}};

static size_t place(const struct ga_service *s, uint32_t n, uint32_t e, uint32_t c) {
    return ((size_t)n * (s->e_max + 1) + e) * (s->n_max + 1) + c;
}

void ga_service_free(struct ga_service *s) {
    free(s->at);
    *s = (struct ga_service){.at = NULL};
}

static enum ga_status fill(struct ga_service *s, const struct ga_sheet *sheet, struct ga_err *err) {
    for (size_t r = 0; r < sheet->n; r++) {
        const double n = ga_sheet_number(sheet, r, N), e = ga_sheet_number(sheet, r, E),
                     c = ga_sheet_number(sheet, r, C);
        if (n > s->n_max || e > s->e_max || c > n || n != floor(n) || e != floor(e) ||
            c != floor(c))
            return ga_fail(
                err, GA_USAGE,
                "%s: there is a point n=%g, e=%g, c=%g; expected whole numbers, n to %u, e to "
                "%u, c to n",
                sheet->table.path, n, e, c, s->n_max, s->e_max);
        s->at[place(s, (uint32_t)n, (uint32_t)e, (uint32_t)c)] = ga_sheet_number(sheet, r, CYCLES);
    }
    for (uint32_t n = 1; n <= s->n_max; n++)
        for (uint32_t e = 1; e <= s->e_max; e++)
            for (uint32_t c = 0; c <= n; c++)
                if (!(s->at[place(s, n, e, c)] > 0))
                    return ga_fail(
                        err, GA_USAGE,
                        "%s: incomplete: n=%u, e=%u, c=%u is not there, or not ok; the model "
                        "needs all n to %u, e to %u, c to n: `run --bench shared_service` "
                        "with --preset paper measures them",
                        sheet->table.path, n, e, c, s->n_max, s->e_max);
    return GA_OK;
}

enum ga_status ga_service_read(const char *path, uint32_t n_max, uint32_t e_max,
                               struct ga_service *s, struct ga_err *err) {
    struct ga_sheet sheet;
    *s = (struct ga_service){.n_max = n_max, .e_max = e_max};
    enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    if (status == GA_OK) {
        s->at = calloc(place(s, n_max + 1, 0, 0), sizeof *s->at);
        status = s->at ? fill(s, &sheet, err) : ga_fail(err, GA_ERROR, "%s: out of memory", path);
    }
    ga_sheet_free(&sheet);
    return status;
}

/* Among whole e: linear in n and c. */
static double among(const struct ga_service *s, double n, uint32_t e, double c) {
    uint32_t n0 = (uint32_t)n, c0 = (uint32_t)c;
    n0 = n0 == s->n_max ? n0 - 1 : n0;
    c0 = c0 > n0 ? n0 : c0; /* n and c are n_max, or both whole */
    const double x = n - n0, y = c - c0;
    const double t00 = s->at[place(s, n0, e, c0)], t10 = s->at[place(s, n0 + 1, e, c0)];
    const double t11 = s->at[place(s, n0 + 1, e, c0 + 1)];
    if (c0 == n0) /* (n0, c0 + 1) is no point */
        return t00 + x * (t10 - t00) + y * (t11 - t10);
    const double t01 = s->at[place(s, n0, e, c0 + 1)];
    return (1 - x) * ((1 - y) * t00 + y * t01) + x * ((1 - y) * t10 + y * t11);
}

double ga_service_time(const struct ga_service *s, double n, double e, double c) {
    n = ga_within(n, 0, s->n_max);
    e = ga_within(e, 1, s->e_max);
    c = ga_within(c, 0, n);
    uint32_t e0 = (uint32_t)e;
    e0 = e0 == s->e_max && e0 > 1 ? e0 - 1 : e0;
    const double z = e - e0, t0 = among(s, n, e0, c);
    return z > 0 ? (1 - z) * t0 + z * among(s, n, e0 + 1, c) : t0;
}

double ga_service_each(const struct ga_service *s, double n, double e, double c) {
    const double least = n < 1 ? 1 : n;
    return ga_service_time(s, least, e, n > 0 ? c / n * least : 0) / least;
}
