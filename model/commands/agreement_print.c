/* The join for people, and as a file. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agreement.h"
#include "row_file.h"
#include "short_name.h"
#include "terminal.h"

enum { GEOMETRY = 17, PREDICTED = 18, GONE = 14, DIGITS = 5 };

static const char *const spelled[] = {
#define GA_ROW(name, file, summary) file,
    GA_AGREEMENTS(GA_ROW)
#undef GA_ROW
};
static const char *const summed[] = {
#define GA_ROW(name, file, summary) summary,
    GA_AGREEMENTS(GA_ROW)
#undef GA_ROW
};

/* "64x2", or all three for the file: "64x2x1". */
static void extent(const unsigned *x, bool all, char *text, size_t size) {
    if (all || x[2] > 1)
        snprintf(text, size, "%ux%ux%u", x[0], x[1], x[2]);
    else if (x[1] > 1)
        snprintf(text, size, "%ux%u", x[0], x[1]);
    else
        snprintf(text, size, "%u", x[0]);
}

/* "62 % (50 to 75)". */
static void print_predicted(const struct ga_foreseen *foreseen) {
    const struct ga_gone gain = ga_foreseen_of(foreseen);
    char text[40] = "-";
    if (!isnan(gain.percent))
        snprintf(text, sizeof text, "%.0f %% (%.0f to %.0f)", gain.percent, gain.low, gain.high);
    printf(" %-*s", PREDICTED, text);
}

/* "62.0 ±0.4 %", half of the interval; or how the edited runs ended. */
static void print_gone(const struct ga_without_row *m, enum ga_switched_off off) {
    const struct ga_gone gone = ga_gone_of(m, off);
    char text[40];
    int more = 0; /* bytes more than letters */
    if (isnan(gone.percent))
        snprintf(text, sizeof text, "%s", m && *m->off[off].outcome ? m->off[off].outcome : "-");
    else if (isnan(gone.low))
        snprintf(text, sizeof text, "%.1f %%", gone.percent);
    else
        more = snprintf(text, sizeof text, "%.1f ±%.1f %%", gone.percent,
                        (gone.high - gone.low) / 2) > 0;
    printf(" %*s", GONE + more, text);
}

static void print_row(const struct ga_agreement *a, const struct ga_agreement_row *row,
                      unsigned columns) {
    char name[GA_KERNEL_LETTERS + 1], grid[40], block[40], geometry[96];
    const double share = ga_agreement_share(a, row);
    ga_short_name(row->kernel, GA_KERNEL_LETTERS, name);
    extent(row->size, false, grid, sizeof grid);
    extent(row->size + 3, false, block, sizeof block);
    snprintf(geometry, sizeof geometry, "%s x %s", grid, block);
    if (isnan(share))
        printf("%7s", "-");
    else
        printf("%5.1f %%", share);
    printf(" %-*s %*s ", GA_KERNEL_LETTERS, name, GEOMETRY, geometry);
    print_predicted(&row->shared_foreseen);
    print_predicted(&row->l2_foreseen);
    for (int off = 0; off < GA_N_OFF; off++)
        if (columns & 1U << off)
            print_gone(row->measured, (enum ga_switched_off)off);
    ga_terminal_colour(row->agrees == GA_DISAGREE ? 31 : 0);
    printf("  %s%s\n", spelled[row->agrees],
           !row->measured       ? ": in the profile alone"
           : row->launches == 0 ? ": in what-if's runs alone"
                                : "");
    ga_terminal_colour(0);
}

/* out: text: why a kernel's launches have no time without something; NULL: they have. */
static const char *why_not(const struct ga_without_row *m, char *text, size_t size) {
    bool any = false;
    for (int off = 0; m && off < GA_N_OFF; off++) {
        const char *const why = ga_without_why(m, (enum ga_switched_off)off);
        if (why && *why) {
            snprintf(text, size, "%s %s", ga_switched_off_name((enum ga_switched_off)off), why);
            return text;
        }
        any |= !why;
    }
    return !m ? "not in the file" : any ? NULL : "had none in whatif's runs";
}

static void print_untimed(const struct ga_agreement *a) {
    struct ga_untimed untimed = {.n = 0};
    char text[32];
    for (size_t i = 0; i < a->n; i++)
        ga_untimed_add(&untimed, why_not(a->at[i].measured, text, sizeof text), a->at[i].launches);
    ga_untimed_print(&untimed, "a kind of their atomics or fences");
}

void ga_agreement_print(const struct ga_agreement *a) {
    unsigned columns = 0;
    for (size_t i = 0; i < a->n; i++)
        for (int off = 0; a->at[i].measured && off < GA_N_OFF; off++)
            columns |= (unsigned)(*a->at[i].measured->off[off].outcome != '\0') << off;
    printf("\nOf a launch's time, what was predicted to go away beside what goes away without:\n");
    if (a->n > 0) {
        printf("%7s %-*s %*s  %-*s %-*s", "share", GA_KERNEL_LETTERS, "kernel", GEOMETRY,
               "grid x block", PREDICTED, "shared", PREDICTED, "L2");
        for (int off = 0; off < GA_N_OFF; off++)
            if (columns & 1U << off)
                printf(" %*s", GONE, ga_switched_off_name((enum ga_switched_off)off));
        printf("\n");
    }
    for (size_t i = 0; i < a->n; i++)
        print_row(a, &a->at[i], columns);
    printf("%zu kernel%s with atomics or fences:", a->n, a->n == 1 ? "" : "s");
    for (int k = 0; k < GA_N_AGREES; k++)
        if (k <= GA_AGREE || a->n_of[k] > 0)
            printf("%s %zu %s", k ? "," : "", a->n_of[k], summed[k]);
    printf("\n");
    print_untimed(a);
    printf("disagree: more than %d point outside the predicted interval, meant to hold %d %%\n",
           GA_AGREES_WITHIN, GA_INTERVAL_MEANT);
}

#define OF_UNIT(unit)                                                                              \
    unit "_predicted_percent", unit "_predicted_low_percent", unit "_predicted_high_percent"
#define OF_EDIT(edit)                                                                              \
    "without_" edit "_us", edit "_gain_percent", edit "_gain_low_percent", edit "_gain_high_percent"
#define OF_NOT(unit) unit "_not_lost_low_percent", unit "_not_lost_high_percent"
static const char *const columns[] = {"kernel",          "grid",
                                      "block",           "launches",
                                      "launch",          "time_us",
                                      "share_percent",   OF_EDIT("shared"),
                                      OF_EDIT("global"), OF_EDIT("generic"),
                                      OF_EDIT("fences"), "most_gain_percent",
                                      "most_by",         "outcomes",
                                      OF_UNIT("shared"), OF_UNIT("l2"),
                                      "verdict",         "l2_verdict",
                                      "demand_percent",  "l2_demand_percent",
                                      OF_NOT("shared"),  OF_NOT("l2"),
                                      "agreement"};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* Cells in the order of the columns. */
struct row {
    struct ga_row_cell at[COLUMNS];
    size_t n;
};
static void text(struct row *row, const char *value) {
    row->at[row->n++] = (struct ga_row_cell){value, NAN};
}
static void number(struct row *row, double value) {
    row->at[row->n++] = (struct ga_row_cell){NULL, value};
}

static void gone_of(struct row *row, const struct ga_gone *gain) {
    number(row, gain->percent);
    number(row, gain->low);
    number(row, gain->high);
}

/* in: gone: what was measured of that unit. */
static void not_lost(struct row *row, const struct ga_foreseen *of, struct ga_gone gone) {
    const struct ga_gone lost = ga_gone_of_not(of, &gone);
    number(row, lost.low);
    number(row, lost.high);
}

/* out: "global:hung", of all that did not end well. */
static void outcomes_of(const struct ga_without_row *m, char *to, size_t size) {
    size_t n = 0;
    *to = '\0';
    for (int off = 0; m && off < GA_N_OFF && n < size; off++)
        if (*m->off[off].outcome && strcmp(m->off[off].outcome, "ok") != 0)
            n += (size_t)snprintf(to + n, size - n, "%s%s:%s", n ? " " : "",
                                  ga_switched_off_name((enum ga_switched_off)off),
                                  m->off[off].outcome);
}

static void write_row(struct ga_row_file *file, const struct ga_agreement *a,
                      const struct ga_agreement_row *r) {
    const struct ga_without_row *const m = r->measured;
    char grid[40], block[40], outcomes[128], verdict[64], l2_verdict[64];
    struct row row = {.n = 0};
    extent(r->size, true, grid, sizeof grid);
    extent(r->size + 3, true, block, sizeof block);
    outcomes_of(m, outcomes, sizeof outcomes);
    ga_agreement_verdicts(r->verdicts, verdict, sizeof verdict);
    ga_agreement_verdicts(r->l2_verdicts, l2_verdict, sizeof l2_verdict);
    text(&row, r->kernel);
    text(&row, grid);
    text(&row, block);
    number(&row, m ? m->launches : (double)r->launches);
    text(&row, r->launch);
    number(&row, m ? m->plain.ns / 1000 : r->ns / (double)r->launches / 1000);
    number(&row, ga_agreement_share(a, r));
    for (int off = 0; off < GA_N_OFF; off++) {
        const struct ga_gone gone = ga_gone_of(m, (enum ga_switched_off)off);
        number(&row, m && m->off[off].ns > 0 ? m->off[off].ns / 1000 : NAN);
        gone_of(&row, &gone);
    }
    number(&row, r->most_percent);
    text(&row, r->most_by == GA_N_OFF ? "" : ga_switched_off_name(r->most_by));
    text(&row, outcomes);
    const struct ga_gone shared = ga_foreseen_of(&r->shared_foreseen);
    const struct ga_gone l2 = ga_foreseen_of(&r->l2_foreseen);
    gone_of(&row, &shared);
    gone_of(&row, &l2);
    text(&row, verdict);
    text(&row, l2_verdict);
    number(&row, r->shared);
    number(&row, r->l2);
    not_lost(&row, &r->shared_foreseen, ga_gone_of(m, GA_OFF_SHARED));
    not_lost(&row, &r->l2_foreseen, ga_gone_of_l2(m));
    text(&row, spelled[r->agrees]);
    ga_row_file_add(file, row.at);
}

enum ga_status ga_agreement_may_write(const char *path, struct ga_err *err) {
    return ga_csv_may_replace(path, *columns, "is no agreement of verdicts with gains", err);
}

enum ga_status ga_agreement_write(const struct ga_agreement *a, const char *path,
                                  struct ga_err *err) {
    struct ga_row_file file;
    const enum ga_status status =
        ga_row_file_create(&file, path, false, columns, COLUMNS, DIGITS, err);
    if (status != GA_OK)
        return status;
    for (size_t i = 0; i < a->n; i++)
        write_row(&file, a, &a->at[i]);
    return ga_row_file_close(&file, err);
}
