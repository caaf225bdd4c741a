/* Everything, in long form: a row of the program, of a kernel, or of what has no counterpart, and one edit. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inventory.h"
#include "row_file.h"
#include "whatif.h"

static const char *const columns[] = {GA_WHATIF_COLUMN, "kernel",       "name",
                                      "grid_x",         "grid_y",       "grid_z",
                                      "block_x",        "block_y",      "block_z",
                                      "without",        "edited",       "outcome",
                                      "instructions",   "instruction",  "offset",
                                      "runs",           "launches",     "launches_of_run",
                                      "time_ns",        "time_low_ns",  "time_high_ns",
                                      "share_percent",  "saved_ns",     "speedup",
                                      "speedup_low",    "speedup_high", "program_speedup",
                                      "wall_s",         "wall_low_s",   "wall_high_s",
                                      "isolation",      "seed",         "nvtx",
                                      "sentence"};
enum { COLUMNS = sizeof columns / sizeof *columns, DIGITS = 7 };

/* A row under way; cells that nobody sets are empty. */
struct row {
    struct ga_row_cell at[COLUMNS];
};

static struct ga_row_cell *cell(struct row *row, const char *column) {
    size_t i = 0;
    while (strcmp(columns[i], column) != 0)
        i++;
    return &row->at[i];
}
static void text(struct row *row, const char *column, const char *value) {
    *cell(row, column) = (struct ga_row_cell){value, NAN};
}
static void number(struct row *row, const char *column, double value) {
    *cell(row, column) = (struct ga_row_cell){NULL, value};
}

static struct row begin(const char *of, enum ga_edit without) {
    struct row row;
    for (size_t i = 0; i < COLUMNS; i++)
        row.at[i] = (struct ga_row_cell){NULL, NAN};
    text(&row, GA_WHATIF_COLUMN, of);
    text(&row, "without", ga_edit_name(without));
    return row;
}

static void put_interval(struct row *row, const struct ga_time_interval *ns) {
    number(row, "runs", (double)ns->n);
    number(row, "time_ns", ns->mean);
    number(row, "time_low_ns", ns->low);
    number(row, "time_high_ns", ns->high);
}

/* own: free(): the name. err: GA_ERROR for want of memory; NULL. */
static char *put_key(const struct ga_whatif *w, struct row *row, const struct ga_launch_key *key,
                     struct ga_err *err) {
    static const char *const grid[3] = {"grid_x", "grid_y", "grid_z"};
    static const char *const block[3] = {"block_x", "block_y", "block_z"};
    char *const name = ga_demangled(w->symbols.at[key->kernel]);
    if (!name)
        ga_fail(err, GA_ERROR, "whatif: out of memory");
    text(row, "kernel", w->symbols.at[key->kernel]);
    text(row, "name", name ? name : "");
    for (int i = 0; i < 3; i++) {
        number(row, grid[i], key->grid[i]);
        number(row, block[i], key->block[i]);
    }
    return name;
}

/* What runs in which several kernels were edited had edited. */
static const char *several(const struct ga_whatif *w) {
    return w->request->kernels.n > 0 ? "chosen" : "all";
}

static void add_program(const struct ga_whatif *w, struct ga_row_file *file) {
    const double plain_ns = ga_gain_of_program(&w->study, GA_N_EDITS).busy_ns.mean;
    for (int e = 0; e <= GA_N_EDITS; e++) {
        const enum ga_edit edit = (enum ga_edit)((e + GA_N_EDITS) % (GA_N_EDITS + 1));
        const struct ga_program_gain g = ga_gain_of_program(&w->study, edit);
        struct row row = begin("program", edit);
        if (!g.of)
            continue;
        put_interval(&row, &g.busy_ns);
        text(&row, "edited",
             edit == GA_N_EDITS               ? ""
             : g.of->kernel == GA_ALL_KERNELS ? several(w)
                                              : "kernel");
        text(&row, "outcome", ga_edit_outcome_name(g.outcome));
        number(&row, "program_speedup", edit == GA_N_EDITS ? NAN : plain_ns / g.busy_ns.mean);
        number(&row, "wall_s", g.wall_s.mean);
        number(&row, "wall_low_s", g.wall_s.low);
        number(&row, "wall_high_s", g.wall_s.high);
        text(&row, "isolation", ga_whatif_isolation_name(w->shelter.kind));
        text(&row, "nvtx", w->request->range ? w->request->range : "");
        number(&row, "seed", w->request->seed.given ? (double)w->request->seed.value : 1);
        ga_row_file_add(file, row.at);
    }
}

static void put_gain(const struct ga_whatif *w, struct row *row, const struct ga_row_gains *g,
                     const struct ga_gain *gain, uint64_t instructions) {
    put_interval(row, &gain->ns);
    text(row, "edited",
         gain->outcome == GA_OUTCOME_NOT_RUN ? ""
         : gain->beside                      ? several(w)
                                             : "kernel");
    text(row, "outcome", ga_edit_outcome_name(gain->outcome));
    number(row, "instructions", (double)instructions);
    number(row, "launches", (double)g->row->n);
    number(row, "saved_ns", gain->saved_ns);
    number(row, "speedup", gain->speedup.mean);
    number(row, "speedup_low", gain->speedup.low);
    number(row, "speedup_high", gain->speedup.high);
}

static void add_gain(const struct ga_whatif *w, const struct ga_row_gains *g, enum ga_edit edit,
                     uint64_t instructions, struct row row, struct ga_row_file *file) {
    put_gain(w, &row, g, &g->without[edit], instructions);
    number(&row, "program_speedup", edit == g->best ? g->program_speedup : NAN);
    ga_row_file_add(file, row.at);
}

/* --each: a row an instruction. in: row: with its kernel. */
static void add_each(const struct ga_whatif *w, const struct ga_row_gains *g, struct row row,
                     struct ga_row_file *file) {
    text(&row, GA_WHATIF_COLUMN, "instruction");
    for (size_t i = 1; i < w->study.n_variants; i++) {
        const struct ga_whatif_variant *const v = &w->study.variant[i];
        if (v->only == 0 || v->kernel != g->row->key.kernel)
            continue;
        const struct ga_gain gain = ga_gain_of_variant(&w->study, g->row, v);
        text(&row, "without", ga_edit_name(v->edit));
        text(&row, "instruction", v->instruction);
        number(&row, "offset", (double)v->offset);
        put_gain(w, &row, g, &gain, 1);
        ga_row_file_add(file, row.at);
    }
}

static enum ga_status add_row(const struct ga_whatif *w, const struct ga_row_gains *g,
                              struct ga_row_file *file, struct ga_err *err) {
    const struct ga_seen_kernel *const seen = ga_observed_kernel(&w->seen, g->row->key.kernel);
    char sentence[GA_SENTENCE];
    struct row row = begin("kernel", GA_N_EDITS);
    char *const name = put_key(w, &row, &g->row->key, err);
    if (!name)
        return GA_ERROR;
    struct row of_edit = row;
    ga_gain_sentence(g, sentence);
    put_interval(&row, &g->ns);
    text(&row, "outcome",
         ga_edit_outcome_name(g->ns.n > 0 ? GA_OUTCOME_MEASURED : GA_OUTCOME_NO_TIME));
    number(&row, "launches", (double)g->row->n);
    number(&row, "share_percent", g->share * 100);
    text(&row, "sentence", sentence);
    ga_row_file_add(file, row.at);
    for (int e = 0; e < GA_N_EDITS; e++) {
        if (g->without[e].outcome == GA_OUTCOME_NOTHING)
            continue;
        text(&of_edit, "without", ga_edit_name((enum ga_edit)e));
        add_gain(w, g, (enum ga_edit)e, seen ? seen->n[e] : 0, of_edit, file);
    }
    add_each(w, g, of_edit, file);
    free(name);
    return GA_OK;
}

static enum ga_status add_unpaired(const struct ga_whatif *w, const struct ga_whatif_variant *v,
                                   const struct ga_run_times *run, struct ga_row_file *file,
                                   struct ga_err *err) {
    for (size_t u = 0; u < run->n_unpaired; u++) {
        struct row row = begin("unpaired", v->edit);
        char *const name = put_key(w, &row, &run->unpaired[u].key, err);
        if (!name)
            return GA_ERROR;
        text(&row, "edited", v->kernel == GA_ALL_KERNELS ? several(w) : w->symbols.at[v->kernel]);
        number(&row, "launches", (double)run->unpaired[u].n_plain);
        number(&row, "launches_of_run", (double)run->unpaired[u].n_run);
        ga_row_file_add(file, row.at);
        free(name);
    }
    return GA_OK;
}

enum ga_status ga_whatif_write(const struct ga_whatif *w, const struct ga_row_gains *gains,
                               const char *path, bool json, struct ga_err *err) {
    struct ga_row_file file;
    enum ga_status status = ga_row_file_create(&file, path, json, columns, COLUMNS, DIGITS, err);
    if (status != GA_OK)
        return status;
    add_program(w, &file);
    for (size_t i = 0; status == GA_OK && i < w->study.rows.n; i++)
        status = add_row(w, &gains[i], &file, err);
    for (size_t i = 0; i < w->study.n_variants; i++)
        for (size_t k = 0; status == GA_OK && k < w->study.variant[i].n_runs; k++)
            status = add_unpaired(w, &w->study.variant[i], &w->study.variant[i].run[k], &file, err);
    if (status != GA_OK) {
        ga_row_file_abandon(&file);
        return status;
    }
    return ga_row_file_close(&file, err);
}
