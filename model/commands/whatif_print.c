/* The table for people: what there is to gain, first. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inventory.h"
#include "short_name.h"
#include "whatif.h"

enum { MOST_ROWS = 30, MOST_LISTED = 10, TIME_WIDTH = 15 };

/* out: the classes that a launched kernel has. */
static unsigned classes_of(const struct ga_whatif *w, const struct ga_row_gains *gains) {
    unsigned classes = 0;
    for (size_t i = 0; i < w->study.rows.n; i++)
        for (int e = 0; e < GA_N_EDITS; e++)
            classes |= (unsigned)(gains[i].without[e].outcome != GA_OUTCOME_NOTHING) << e;
    return classes;
}

/* out: whether a plain run launched a kernel that can be edited, be it not in each of them. */
static bool launched_editable(const struct ga_whatif *w) {
    const struct ga_whatif_variant *const plain = w->study.variant;
    bool any = false;
    for (size_t k = 0; k < plain->n_runs; k++)
        for (size_t i = 0; i < plain->run[k].rows.n; i++) {
            const struct ga_seen_kernel *const seen =
                ga_observed_kernel(&w->seen, plain->run[k].rows.at[i].key.kernel);
            for (int e = 0; seen && e < GA_N_EDITS; e++)
                any |= w->study.edits & 1U << e && seen->n[e] > 0;
        }
    return any;
}

static void extent(const uint32_t *x, char *text, size_t size) {
    if (x[2] > 1)
        snprintf(text, size, "%ux%ux%u", x[0], x[1], x[2]);
    else if (x[1] > 1)
        snprintf(text, size, "%ux%u", x[0], x[1]);
    else
        snprintf(text, size, "%u", x[0]);
}

static void geometry(const struct ga_launch_key *key, char *text, size_t size) {
    char grid[40], block[40];
    extent(key->grid, grid, sizeof grid);
    extent(key->block, block, sizeof block);
    snprintf(text, size, "%s x %s", grid, block);
}

/* "26.7 ±2 %", in us, half of the interval from 1 % on; a star: inputs edited. out: bytes more than letters. */
static int time_text(const struct ga_time_interval *ns, bool star, char *text, size_t size) {
    const double half = (ns->high - ns->mean) / ns->mean * 100;
    char us[GA_US_TEXT];
    const int n = snprintf(text, size, "%s%s", ga_us_text(ns->mean, us), star ? "*" : "");
    if (!(half >= 0.5))
        return 0;
    snprintf(text + n, size - (size_t)n, " ±%.0f %%", half);
    return 1;
}

static void print_gain(const struct ga_gain *g) {
    char text[48];
    int more = 0;
    if (g->ns.n > 0)
        more = time_text(&g->ns, g->outcome == GA_OUTCOME_INPUTS, text, sizeof text);
    else
        snprintf(text, sizeof text, "%s",
                 g->outcome == GA_OUTCOME_NOTHING ? "-" : ga_edit_outcome_name(g->outcome));
    printf(" %*s", TIME_WIDTH + more, text);
}

static enum ga_status print_name(const char *symbol, int width, struct ga_err *err) {
    char *const name = ga_demangled(symbol), shown[GA_KERNEL_LETTERS + 1];
    if (!name)
        return ga_fail(err, GA_ERROR, "whatif: out of memory");
    ga_short_name(name, GA_KERNEL_LETTERS, shown);
    printf("%-*s", width, shown);
    free(name);
    return GA_OK;
}

/* out: letters of the longest name of a chosen kernel, as it is shown. */
static int widest_name(const struct ga_whatif *w) {
    int width = (int)strlen("kernel");
    for (size_t i = 0; i < w->study.rows.n && width < GA_KERNEL_LETTERS; i++) {
        const uint32_t kernel = w->study.rows.at[i].key.kernel;
        char *const name = w->chosen[kernel] ? ga_demangled(w->symbols.at[kernel]) : NULL;
        char shown[GA_KERNEL_LETTERS + 1] = "";
        if (name)
            ga_short_name(name, GA_KERNEL_LETTERS, shown);
        width = (int)strlen(shown) > width ? (int)strlen(shown) : width;
        free(name);
    }
    return width;
}

static enum ga_status print_row(const struct ga_whatif *w, const struct ga_row_gains *g,
                                unsigned classes, int width, struct ga_err *err) {
    char where[96], text[48] = "no time", share[16] = "-", sentence[GA_SENTENCE];
    const enum ga_status status = print_name(w->symbols.at[g->row->key.kernel], width, err);
    if (status != GA_OK)
        return status;
    geometry(&g->row->key, where, sizeof where);
    const int more = g->ns.n > 0 ? time_text(&g->ns, false, text, sizeof text) : 0;
    if (!isnan(g->share))
        snprintf(share, sizeof share, "%.1f%%", g->share * 100);
    printf(" %16s %8zu %*s %6s", where, g->row->n, TIME_WIDTH + more, text, share);
    for (int e = 0; e < GA_N_EDITS; e++)
        if (classes & 1u << e)
            print_gain(&g->without[e]);
    if (g->best != GA_N_EDITS)
        printf(" %8.3g %8.3g", g->without[g->best].speedup.mean, g->program_speedup);
    ga_gain_sentence(g, sentence);
    printf("\n%s%s%s", *sentence ? "  " : "", sentence, *sentence ? "\n" : "");
    return GA_OK;
}

static bool has_edits(const struct ga_row_gains *g) {
    bool any = false;
    for (int e = 0; e < GA_N_EDITS; e++)
        any |= g->without[e].outcome != GA_OUTCOME_NOTHING;
    return any;
}

static void print_header(unsigned classes, int width) {
    printf("%-*s %16s %8s %*s %6s", width, "kernel", "grid x block", "launches", TIME_WIDTH,
           "time us", "share");
    for (int e = 0; e < GA_N_EDITS; e++)
        if (classes & 1u << e)
            printf(" %*s", TIME_WIDTH, ga_edit_heading((enum ga_edit)e));
    printf(" %8s %8s\n", "kernel x", "program x");
}

/* Rows that have no line of their own. */
struct others {
    size_t n;
    double share;
};
static void count(struct others *others, const struct ga_row_gains *g) {
    others->n++;
    others->share += fmax(g->share, 0); /* NaN: nothing has a time */
}
static void print_others(const struct others *others, const char *what) {
    if (others->n > 0)
        printf("%zu row%s %s, %.1f%% of the time\n", others->n, others->n == 1 ? "" : "s", what,
               others->share * 100);
}

static enum ga_status print_rows(const struct ga_whatif *w, const struct ga_row_gains *gains,
                                 unsigned classes, struct ga_err *err) {
    struct others more = {0, 0}, without = {0, 0}, unchosen = {0, 0};
    size_t n = 0;
    enum ga_status status = GA_OK;
    const int width = widest_name(w);
    print_header(classes, width);
    for (size_t i = 0; status == GA_OK && i < w->study.rows.n; i++) {
        const struct ga_row_gains *const g = &gains[i];
        if (!w->chosen[g->row->key.kernel])
            count(&unchosen, g);
        else if (!has_edits(g))
            count(&without, g);
        else if (n++ < MOST_ROWS)
            status = print_row(w, g, classes, width, err);
        else
            count(&more, g);
    }
    print_others(&more, "more with atomics or fences (--csv)");
    print_others(&without, "without atomics or fences that can be edited");
    print_others(&unchosen, "of other kernels (--kernel)");
    return status;
}

static void print_program(const struct ga_whatif *w) {
    static const char no_time[] = "its launches have no time";
    const struct ga_program_gain plain = ga_gain_of_program(&w->study, GA_N_EDITS);
    char busy[48];
    time_text(&plain.busy_ns, false, busy, sizeof busy);
    printf("\nGPU busy: %s%s %.3g s wall time, %zu plain run%s\n",
           plain.busy_ns.n > 0 ? busy : no_time, plain.busy_ns.n > 0 ? " us of" : ";",
           plain.wall_s.mean, plain.wall_s.n, plain.wall_s.n == 1 ? "" : "s");
    for (int e = 0; e < GA_N_EDITS; e++) {
        const struct ga_program_gain g = ga_gain_of_program(&w->study, (enum ga_edit)e);
        const bool changes = e != GA_EDIT_UNCHANGED;
        if (!g.of)
            continue;
        printf("%s%s: ", changes ? "without all " : "edited, nothing changed",
               changes ? ga_edit_goes((enum ga_edit)e) : "");
        if (g.busy_ns.n == 0) {
            printf("%s",
                   g.outcome == GA_OUTCOME_NO_TIME ? no_time : ga_edit_outcome_name(g.outcome));
            if (g.wall_s.n > 0)
                printf("; wall time %.3g s", g.wall_s.mean);
            printf("\n");
            continue;
        }
        time_text(&g.busy_ns, changes && g.of->kernel == GA_ALL_KERNELS, busy, sizeof busy);
        printf("%s us, %.3g times as fast", busy, plain.busy_ns.mean / g.busy_ns.mean);
        if (g.of->n_left > 0)
            printf("; %zu kernel%s left alone", g.of->n_left, g.of->n_left == 1 ? "" : "s");
        printf("; wall time %.3g s\n", g.wall_s.mean);
    }
}

static enum ga_status print_faults(const struct ga_whatif *w, struct ga_err *err) {
    char text[GA_SENTENCE];
    enum ga_status status = GA_OK;
    for (size_t i = 1; status == GA_OK && i < w->study.n_variants; i++) {
        const struct ga_whatif_variant *const v = &w->study.variant[i];
        if (v->kernel == GA_ALL_KERNELS || v->only > 0 ||
            (v->outcome != GA_OUTCOME_HUNG && v->outcome != GA_OUTCOME_CRASHED))
            continue;
        printf("left alone: ");
        status = print_name(w->symbols.at[v->kernel], 0, err);
        ga_fault_sentence(1U << v->edit, v->outcome,
                          ga_as_loads_untried(&w->study, &w->seen, v->kernel), text);
        printf(". %s\n", text);
    }
    return status;
}

/* --each: a line an instruction, in a row that has a line. */
static enum ga_status print_each(const struct ga_whatif *w, const struct ga_row_gains *row,
                                 int width, struct ga_err *err) {
    enum ga_status status = GA_OK;
    char where[96];
    geometry(&row->row->key, where, sizeof where);
    for (size_t i = 1; status == GA_OK && i < w->study.n_variants; i++) {
        const struct ga_whatif_variant *const v = &w->study.variant[i];
        if (v->only == 0 || v->kernel != row->row->key.kernel)
            continue;
        const struct ga_gain g = ga_gain_of_variant(&w->study, row->row, v);
        status = print_name(w->symbols.at[v->kernel], width, err);
        printf(" %16s %15s +0x%05llx %-7s", where, ga_edit_heading(v->edit),
               (unsigned long long)v->offset, v->instruction);
        print_gain(&g);
        if (g.ns.n > 0)
            printf(" %8.3g%s", g.speedup.mean, g.certain ? "" : " (not certain)");
        printf("\n");
    }
    return status;
}

/* in: as print_rows. */
static enum ga_status print_instructions(const struct ga_whatif *w,
                                         const struct ga_row_gains *gains, struct ga_err *err) {
    enum ga_status status = GA_OK;
    bool any = false;
    for (size_t i = 1; i < w->study.n_variants; i++)
        any |= w->study.variant[i].only > 0;
    if (!any)
        return GA_OK;
    const int width = widest_name(w);
    printf("\nOne instruction at a time:\n%-*s %16s %15s %-17s %*s %8s\n", width, "kernel",
           "grid x block", "edit", "instruction", TIME_WIDTH, "time us", "kernel x");
    for (size_t i = 0; status == GA_OK && i < w->study.rows.n && i < MOST_ROWS; i++)
        status = print_each(w, &gains[i], width, err);
    return status;
}

struct listed {
    const struct ga_unpaired *it;
    const struct ga_whatif_variant *of;
};

/* By row, and of one row the most that differs first. */
static int compare(const void *a, const void *b) {
    const struct listed *const x = a, *const y = b;
    const int order = ga_launch_key_compare(&x->it->key, &y->it->key);
    const double by = fabs((double)x->it->n_run - (double)x->it->n_plain),
                 other = fabs((double)y->it->n_run - (double)y->it->n_plain);
    return order != 0      ? order
           : by != other   ? (by > other ? -1 : 1)
           : x->of < y->of ? -1
                           : x->of > y->of;
}

/* out: list[n]: every row once, with the most that was seen to differ; NULL: no memory. own: free. */
static struct listed *list_unpaired(const struct ga_study *study, size_t *n) {
    size_t n_all = 0;
    *n = 0;
    for (size_t i = 0; i < study->n_variants; i++)
        for (size_t k = 0; k < study->variant[i].n_runs; k++)
            n_all += study->variant[i].run[k].n_unpaired;
    struct listed *const list = calloc(n_all + 1, sizeof *list);
    if (!list)
        return NULL;
    n_all = 0;
    for (size_t i = 0; i < study->n_variants; i++)
        for (size_t k = 0; k < study->variant[i].n_runs; k++)
            for (size_t u = 0; u < study->variant[i].run[k].n_unpaired; u++)
                list[n_all++] =
                    (struct listed){&study->variant[i].run[k].unpaired[u], &study->variant[i]};
    qsort(list, n_all, sizeof *list, compare);
    for (size_t i = 0; i < n_all; i++)
        if (i == 0 || ga_launch_key_compare(&list[i].it->key, &list[*n - 1].it->key) != 0)
            list[(*n)++] = list[i];
    return list;
}

static enum ga_status print_unpaired(const struct ga_whatif *w, struct ga_err *err) {
    size_t n = 0, i = 0;
    struct listed *const list = list_unpaired(&w->study, &n);
    enum ga_status status = GA_OK;
    if (!list)
        return ga_fail(err, GA_ERROR, "whatif: out of memory");
    if (n > 0)
        printf("\nLaunches without a counterpart in another run, not averaged:\n");
    for (; status == GA_OK && i < n && i < MOST_LISTED; i++) {
        const struct ga_unpaired *const one = list[i].it;
        const enum ga_edit edit = list[i].of->edit;
        char where[96];
        geometry(&one->key, where, sizeof where);
        status = print_name(w->symbols.at[one->key.kernel], 0, err);
        printf(" %16s %zu in the plain run, %zu %s%s%s\n", where, one->n_plain, one->n_run,
               edit == GA_N_EDITS          ? "in another plain run"
               : edit == GA_EDIT_UNCHANGED ? "with "
                                           : "without ",
               edit == GA_N_EDITS          ? ""
               : edit == GA_EDIT_UNCHANGED ? ga_edit_heading(edit)
                                           : ga_edit_goes(edit),
               list[i].of->kernel == GA_ALL_KERNELS ? "" : " of one kernel");
    }
    if (n > i)
        printf("%zu more: --csv has them\n", n - i);
    free(list);
    return status;
}

/* out: whether the note is of the library's own doings. */
static bool is_usual(const struct ga_seen_note *note) {
    static const char *const usual[] = {"no_driver", "child", "module", "cupti", "nvtx"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(note->kind, usual[i]) == 0)
            return true;
    return false;
}

static void print_notes(const struct ga_whatif *w) {
    if (w->request->range)
        printf("Of launches in NVTX range '%s' alone.\n", w->request->range);
    if (w->seen.by_events)
        printf("Times are of events, not of CUPTI's records.\n");
    for (size_t i = 0; i < w->seen.n_notes; i++) {
        const struct ga_seen_note *const note = &w->seen.notes[i];
        if (is_usual(note))
            continue;
        printf("%s: %s", note->kind, note->text);
        if (note->times > 1)
            printf(" (%zu times)", note->times);
        printf("\n");
    }
    if (w->n_others > 0)
        printf("%zu edited runs exited with another status than the plain run's %d\n", w->n_others,
               w->code);
}

enum ga_status ga_whatif_print(const struct ga_whatif *w, const struct ga_row_gains *gains,
                               struct ga_err *err) {
    const unsigned classes = classes_of(w, gains);
    if (!classes)
        printf("%s atomics or fences that can be edited.\n",
               launched_editable(w)
                   ? "None of the launches that every plain run has is of a kernel with"
                   : "No kernel that was launched has");
    enum ga_status status = classes ? print_rows(w, gains, classes, err) : GA_OK;
    if (status == GA_OK)
        print_program(w);
    bool all = false;
    for (size_t i = 1; i < w->study.n_variants; i++)
        all |= w->study.variant[i].kernel == GA_ALL_KERNELS &&
               w->study.variant[i].edit != GA_EDIT_UNCHANGED;
    if (classes & ~(1U << GA_EDIT_UNCHANGED) && status == GA_OK)
        printf("Edited destinations keep stale values.%s\n",
               all ? " *: other kernels were edited, too, so its inputs may be rubbish." : "");
    if (status == GA_OK)
        status = print_instructions(w, gains, err);
    if (status == GA_OK)
        status = print_faults(w, err);
    if (status == GA_OK)
        status = print_unpaired(w, err);
    if (status == GA_OK)
        print_notes(w);
    return status;
}
