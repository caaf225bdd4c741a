#include "cover.h"

/* The greedy set cover: always the point that has most new values for its work. Those that are kept stand first. */

enum { MOST_REQUESTS = 1 << 14 };

struct cover {
    const struct ga_bench *bench;
    const struct ga_limits *limits;
    const bool *named;
    struct ga_point *points;
    uint32_t n_kept;
};

static bool is_new_value(const struct cover *c, const struct ga_point *point, uint32_t axis) {
    for (uint32_t i = 0; i < c->n_kept; i++)
        if (c->points[i].at[axis] == point->at[axis])
            return false;
    return true;
}

/* Whether nothing is kept yet of its combination of named values. */
static bool is_new_group(const struct cover *c, const struct ga_point *point) {
    for (uint32_t i = 0; i < c->n_kept; i++) {
        bool same = true;
        for (uint32_t a = 0; a < c->bench->n_axes; a++)
            same &= !c->named[a] || c->points[i].at[a] == point->at[a];
        if (same)
            return false;
    }
    return true;
}

static bool is_tiny(const struct cover *c, const struct ga_point *point, uint64_t requests) {
    const struct ga_bench *const bench = c->bench;
    return requests <= MOST_REQUESTS &&
           !(bench->unsupported && bench->unsupported(c->limits, point)) &&
           !(bench->counts_keys && bench->counts_keys(point));
}

/* out: how much the point is worth, 0 if it is not to be kept. */
static double worth(const struct cover *c, const struct ga_point *point) {
    const uint64_t requests = c->bench->work ? c->bench->work(c->limits, point).requests : 0;
    const bool new_group = is_new_group(c, point);
    double n_new = new_group;
    for (uint32_t a = 0; a < c->bench->n_axes; a++)
        n_new += !c->named[a] && is_new_value(c, point, a);
    if (!is_tiny(c, point, requests))
        return new_group ? 1e-20 / (double)(requests + 1) : 0;
    return n_new / (double)(requests + 1);
}

uint32_t ga_cover(const struct ga_bench *bench, const struct ga_limits *limits, const bool *named,
                  struct ga_point *points, uint32_t n) {
    struct cover c = {bench, limits, named, points, 0};
    while (c.n_kept < n) {
        uint32_t best = c.n_kept;
        double most = 0;
        for (uint32_t i = c.n_kept; i < n; i++) {
            const double here = worth(&c, &points[i]);
            if (here > most) {
                most = here;
                best = i;
            }
        }
        if (!(most > 0))
            break;
        const struct ga_point kept = points[best];
        points[best] = points[c.n_kept];
        points[c.n_kept++] = kept;
    }
    return c.n_kept;
}
