#include "derive.h"

#include <math.h>
#include <string.h>

/* A rate that twice the load raises by no more than this is a limit. */
static const double MOST_GAIN = 1.02;

/* out: the row of a point of this table, if it is ok. */
static const struct ga_row *ok_row(const struct ga_table *table, const struct ga_point *point) {
    uint32_t i = 0;
    if (!ga_plan_find(table->plan, point, &i))
        return NULL;
    const char *const status = table->rows[i].status;
    return status && strcmp(status, ga_status_name(GA_OK)) == 0 ? &table->rows[i] : NULL;
}

static void derive_saturation(const struct ga_table *table, uint32_t axis, uint32_t i) {
    struct ga_row *const row = &table->rows[i];
    struct ga_point doubled = table->plan->points[i];
    doubled.at[axis] *= 2;
    const struct ga_row *const other = ok_row(table, &doubled);
    row->load_gain = other ? other->rate_ops_per_s / row->rate_ops_per_s : NAN;
    row->saturation = !other                        ? "unchecked"
                      : row->load_gain <= MOST_GAIN ? "saturated"
                                                    : "unsaturated";
}

static void derive_price(const struct ga_table *table, uint32_t i) {
    struct ga_row *const row = &table->rows[i];
    struct ga_point at;
    const struct ga_row *const other =
        table->plan->bench->reference(&table->plan->points[i], &at) ? ok_row(table, &at) : NULL;
    row->price = other ? row->median_ns / other->median_ns : NAN;
}

void ga_derive(struct ga_table *table) {
    const struct ga_bench *const bench = table->plan->bench;
    uint32_t axis = 0;
    while (bench->load_axis && strcmp(bench->axes[axis].name, bench->load_axis) != 0)
        axis++;
    for (uint32_t i = 0; i < table->plan->n_points; i++) {
        if (!ok_row(table, &table->plan->points[i]))
            continue;
        if (bench->load_axis)
            derive_saturation(table, axis, i);
        if (bench->reference)
            derive_price(table, i);
    }
}
