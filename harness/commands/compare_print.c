/* What `compare` says of a table: a row, and below it what is not as it should be. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare_points.h"

/* In lines of 80 columns, each set in. */
static void print_point(const char *lead, const char *key) {
    enum { WIDTH = 72 };
    while (*key) {
        size_t n = strlen(key);
        if (n > WIDTH - strlen(lead))
            for (n = WIDTH - strlen(lead); n > 1 && key[n - 1] != ' ';)
                n--;
        printf("%s%.*s\n", lead, (int)(key[n - 1] == ' ' ? n - 1 : n), key);
        lead = "        ";
        key += n;
    }
}

void ga_print_ratio_heads(void) {
    printf("\n%-23s %7s %7s %7s %7s %7s %12s\n", "table", "points", "5 %", "median", "95 %", "most",
           "instruction");
}

/* What of both runs is in no ratio, and why. */
static void print_left_out(const struct ga_comparison *c) {
    const struct {
        const char *why;
        size_t n;
    } counts[] = {{"did other work", c->n_work},
                  {"not ok in both", c->n_both - c->n_ok - c->n_work},
                  {"in one run alone", c->n_only[0] + c->n_only[1]}};
    const char *between = "    left out: ";
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i].n > 0) {
            printf("%s%zu %s", between, counts[i].n, counts[i].why);
            between = ", ";
        }
    if (*between == ',')
        printf("\n");
}

void ga_print_ratios(const char *name, struct ga_comparison *c) {
    printf("%-23s %7zu", name, c->n_ok);
    if (c->n_ok == 0) {
        printf("  none is ok in both, with the same work\n");
        print_left_out(c);
        return;
    }
    printf(" %7.3f %7.3f %7.3f %7.3f %12zu\n", ga_quantile(c->ratio, c->n_ok, 0.05),
           ga_quantile(c->ratio, c->n_ok, 0.5), ga_quantile(c->ratio, c->n_ok, 0.95),
           c->farthest_ratio, c->n_instruction);
    print_point("    most at ", c->farthest->key);
    print_left_out(c);
}

void ga_print_difference_heads(double within) {
    printf("median_ns of points that are ok in both. alike: within %g %%, or with intervals that\n"
           "overlap: process_low to process_high of a set, else ci_low to ci_high\n\n"
           "%-24s %6s %9s %7s %9s %9s\n",
           within, "table", "points", "compared", "alike", "median", "largest");
}

/* "    apart, within 1 %: 2; only in first: 1; instruction differs: 2": of counts that are not 0. */
static void print_counts(const char *const *directory, const struct ga_comparison *c) {
    char within[32];
    snprintf(within, sizeof within, "%g %%", c->within);
    const struct {
        const char *what, *of;
        size_t n;
    } counts[] = {
        {"apart, within ", within, c->n_apart},        {"only in ", directory[0], c->n_only[0]},
        {"only in ", directory[1], c->n_only[1]},      {"status differs", "", c->n_status},
        {"instruction differs", "", c->n_instruction}, {"work differs", "", c->n_work}};
    const char *between = "    ";
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i].n > 0) {
            printf("%s%s%s: %zu", between, counts[i].what, counts[i].of, counts[i].n);
            between = "; ";
        }
    if (*between == ';')
        printf("\n");
}

void ga_print_differences(const char *name, const char *const *directory, struct ga_comparison *c) {
    printf("%-24s %6zu %9zu", name, c->n_both, c->n_ok);
    if (c->n_ok > 0) /* never more than there is: 99.99 is not 100 */
        printf(" %5g %% %7.3g %% %7.3g %%\n",
               floor((double)c->n_alike * 1000 / (double)c->n_ok) / 10,
               ga_quantile(c->percent, c->n_ok, 0.5), c->worst_percent);
    else
        printf("  none %s in both\n", c->n_work ? "of the same work" : "ok");
    print_counts(directory, c);
    if (c->n_alike < c->n_ok) {
        char lead[64];
        snprintf(lead, sizeof lead, "    not alike: %zu, most at ", c->n_ok - c->n_alike);
        print_point(lead, c->unlike[0]->key);
        printf("        %.9g and %.9g ns\n", c->unlike[0]->median_ns, c->unlike[1]->median_ns);
    }
}
