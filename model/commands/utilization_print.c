#include "utilization_print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel_name.h"
#include "names.h"
#include "short_name.h"
#include "terminal.h"

enum { NAME = 38, GEOMETRY = 96 }; /* most letters */
/* Shares of the time that are shown in red, and in yellow. */
#define MUCH 0.5
#define SOME 0.1
/* Columns of a terminal that a kernel and its headline need; in fewer the headline has a line of its own. */
#define WIDE 130

/* "(4096, 1, 1)" to "4096", "(64, 2, 1)" to "64x2". */
static void extent(const char *launch, char *text, size_t size) {
    unsigned x = 1, y = 1, z = 1;
    if (sscanf(launch, "(%u, %u, %u)", &x, &y, &z) != 3)
        snprintf(text, size, "%s", *launch ? launch : "-");
    else if (z > 1)
        snprintf(text, size, "%ux%ux%u", x, y, z);
    else if (y > 1)
        snprintf(text, size, "%ux%u", x, y);
    else
        snprintf(text, size, "%u", x);
}

/* " L2 98 %", " L2 42 to 98 %": how long the unit is busy. */
static void print_busy(const struct ga_headline *h) {
    if (!isnan(h->share))
        printf(" %s %.0f", h->unit, 100 * h->share);
    if (!isnan(h->share) && h->most > h->share + 0.005)
        printf(" to %.0f", 100 * h->most);
    printf("%s", isnan(h->share) ? "" : " %");
}

static void print_gap(void) {
    const unsigned width = ga_terminal_width(STDOUT_FILENO);
    printf("%s", width > 0 && width < WIDE ? "\n        " : "  ");
}

/* What goes away, where that is predicted; else the verdict on the unit. */
static void print_headline(const struct ga_headline *h, size_t n_alike, size_t n) {
    static const unsigned colours[GA_N_VERDICTS] = {
        [GA_NOT] = 32, [GA_LEFT_OPEN] = 33, [GA_BOTTLENECK] = 31, [GA_UNKNOWN] = 35};
    const struct ga_expected *const gain = &h->gain;
    print_gap();
    if (!isnan(gain->share)) {
        ga_terminal_colour(gain->share >= MUCH ? 31 : gain->high >= SOME ? 33 : 32);
        printf("about %.0f %% (%.0f to %.0f %%) would go away", 100 * gain->share, 100 * gain->low,
               100 * gain->high);
        ga_terminal_colour(0);
        printf(",");
        print_busy(h);
        printf("\n");
        return;
    }
    ga_terminal_colour(colours[h->verdict]);
    printf("%s", ga_verdict_name(h->verdict));
    ga_terminal_colour(0);
    print_busy(h);
    if (n_alike < n)
        printf(", %zu of %zu launches", n_alike, n);
    printf("\n");
}

/* The command that says what a change would give, of the first kernel that has one. */
static void print_prediction(const char *name, uint32_t copies, const struct ga_request *request) {
    char table[GA_SHELL_WORD(256)], counters[GA_SHELL_WORD(256)];
    const char *const colon = strstr(name, ": "), *const start = colon ? colon + 2 : name;
    if (copies == 0 || strlen(request->table) > 255 || strlen(request->counters) > 255)
        return;
    printf("predict: gpu-atomics model predict --table %s --counters %s --kernel '*%.*s*' "
           "--privatize %u\n",
           ga_shell_word(request->table, table, sizeof table),
           ga_shell_word(request->counters, counters, sizeof counters),
           (int)strcspn(start, "<[]{}"), start, copies);
}

static void print_numbers(const struct ga_groups *groups, const struct ga_group *g) {
    if (isnan(g->ns) || isnan(groups->ns))
        printf("%7s %9s %8zu  ", "-", "-", g->n);
    else
        printf("%5.1f %% %9.1f %8zu  ", 100 * g->ns / groups->ns, g->ns / 1000, g->n);
}

static void say_geometry(const struct ga_group *group, char *text) {
    char grid[40], block[40];
    extent(group->grid, grid, sizeof grid);
    extent(group->block, block, sizeof block);
    snprintf(text, GEOMETRY, "%s x %s", grid, block);
}

/* Of the columns that are as wide as what stands in them. */
struct widths {
    int name, geometry;
};
static const struct widths heads = {sizeof "kernel" - 1, sizeof "grid x block" - 1};

static void widen(struct widths *w, const struct ga_group *group, const char *text) {
    char geometry[GEOMETRY];
    say_geometry(group, geometry);
    w->name = (int)strlen(text) > w->name ? (int)strlen(text) : w->name;
    w->geometry = (int)strlen(geometry) > w->geometry ? (int)strlen(geometry) : w->geometry;
}

/* "launches differ: 4 bottleneck (94 %), 8 unknown (27 to 28 %), 4 not (0 %)": what goes away of those that are alike. */
static void print_differing(const struct ga_group *group, const struct ga_group_unit *unit) {
    const char *before = "        launches differ: ";
    for (size_t i = 0, end = 0; i < group->n; i = end) {
        end = ga_group_alike(group, unit, i);
        const double most = 100 * unit->launches[i].share;
        const double least = 100 * unit->launches[end - 1].share;
        printf("%s%zu %s", before, end - i, ga_verdict_name(unit->launches[i].verdict));
        if (most - least >= 1)
            printf(" (%.0f to %.0f %%)", least, most);
        else if (!isnan(most))
            printf(" (%.0f %%)", most);
        before = ", ";
    }
    printf("\n");
}

static void print_group(const struct ga_groups *groups, size_t g, const char *text,
                        const struct widths *w) {
    const struct ga_group *const group = &groups->at[g];
    const struct ga_headline *const h = &group->headline;
    char geometry[GEOMETRY];
    say_geometry(group, geometry);
    print_numbers(groups, group);
    printf("%-*s %*s", w->name, text, w->geometry, geometry);
    if (!h->has_atomics) {
        printf("  no atomics\n");
        return;
    }
    const struct ga_group_unit *const unit = &group->units[h->is_l2];
    print_headline(h, unit->n_alike[h->verdict], group->n);
    if (ga_group_differs(group, unit))
        print_differing(group, unit);
    const bool is_missing = isnan(h->share); /* what is, is said once at the end */
    const bool is_open = isnan(h->gain.share) && h->verdict == GA_LEFT_OPEN;
    if ((is_open || h->verdict == GA_UNKNOWN) && !is_missing && *group->reason)
        printf("        %s\n", group->reason);
    if (*h->next)
        printf("        next: %s\n", h->next);
}

/* Behind n rows, one after the other, of which nothing better can be said. */
static void print_too_wide(size_t n) {
    if (n == 1)
        printf("        next: too wide to act on: `gpu-atomics whatif -- PROGRAM` measures it\n");
    else if (n > 1)
        printf("        next: these %zu are too wide to act on: `gpu-atomics whatif -- PROGRAM` "
               "measures them\n",
               n);
}

/* Kernels that have no line of their own. */
struct others {
    size_t n_kernels, n_launches;
    double ns;
};
static void count(struct others *others, const struct ga_group *group) {
    others->n_kernels++;
    others->n_launches += group->n;
    others->ns += group->ns;
}
static void print_others(const struct ga_groups *groups, const struct others *others,
                         const char *what) {
    if (others->n_kernels == 0)
        return;
    const struct ga_group all = {.ns = others->ns, .n = others->n_launches};
    print_numbers(groups, &all);
    printf("%zu kernel%s %s\n", others->n_kernels, others->n_kernels == 1 ? "" : "s", what);
}

static bool is_small(const struct ga_groups *groups, size_t g, const struct ga_request *request) {
    return 100 * groups->at[g].ns / groups->ns < request->min_share.value;
}

static bool has_row(const struct ga_groups *groups, size_t g, const struct ga_request *request) {
    return !is_small(groups, g, request) && (groups->at[g].headline.has_atomics || request->all);
}

/* in: texts: the names, short. */
static void print_rows(const struct ga_groups *groups, char *const *names, const char *texts,
                       const struct ga_request *request) {
    struct others without = {0, 0, 0}, less = {0, 0, 0};
    struct widths widths = heads;
    size_t n_too_wide = 0;
    for (size_t g = 0; g < groups->n; g++)
        if (has_row(groups, g, request))
            widen(&widths, &groups->at[g], texts + g * (NAME + 1));
    printf("%7s %9s %8s  %-*s %*s", "share", "time us", "launches", widths.name, "kernel",
           widths.geometry, "grid x block");
    print_gap();
    printf("of its time\n");
    for (size_t g = 0; g < groups->n; g++) {
        const bool is_too_wide = groups->at[g].headline.is_too_wide;
        if (has_row(groups, g, request)) {
            print_too_wide(is_too_wide ? 0 : n_too_wide);
            n_too_wide = is_too_wide ? n_too_wide + 1 : 0;
            print_group(groups, g, texts + g * (NAME + 1), &widths);
        } else if (is_small(groups, g, request))
            count(&less, &groups->at[g]);
        else
            count(&without, &groups->at[g]);
    }
    print_too_wide(n_too_wide);
    print_others(groups, &without, "without atomics (--all)");
    print_others(groups, &less, "with less of the time (--min-share)");
    for (size_t g = 0; g < groups->n; g++)
        if (groups->at[g].headline.copies > 0) {
            print_prediction(names[g], groups->at[g].headline.copies, request);
            break;
        }
}

enum ga_status ga_groups_print(const struct ga_groups *groups, const struct ga_request *request,
                               struct ga_err *err) {
    char **const names = calloc(groups->n, sizeof *names);
    enum ga_status status = GA_OK;
    for (size_t g = 0; names && g < groups->n; g++) {
        names[g] = ga_printed_name(groups->at[g].kernel);
        if (!names[g])
            status = GA_ERROR;
    }
    char *const texts = names && status == GA_OK ? ga_short_names(names, groups->n, NAME) : NULL;
    if (texts)
        print_rows(groups, names, texts, request);
    else
        status = ga_fail(err, GA_ERROR, "model utilization: out of memory");
    free(texts);
    for (size_t g = 0; names && g < groups->n; g++)
        free(names[g]);
    free(names);
    return status;
}
