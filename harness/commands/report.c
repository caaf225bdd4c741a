#include "report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "axis.h"
#include "clock.h"
#include "number.h"

enum { MOST_ROWS_SHOWN = 40 };

void ga_progress_begin(struct ga_progress *progress, const char *id, uint32_t done_before) {
    *progress = (struct ga_progress){id, ga_now_s(), done_before, 0};
}

void ga_progress_show(struct ga_progress *progress, uint32_t done, uint32_t total) {
    const double spent = ga_now_s() - progress->begin_s;
    const uint32_t now = done > progress->done_before ? done - progress->done_before : 0;
    const double remaining_s = now ? spent / now * (total - done) : 0;
    const uint32_t tenths = (uint32_t)((uint64_t)done * 10 / total);
    fflush(stdout); /* both may go to one file */
    if (isatty(STDERR_FILENO)) {
        dprintf(STDERR_FILENO, "\r%s: %u of %u points, %.1f s left \033[K", progress->id, done,
                total, remaining_s);
    } else if (tenths > progress->tenths) {
        fprintf(stderr, "%s: %u of %u points, %.1f s left\n", progress->id, done, total,
                remaining_s);
        progress->tenths = tenths;
    }
}

void ga_progress_end(void) {
    if (isatty(STDERR_FILENO))
        dprintf(STDERR_FILENO, "\r\033[K");
}

enum { LEAST_WIDTH = 11 };

static int longer(const char *text, int width) {
    const int n = (int)strlen(text);
    return n > width ? n : width;
}

/* out: a width for each axis, which its name and all of its values fit into. */
static void measure_columns(const struct ga_plan *plan, int *widths) {
    for (uint32_t a = 0; a < plan->bench->n_axes; a++) {
        const struct ga_axis *const axis = &plan->bench->axes[a];
        char text[16];
        widths[a] = longer(axis->name, LEAST_WIDTH);
        for (uint32_t i = 0; i < plan->n_points; i++)
            widths[a] =
                longer(ga_axis_text(axis, plan->points[i].at[a], text, sizeof text), widths[a]);
    }
}

static void print_row(const struct ga_bench *bench, const struct ga_point *point,
                      const struct ga_row *row, const int *widths) {
    char text[16], each[16] = "-", half[16] = "-"; /* "-": there is none */
    const double half_width =
        bench->timer == GA_CYCLES
            ? (row->ci_high_cycles - row->ci_low_cycles) / 2 / row->median_cycles
            : (row->ci_high_ns - row->ci_low_ns) / 2 / row->median_ns;
    for (uint32_t a = 0; a < bench->n_axes; a++)
        printf("%-*s ", widths[a], ga_axis_text(&bench->axes[a], point->at[a], text, sizeof text));
    if (row->status != GA_OK) {
        printf("  %s: %s\n", ga_status_name(row->status), row->message);
        return;
    }
    if (row->ops > 0)
        snprintf(each, sizeof each, "%.4g", row->median_ns / (double)row->ops);
    if (!isnan(half_width))
        snprintf(half, sizeof half, "%.1f%%", half_width * 100);
    printf("%11.5g %9s %9s %9u  %s\n", row->median_ns, each, half, (unsigned)row->n_samples,
           row->instruction);
}

static void print_rows(const struct ga_table *table) {
    const struct ga_bench *const bench = table->plan->bench;
    int widths[GA_MAX_AXES];
    measure_columns(table->plan, widths);
    for (uint32_t a = 0; a < bench->n_axes; a++)
        printf("%-*s ", widths[a], bench->axes[a].name);
    printf("%11s %9s %9s %9s  %s\n", "median ns", "ns/op", "+-CI95", "samples", "instruction");
    for (uint32_t i = 0; i < table->plan->n_points; i++)
        if (table->rows[i].is_measured)
            print_row(bench, &table->plan->points[i], &table->rows[i], widths);
}

static int by_cost(const void *a, const void *b) {
    const double x = (*(const struct ga_row *const *)a)->cycles_per_request;
    const double y = (*(const struct ga_row *const *)b)->cycles_per_request;
    return (x > y) - (x < y);
}

/* Least, middle and largest cost of a request, and where. */
static void print_extremes(const struct ga_table *table) {
    const uint32_t n = table->plan->n_points;
    const struct ga_row **const sorted = calloc(n, sizeof *sorted);
    static const char *const what[] = {"least", "median", "most"};
    uint32_t n_ok = 0;
    for (uint32_t i = 0; sorted && i < n; i++)
        if (ga_row_is(&table->rows[i], GA_OK) && table->rows[i].requests > 0 &&
            table->rows[i].cycles_per_request >= 0)
            sorted[n_ok++] = &table->rows[i];
    if (n_ok > 0)
        qsort(sorted, n_ok, sizeof *sorted, by_cost);
    for (uint32_t k = 0; n_ok > 0 && k < 3; k++) {
        char text[128];
        const struct ga_row *const row = sorted[(n_ok - 1) * k / 2];
        printf("  %-6s %9.5g cycles a request at %s  (%s)\n", what[k], row->cycles_per_request,
               ga_point_text(table->plan->bench, &table->plan->points[row - table->rows], text,
                             sizeof text),
               row->instruction);
    }
    free(sorted);
}

void ga_print_table(const struct ga_table *table, bool alone) {
    printf("\n%s:", table->plan->bench->id);
    for (enum ga_status s = GA_OK; s <= GA_ERROR; s++) {
        const uint32_t n = ga_table_count(table, s);
        if (n > 0)
            printf(" %u %s", n, ga_status_name(s));
    }
    printf(" of %u points\n", table->plan->n_points);
    if (table->plan->n_points <= MOST_ROWS_SHOWN)
        print_rows(table);
    else if (alone)
        print_extremes(table);
}

static const char *get(const struct ga_runfile *file, const struct ga_bench *bench,
                       const char *what) {
    char key[GA_KEY];
    snprintf(key, sizeof key, "%s.%s", bench->id, what);
    return ga_runfile_get(file, key);
}

static uint32_t get_count(const struct ga_runfile *file, const struct ga_bench *bench,
                          const char *what) {
    const char *const text = get(file, bench, what);
    uint64_t count = 0;
    return text && ga_parse_whole(text, 0, UINT32_MAX, &count) ? (uint32_t)count : 0;
}

/* Of the tables that are there. A count of a status that is none is not said. */
static void print_counts(const struct ga_runfile *file, const char *directory,
                         const struct ga_bench *const *benches, size_t n) {
    uint32_t n_tables = 0, n_points = 0, n_done = 0, counts[GA_ERROR + 1] = {0};
    for (size_t b = 0; b < n; b++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.csv", directory, benches[b]->id);
        if (access(path, F_OK) != 0)
            continue;
        n_tables++;
        n_points += get_count(file, benches[b], "points");
        for (enum ga_status s = GA_OK; s <= GA_ERROR; s++)
            counts[s] += get_count(file, benches[b], ga_status_name(s));
    }
    for (enum ga_status s = GA_OK; s <= GA_ERROR; s++)
        n_done += counts[s];
    printf("  %u table%s, %u", n_tables, n_tables == 1 ? "" : "s", n_done);
    if (n_done < n_points)
        printf(" of %u", n_points);
    printf(" points");
    const char *separator = ": ";
    for (enum ga_status s = GA_OK; s <= GA_ERROR; s++)
        if (counts[s] > 0) {
            printf("%s%u %s", separator, counts[s], ga_status_name(s));
            separator = ", ";
        }
    printf("\n");
}

void ga_print_end(const struct ga_runfile *file, const char *directory,
                  const struct ga_bench *const *benches, size_t n) {
    printf("\nresults in %s\n", directory);
    print_counts(file, directory, benches, n);
    for (size_t b = 0; b < n; b++) {
        const bool begun = get(file, benches[b], "points") != NULL;
        const char *const failed = get(file, benches[b], "failed");
        const char *const lacking = begun ? NULL : get(file, benches[b], "unsupported");
        if (failed)
            printf("  failed: %s: %s\n", benches[b]->id, failed);
        else if (lacking)
            printf("  not available here: %s: %s\n", benches[b]->id, lacking);
        else if (!begun)
            printf("  not begun: %s\n", benches[b]->id);
    }
}
