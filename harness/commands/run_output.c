#include "run_output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "axis.h"
#include "names.h"
#include "number.h"
#include "outcome.h"
#include "readable.h"
#include "results.h"
#include "terminal.h"

enum { MOST_ROWS_SHOWN = 40, GAP = 2 };

/* Columns behind the coordinates. */
enum column { MEDIAN, EACH, HALF, SAMPLES, INSTRUCTION, N_COLUMNS };
static const struct {
    const char *name;
    int width; /* the instruction's: the least */
} columns[N_COLUMNS] = {[MEDIAN] = {"median", 8},
                        [EACH] = {"an op", 9},
                        [HALF] = {"+-95 %    ", 11},
                        [SAMPLES] = {"samples", 7},
                        [INSTRUCTION] = {"instruction", 12}};
/* What a narrow terminal goes without, in this order. */
static const enum column dispensable[] = {SAMPLES, INSTRUCTION, EACH, HALF};

/* width[a]: of a coordinate, 0 where all points have the same. rest: letters that the instruction may have. */
struct layout {
    int width[GA_MAX_AXES], rest;
    bool is_shown[N_COLUMNS];
};

static int longer(const char *text, int width) {
    const int n = (int)strlen(text);
    return n > width ? n : width;
}

static bool differs(const struct ga_plan *plan, uint32_t a) {
    for (uint32_t i = 1; i < plan->n_points; i++)
        if (plan->points[i].at[a] != plan->points[0].at[a])
            return true;
    return false;
}

/* What fits into the terminal's lines; all, where there is no terminal. */
static void lay_out(const struct ga_plan *plan, struct layout *l) {
    const int line = (int)ga_terminal_width(STDOUT_FILENO);
    char text[16];
    int used = 0;
    for (uint32_t a = 0; a < plan->bench->n_axes; a++) {
        const struct ga_axis *const axis = &plan->bench->axes[a];
        l->width[a] = differs(plan, a) ? longer(axis->name, 0) : 0;
        for (uint32_t i = 0; l->width[a] > 0 && i < plan->n_points; i++)
            l->width[a] =
                longer(ga_axis_text(axis, plan->points[i].at[a], text, sizeof text), l->width[a]);
        used += l->width[a] ? l->width[a] + GAP : 0;
    }
    for (enum column c = MEDIAN; c < N_COLUMNS; c++) {
        l->is_shown[c] = true;
        used += columns[c].width + (c ? GAP : 0);
    }
    for (size_t d = 0; line > 0 && used > line && d < sizeof dispensable / sizeof *dispensable;
         d++) {
        l->is_shown[dispensable[d]] = false;
        used -= columns[dispensable[d]].width + GAP;
    }
    l->rest = line > 0 ? columns[INSTRUCTION].width + line - used : 1000;
}

static void print_cells(const struct layout *l, const char *const *cells) {
    for (enum column c = MEDIAN; c < INSTRUCTION; c++)
        if (l->is_shown[c])
            printf("%*s%*s", c ? GAP : 0, "", columns[c].width, cells[c]);
    if (l->is_shown[INSTRUCTION])
        printf("%*s%.*s", GAP, "", l->rest, cells[INSTRUCTION]);
    printf("\n");
}

static void print_row(const struct ga_bench *bench, const struct ga_point *point,
                      const struct ga_row *row, const struct layout *l) {
    char text[16], median[GA_READABLE], each[GA_READABLE] = "-"; /* "-": there is none */
    char half[GA_READABLE] = "-", samples[GA_READABLE];
    const double half_width =
        bench->timer == GA_CYCLES
            ? (row->ci_high_cycles - row->ci_low_cycles) / 2 / row->median_cycles
            : (row->ci_high_ns - row->ci_low_ns) / 2 / row->median_ns;
    for (uint32_t a = 0; a < bench->n_axes; a++)
        if (l->width[a] > 0)
            printf("%-*s%*s", l->width[a],
                   ga_axis_text(&bench->axes[a], point->at[a], text, sizeof text), GAP, "");
    if (row->status != GA_OK) {
        printf("%s: %s\n", ga_status_name(row->status), row->message);
        return;
    }
    if (row->ops > 0)
        ga_readable_ns(row->median_ns / (double)row->ops, each);
    const char *const cap = strcmp(row->stop, "cap") == 0 ? " cap" : "    ";
    if (half_width < 10)
        snprintf(half, sizeof half, "%.1f %%%s", half_width * 100, cap);
    else if (!isnan(half_width))
        snprintf(half, sizeof half, "> 999 %%%s", cap);
    snprintf(samples, sizeof samples, "%u", (unsigned)row->n_samples);
    print_cells(l, (const char *const[N_COLUMNS]){ga_readable_ns(row->median_ns, median), each,
                                                  half, samples, row->instruction});
}

/* The coordinates that all points share stand above them. */
static void print_rows(const struct ga_table *table) {
    const struct ga_plan *const plan = table->plan;
    const struct ga_bench *const bench = plan->bench;
    const char *names[N_COLUMNS], *before = "  ";
    struct layout l;
    char text[16];
    lay_out(plan, &l);
    for (uint32_t a = 0; a < bench->n_axes; a++)
        if (l.width[a] == 0 && plan->n_points > 0) {
            printf("%s%s=%s", before, bench->axes[a].name,
                   ga_axis_text(&bench->axes[a], plan->points[0].at[a], text, sizeof text));
            before = " ";
        }
    printf("%s", *before && !before[1] ? "\n" : "");
    for (uint32_t a = 0; a < bench->n_axes; a++)
        if (l.width[a] > 0)
            printf("%-*s%*s", l.width[a], bench->axes[a].name, GAP, "");
    for (enum column c = MEDIAN; c < N_COLUMNS; c++)
        names[c] = columns[c].name;
    print_cells(&l, names);
    for (uint32_t i = 0; i < plan->n_points; i++)
        if (table->rows[i].is_measured)
            print_row(bench, &plan->points[i], &table->rows[i], &l);
}

/* out: of the rows that are ok those whose sampling ended at the cap. */
static uint32_t count_capped(const struct ga_table *table) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < table->plan->n_points; i++)
        n += ga_row_is(&table->rows[i], GA_OK) && strcmp(table->rows[i].stop, "cap") == 0;
    return n;
}

void ga_print_table(const struct ga_table *table) {
    const uint32_t n_capped = count_capped(table);
    const uint32_t n_moved = ga_table_count_message(table, ga_clock_moved);
    printf("\n%s:", table->plan->bench->id);
    for (enum ga_status s = GA_OK; s <= GA_ERROR; s++) {
        const uint32_t n = ga_table_count(table, s);
        if (n > 0)
            printf(" %u %s", n, ga_status_name(s));
    }
    printf(" of %u points", table->plan->n_points);
    if (n_capped > 0)
        printf(", %u at the cap of samples", n_capped);
    if (n_moved > 0)
        printf(", %u while the SM clock moved", n_moved);
    printf("\n");
    if (table->plan->n_points <= MOST_ROWS_SHOWN)
        print_rows(table);
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

void ga_print_next(const char *directory, const struct ga_bench *const *benches, size_t n,
                   const struct ga_runfile *file) {
    char word[GA_SHELL_WORD(GA_MAX_DIRECTORY)];
    const char *const where = ga_shell_word(directory, word, sizeof word);
    size_t b = 0;
    while (b < n && !get(file, benches[b], "points"))
        b++;
    printf("a page to look at:  gpu-atomics report %s\n", where);
    if (b < n)
        printf("rows of a table:    gpu-atomics show %s --bench %s\n", where, benches[b]->id);
}
