#include "group.h"

#include <math.h>
#include <string.h>

static bool same(struct ga_frame *frame, const char *columns, size_t a, size_t b) {
    char name[64];
    for (size_t at = 0; ga_next_word(columns, &at, name);)
        if (strcmp(ga_text(frame, name)[a], ga_text(frame, name)[b]) != 0)
            return false;
    return true;
}

/* Sorted by keys, then value, a combination is a run of rows whose middle is its median. */
struct ga_frame *ga_group(const struct ga_frame *frame, const char *keys, const char *value) {
    struct ga_work *const work = frame->work;
    struct ga_frame *const sorted = ga_frame_copy(frame);
    ga_keep_above(sorted, value, -INFINITY);
    ga_sort(sorted, ga_work_text(work, "%s %s", keys, value));
    const double *const v = ga_number(sorted, value);
    size_t *const first = ga_work_take(work, sorted->n + 1, sizeof *first);
    size_t n = 0;
    for (size_t i = 0; first && i < sorted->n; i++)
        if (i == 0 || !same(sorted, keys, i - 1, i))
            first[n++] = i;
    struct ga_frame *const groups = ga_frame_rows(sorted, first, n);
    double *const count = ga_number(groups, "n"), *const least = ga_number(groups, "least"),
                  *const median = ga_number(groups, "median"),
                  *const most = ga_number(groups, "most"), *const sum = ga_number(groups, "sum");
    for (size_t g = 0; first && g < groups->n; g++) {
        const size_t from = first[g], to = g + 1 < n ? first[g + 1] : sorted->n;
        const size_t middle = (from + to) / 2;
        count[g] = (double)(to - from);
        least[g] = v[from];
        most[g] = v[to - 1];
        median[g] = (to - from) % 2 ? v[middle] : (v[middle - 1] + v[middle]) / 2;
        sum[g] = 0;
        for (size_t i = from; i < to; i++)
            sum[g] += v[i];
    }
    return groups;
}

size_t ga_row(struct ga_frame *frame, const char *columns, const char *const *texts) {
    const char **column[GA_FRAME_COLUMNS];
    unsigned n = 0;
    char name[64];
    for (size_t at = 0; n < GA_FRAME_COLUMNS && ga_next_word(columns, &at, name);)
        column[n++] = ga_text(frame, name);
    for (size_t i = frame->n; i-- > 0;) {
        unsigned k = 0;
        while (k < n && strcmp(column[k][i], texts[k]) == 0)
            k++;
        if (k == n)
            return i;
    }
    return frame->n;
}

void ga_ratio(struct ga_frame *frame, const char *keys, const char *column, const char *reference,
              const char *value, const char *to) {
    double *const ratio = ga_number(frame, to);
    const double *const v = ga_number(frame, value);
    const char **const is = ga_text(frame, column);
    for (size_t i = 0; i < frame->n; i++)
        for (size_t j = 0; j < frame->n; j++)
            if (strcmp(is[j], reference) == 0 && same(frame, keys, i, j))
                ratio[i] = v[i] / v[j];
}
