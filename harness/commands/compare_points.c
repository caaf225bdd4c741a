#include "compare_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether both cells say something, and something else. */
static bool differ(const char *first, const char *second) {
    return *first && *second && strcmp(first, second) != 0;
}

static bool have_intervals(const struct ga_measured *first, const struct ga_measured *second) {
    return !isnan(first->low_ns) && !isnan(second->low_ns);
}

/* In cycles where both tables have them: their samples were read from the SM's clock. In ns a clock that is 0.03 % faster
 * would part equal cycles; one that is over 2 % off is a difference, as it is within a row. Without an interval none
 * overlaps. */
static bool overlap(const struct ga_measured *first, const struct ga_measured *second) {
    const double first_cycle_ns = first->high_ns / first->high_cycles;
    const double second_cycle_ns = second->high_ns / second->high_cycles;
    if (fabs(second_cycle_ns - first_cycle_ns) <= 0.02 * fmin(first_cycle_ns, second_cycle_ns))
        return first->low_cycles <= second->high_cycles && second->low_cycles <= first->high_cycles;
    return first->low_ns <= second->high_ns && second->low_ns <= first->high_ns;
}

/* Two medians of the same work. A ratio to nothing is none, and 1 of nothing and nothing. */
static void measure(const struct ga_measured *first, const struct ga_measured *second,
                    struct ga_comparison *c) {
    const double difference = fabs(second->median_ns - first->median_ns);
    const double percent = difference > 0 ? difference * 100 / first->median_ns : 0;
    const double ratio = difference > 0 ? second->median_ns / first->median_ns : 1;
    const bool overlaps = overlap(first, second), alike = percent <= c->within || overlaps;
    c->n_alike += alike;
    c->n_apart += alike && !overlaps && have_intervals(first, second);
    c->worst_percent = fmax(c->worst_percent, percent);
    if (!alike && (!c->unlike[0] || percent > c->unlike_percent)) {
        c->unlike[0] = first;
        c->unlike[1] = second;
        c->unlike_percent = percent;
    }
    if (c->n_ok == 0 || fabs(log(ratio)) > fabs(log(c->farthest_ratio))) {
        c->farthest = first;
        c->farthest_ratio = ratio;
    }
    c->percent[c->n_ok] = percent;
    c->ratio[c->n_ok++] = ratio;
}

/* A point that is in both runs. */
static void meet(const struct ga_measured *first, const struct ga_measured *second,
                 struct ga_comparison *c) {
    c->n_both++;
    c->n_instruction += differ(first->instruction, second->instruction);
    c->n_status += first->status != second->status;
    if (first->status == GA_OK && second->status != GA_OK) {
        c->n_lost++;
        if (!c->lost || first->line < c->lost->line)
            c->lost = first;
    }
    if (first->status != GA_OK || second->status != GA_OK)
        return;
    if (differ(first->ops, second->ops))
        c->n_work++;
    else
        measure(first, second, c);
}

/* Both tables are sorted by key. */
enum ga_status ga_compare_points(const struct ga_measured_table *tables, double within,
                                 struct ga_comparison *c, struct ga_err *err) {
    const struct ga_measured *first = tables[0].at, *const first_end = first + tables[0].n;
    const struct ga_measured *second = tables[1].at, *const second_end = second + tables[1].n;
    *c = (struct ga_comparison){.percent = malloc((tables[0].n + 1) * sizeof *c->percent),
                                .ratio = malloc((tables[0].n + 1) * sizeof *c->ratio),
                                .within = within,
                                .of_sets = tables[0].of_set && tables[1].of_set};
    if (!c->percent || !c->ratio)
        return ga_fail(err, GA_ERROR, "%s: out of memory", tables[0].path);
    while (first < first_end || second < second_end) {
        const int order = first == first_end     ? 1
                          : second == second_end ? -1
                                                 : strcmp(first->key, second->key);
        if (order == 0)
            meet(first, second, c);
        else
            c->n_only[order > 0]++;
        first += order <= 0;
        second += order >= 0;
    }
    return GA_OK;
}

void ga_comparison_free(struct ga_comparison *c) {
    free(c->percent);
    free(c->ratio);
    c->percent = c->ratio = NULL;
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double ga_quantile(double *values, size_t n, double share) {
    const double place = share * (double)(n - 1);
    const size_t below = (size_t)place;
    qsort(values, n, sizeof *values, by_value);
    if (below + 1 == n || place - (double)below == 0)
        return values[below];
    return values[below] + (place - (double)below) * (values[below + 1] - values[below]);
}
