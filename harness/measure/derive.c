#include "derive.h"

#include <math.h>
#include <string.h>

/* A rate that twice the load raises by no more than this is a limit, if the steady rate, where that is known, is no more than
 * MOST_RAMP of it. A launch of a + b n that gains g is 2 g below 1 / b: either way at most 1 % is missing. */
static const double MOST_GAIN = 1.005, MOST_RAMP = 1.01;

/* out: the row of a point of this table, if it is ok. */
static const struct ga_row *ok_row(const struct ga_table *table, const struct ga_point *point) {
    uint32_t i = 0;
    const bool found = ga_plan_find(table->plan, point, &i);
    return found && ga_row_is(&table->rows[i], GA_OK) ? &table->rows[i] : NULL;
}

static void derive_saturation(const struct ga_table *table, uint32_t axis, uint32_t i) {
    struct ga_row *const row = &table->rows[i];
    struct ga_point doubled = table->plan->points[i];
    doubled.at[axis] *= 2;
    const struct ga_row *const other = ok_row(table, &doubled);
    const bool is_ramp = row->steady_ops_per_s > MOST_RAMP * row->rate_ops_per_s;
    row->load_gain = other ? other->rate_ops_per_s / row->rate_ops_per_s : NAN;
    row->saturation = !other                                    ? "unchecked"
                      : row->load_gain <= MOST_GAIN && !is_ramp ? "saturated"
                                                                : "unsaturated";
}

/* The same for both lengths. */
static void derive_steady(const struct ga_table *table, uint32_t axis, uint32_t i) {
    struct ga_point usual = table->plan->points[i], doubled = usual;
    usual.at[axis] = 0;
    doubled.at[axis] = 1;
    const struct ga_row *const a = ok_row(table, &usual), *const b = ok_row(table, &doubled);
    table->rows[i].steady_ops_per_s =
        a && b && b->median_ns > a->median_ns
            ? ((double)b->ops - (double)a->ops) / (b->median_ns - a->median_ns) * 1e9
            : NAN;
}

static void derive_price(const struct ga_table *table, uint32_t i) {
    struct ga_row *const row = &table->rows[i];
    struct ga_point at;
    const struct ga_row *const other =
        table->plan->bench->reference(&table->plan->points[i], &at) ? ok_row(table, &at) : NULL;
    row->price = other ? row->median_ns / other->median_ns : NAN;
}

/* The sums of a least-squares line through n points (x, y), each less the first of them. */
struct line {
    double n, x0, y0, x, y, xx, xy, yy;
};

static void add_to_line(struct line *l, double x, double y) {
    if (l->n == 0) {
        l->x0 = x;
        l->y0 = y;
    }
    x -= l->x0;
    y -= l->y0;
    l->n++;
    l->x += x;
    l->y += y;
    l->xx += x * x;
    l->xy += x * y;
    l->yy += y * y;
}

static bool on_one_line(const struct ga_bench *bench, const struct ga_point *a,
                        const struct ga_point *b, uint32_t axis) {
    for (uint32_t i = 0; i < bench->n_axes; i++)
        if (i != axis && a->at[i] != b->at[i])
            return false;
    return true;
}

/* Row i and those that are on a line with it. src: the textbook's estimates of slope and its standard
 * error, from the sums of squares about the means. */
static void derive_slope(const struct ga_table *table, uint32_t axis, uint32_t i) {
    const struct ga_plan *const plan = table->plan;
    struct line l = {0};
    for (uint32_t k = 0; k < plan->n_points; k++)
        if (on_one_line(plan->bench, &plan->points[i], &plan->points[k], axis) &&
            ok_row(table, &plan->points[k]))
            add_to_line(&l, plan->points[k].at[axis], table->rows[k].median_ns);
    const double xx = l.xx - l.x * l.x / l.n, xy = l.xy - l.x * l.y / l.n;
    const double yy = l.yy - l.y * l.y / l.n, rest = fmax(yy - xy * xy / xx, 0);
    table->rows[i].slope_ns = l.n > 1 ? xy / xx : NAN;
    table->rows[i].slope_error_ns = l.n > 2 ? sqrt(rest / (l.n - 2) / xx) : NAN;
}

/* out: the place of the axis of that name; 0 for NULL. */
static uint32_t axis_of(const struct ga_bench *bench, const char *name) {
    uint32_t axis = 0;
    while (name && strcmp(bench->axes[axis].name, name) != 0)
        axis++;
    return axis;
}

void ga_derive(struct ga_table *table) {
    const struct ga_bench *const bench = table->plan->bench;
    const uint32_t load = axis_of(bench, bench->load_axis);
    const uint32_t length = axis_of(bench, bench->length_axis);
    const uint32_t slope = axis_of(bench, bench->slope_axis);
    for (uint32_t i = 0; i < table->plan->n_points; i++) {
        if (!ok_row(table, &table->plan->points[i]))
            continue;
        if (bench->length_axis)
            derive_steady(table, length, i);
        if (bench->load_axis)
            derive_saturation(table, load, i);
        if (bench->reference)
            derive_price(table, i);
        if (bench->slope_axis)
            derive_slope(table, slope, i);
    }
}
