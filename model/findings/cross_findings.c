/* What follows from the tables of cross-contention: the rules, in the order in which they are said. */
#include "cross.h"
#include "model.h"

static enum ga_status find_all(const char *path, const struct ga_cross *c, struct ga_findings *f,
                               struct ga_err *err) {
    static const char *const axes[] = {"variables", "stride_bytes", "warps",   "regime",
                                       "scope",     "order",        "barrier", NULL};
    ga_findings_table(f, c->table);
    if (c->n_points == 0) {
        ga_findings_say(f, "  no row that is ok with scope=device, order=relaxed, barrier=none and "
                           "accesses=usual in the slice\n");
        return GA_OK;
    }
    ga_findings_say(f,
                    "  of the %zu points with regime=%s, warps=%g, scope=device, order=relaxed, "
                    "barrier=none, accesses=usual\n  (of these unchecked whether they are "
                    "saturated: %zu; other rows, left out: %zu)\n",
                    c->n_points, c->regime, c->warps, c->n_unchecked, c->n_others);
    ga_cross_shares(c, ga_cross_pairs(c, f), f);
    const enum ga_status status = ga_cross_units(c, f, err);
    return status == GA_OK ? ga_find_steady(path, c->name, axes, f, err) : status;
}

enum ga_status ga_model_cross(const char *direct, const char *scattered, struct ga_findings *f,
                              struct ga_err *err) {
    static const struct {
        const char *table, *name;
    } cases[] = {{"global_cross_direct", "direct"}, {"global_cross_scattered", "scattered"}};
    enum { DIRECT, SCATTERED, N_CASES };
    const char *const paths[N_CASES] = {direct, scattered};
    struct ga_cross read[N_CASES] = {{0}};
    enum ga_status status = GA_OK;
    for (int k = DIRECT; status == GA_OK && k < N_CASES; k++) {
        if (!paths[k])
            continue;
        status = ga_cross_read(paths[k], k == DIRECT ? NULL : &read[DIRECT], &read[k], err);
        read[k].table = cases[k].table;
        read[k].name = cases[k].name;
        if (status == GA_OK)
            status = find_all(paths[k], &read[k], f, err);
    }
    if (status == GA_OK && direct && scattered)
        ga_cross_speed_up(&read[DIRECT], &read[SCATTERED], f);
    for (int k = DIRECT; k < N_CASES; k++)
        ga_cross_free(&read[k]);
    return status;
}
