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
                    c->n_points, c->regime, c->warps, c->n_unchecked, c->n_left);
    ga_cross_shares(c, ga_cross_pairs(c, f), f);
    const enum ga_status status = ga_cross_units(c, f, err);
    return status == GA_OK ? ga_find_steady(path, c->name, axes, f, err) : status;
}

enum ga_status ga_model_cross(const char *direct, const char *scattered, struct ga_findings *f,
                              struct ga_err *err) {
    struct ga_cross tables[2] = {{0}};
    enum ga_status status = GA_OK;
    if (direct) {
        status = ga_cross_read(direct, NULL, &tables[0], err);
        tables[0].table = "global_cross_direct";
        tables[0].name = "direct";
        if (status == GA_OK)
            status = find_all(direct, &tables[0], f, err);
    }
    if (status == GA_OK && scattered) {
        status = ga_cross_read(scattered, &tables[0], &tables[1], err);
        tables[1].table = "global_cross_scattered";
        tables[1].name = "scattered";
        if (status == GA_OK)
            status = find_all(scattered, &tables[1], f, err);
        if (status == GA_OK && direct)
            ga_cross_speed_up(&tables[0], &tables[1], f);
    }
    ga_cross_free(&tables[0]);
    ga_cross_free(&tables[1]);
    return status;
}
