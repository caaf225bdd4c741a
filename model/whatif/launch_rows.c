#include "launch_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_key_and_time(const void *left, const void *right) {
    const struct ga_seen_launch *const a = left, *const b = right;
    const int order = ga_launch_key_compare(&a->key, &b->key);
    return order ? order : (a->start_ns > b->start_ns) - (a->start_ns < b->start_ns);
}

/* out: how many there are of the first one's row. */
static size_t same(const struct ga_seen_launch *launches, size_t n) {
    size_t k = 1;
    while (k < n && ga_launch_key_compare(&launches[0].key, &launches[k].key) == 0)
        k++;
    return k;
}

/* Moves what counts to the front. out: how many. */
static size_t choose(struct ga_seen_launch *launches, size_t n, struct ga_counted counted) {
    size_t kept = 0;
    for (size_t i = 0, k = 0; i < n; i += k) {
        k = same(launches + i, n - i);
        for (size_t j = counted.skip; j < k && (counted.n == 0 || j - counted.skip < counted.n);
             j++)
            launches[kept++] = launches[i + j];
    }
    return kept;
}

enum ga_status ga_launch_rows_make(struct ga_seen_launch *launches, size_t n,
                                   struct ga_counted counted, struct ga_launch_rows *rows,
                                   struct ga_err *err) {
    *rows = (struct ga_launch_rows){.at = NULL};
    if (n > 0)
        qsort(launches, n, sizeof *launches, by_key_and_time);
    n = choose(launches, n, counted);
    rows->at = malloc((n + 1) * sizeof *rows->at);
    rows->spans = malloc((n + 1) * sizeof *rows->spans);
    if (!rows->at || !rows->spans) {
        ga_launch_rows_free(rows);
        return ga_fail(err, GA_ERROR, "out of memory");
    }
    for (size_t i = 0, k = 0; i < n; i += k) {
        k = same(launches + i, n - i);
        for (size_t j = i; j < i + k; j++)
            rows->spans[j] =
                (struct ga_span){launches[j].start_ns, launches[j].end_ns, launches[j].device};
        rows->at[rows->n++] = (struct ga_launch_row){launches[i].key, k, rows->spans + i};
    }
    return GA_OK;
}

void ga_launch_rows_free(struct ga_launch_rows *rows) {
    free(rows->at);
    free(rows->spans);
    *rows = (struct ga_launch_rows){.at = NULL};
}

void ga_launch_rows_keep(struct ga_launch_rows *rows, uint32_t kernel) {
    size_t kept = 0, used = 0;
    for (size_t i = 0; i < rows->n; i++) {
        struct ga_launch_row row = rows->at[i];
        if (row.key.kernel != kernel)
            continue;
        memmove(rows->spans + used, row.span, row.n * sizeof *row.span);
        row.span = rows->spans + used;
        used += row.n;
        rows->at[kept++] = row;
    }
    rows->n = kept;
}

double ga_launch_row_ns(const struct ga_launch_row *row, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (double)(row->span[i].end_ns - row->span[i].start_ns);
    return sum;
}

static int by_device_and_time(const void *left, const void *right) {
    const struct ga_span *const a = left, *const b = right;
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    return (a->start_ns > b->start_ns) - (a->start_ns < b->start_ns);
}

static double busy_of(struct ga_span *spans, size_t n) {
    double sum = 0;
    uint64_t until = 0;
    if (n > 0)
        qsort(spans, n, sizeof *spans, by_device_and_time);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || spans[i].device != spans[i - 1].device)
            until = 0;
        if (spans[i].end_ns <= until)
            continue;
        const uint64_t from = spans[i].start_ns > until ? spans[i].start_ns : until;
        sum += (double)(spans[i].end_ns - from);
        until = spans[i].end_ns;
    }
    return sum;
}

enum ga_status ga_launch_rows_busy(const struct ga_launch_rows *rows,
                                   const struct ga_launch_rows *of, double *ns,
                                   struct ga_err *err) {
    size_t n = 0, most = 1;
    for (size_t i = 0; i < rows->n; i++)
        most += rows->at[i].n;
    struct ga_span *const spans = malloc(most * sizeof *spans);
    if (!spans)
        return ga_fail(err, GA_ERROR, "out of memory");
    for (size_t i = 0; i < rows->n; i++) {
        const struct ga_launch_row *const row = &rows->at[i], *const other = ga_launch_rows_find(
                                                                  of, &row->key);
        const size_t both = !other ? 0 : other->n < row->n ? other->n : row->n;
        memcpy(spans + n, row->span, both * sizeof *spans);
        n += both;
    }
    *ns = busy_of(spans, n);
    free(spans);
    return GA_OK;
}

/* The launches that `of` has, too, no longer than there; with `all` also the others. out: how many. */
static size_t shortened(const struct ga_launch_row *row, const struct ga_launch_row *of, bool all,
                        struct ga_span *spans) {
    size_t n = 0;
    for (size_t i = 0; i < row->n; i++) {
        const struct ga_span *const other = of && i < of->n ? &of->span[i] : NULL;
        struct ga_span span = row->span[i];
        if (other && other->end_ns - other->start_ns < span.end_ns - span.start_ns)
            span.end_ns = span.start_ns + (other->end_ns - other->start_ns);
        if (other || all)
            spans[n++] = span;
    }
    return n;
}

enum ga_status ga_launch_rows_lacking(const struct ga_launch_rows *rows,
                                      const struct ga_launch_rows *of, double *ns,
                                      struct ga_err *err) {
    double busy_ns[2];
    size_t most = 1;
    for (size_t i = 0; i < rows->n; i++)
        most += rows->at[i].n;
    struct ga_span *const spans = malloc(most * sizeof *spans);
    if (!spans)
        return ga_fail(err, GA_ERROR, "out of memory");
    for (int all = 0; all < 2; all++) {
        size_t n = 0;
        for (size_t i = 0; i < rows->n; i++)
            n += shortened(&rows->at[i], ga_launch_rows_find(of, &rows->at[i].key), all, spans + n);
        busy_ns[all] = busy_of(spans, n);
    }
    *ns = busy_ns[1] - busy_ns[0];
    free(spans);
    return GA_OK;
}

static int to_row(const void *key, const void *row) {
    return ga_launch_key_compare(key, &((const struct ga_launch_row *)row)->key);
}

const struct ga_launch_row *ga_launch_rows_find(const struct ga_launch_rows *rows,
                                                const struct ga_launch_key *key) {
    return rows->n ? bsearch(key, rows->at, rows->n, sizeof *rows->at, to_row) : NULL;
}

struct ga_time_interval ga_time_interval_of(const double *samples, size_t n) {
    /* The 97.5 % quantile of Student's t, by degrees of freedom. src: any table of it. */
    static const double t[GA_MOST_RUNS] = {0,     12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365,
                                           2.306, 2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
                                           2.120, 2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069,
                                           2.064, 2.060,  2.056, 2.052, 2.048, 2.045};
    struct ga_time_interval x = {n, NAN, NAN, NAN};
    double sum = 0, squares = 0;
    if (n == 0)
        return x;
    for (size_t i = 0; i < n; i++)
        sum += samples[i];
    x.mean = sum / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (samples[i] - x.mean) * (samples[i] - x.mean);
    if (n > 1) {
        const double half = t[n - 1] * sqrt(squares / (double)(n - 1) / (double)n);
        x.low = x.mean - half;
        x.high = x.mean + half;
    }
    return x;
}
