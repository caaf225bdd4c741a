#include "without.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "kernel_name.h"
#include "number.h"

/* The last ones may be missing. */
enum {
    OF,
    KERNEL,
    GRID_X,
    GRID_Y,
    GRID_Z,
    BLOCK_X,
    BLOCK_Y,
    BLOCK_Z,
    WITHOUT,
    TIME,
    N_NEEDED,
    LOW = N_NEEDED,
    HIGH,
    OUTCOME,
    LAUNCHES,
    SHARE,
    N_COLUMNS
};
static const char *const names[N_COLUMNS] = {"of",      "kernel",   "grid_x",       "grid_y",
                                             "grid_z",  "block_x",  "block_y",      "block_z",
                                             "without", "time_ns",  "time_low_ns",  "time_high_ns",
                                             "outcome", "launches", "share_percent"};

static const char *const switched_off[] = {
    [GA_OFF_SHARED] = "shared",
    [GA_OFF_GLOBAL] = "global",
    [GA_OFF_GENERIC] = "generic",
    [GA_OFF_FENCES] = "fences",
};
const char *ga_switched_off_name(enum ga_switched_off off) { return switched_off[off]; }

void ga_without_free(struct ga_without *w) {
    for (size_t i = 0; w && i < w->n; i++) {
        free(w->at[i].kernel);
        free(w->at[i].symbol);
    }
    if (w)
        free(w->at);
    free(w);
}

static struct ga_without_row *find(const struct ga_without *w, const char *kernel,
                                   const unsigned *size) {
    for (size_t i = 0; i < w->n; i++)
        if (memcmp(w->at[i].size, size, sizeof w->at[i].size) == 0 &&
            strcmp(w->at[i].kernel, kernel) == 0)
            return &w->at[i];
    return NULL;
}

/* in: kernel: taken over. out: its row; NULL for want of memory. */
static struct ga_without_row *row_of(struct ga_without *w, char *kernel, const unsigned *size) {
    struct ga_without_row *row = kernel ? find(w, kernel, size) : NULL;
    void *const larger = !row && kernel ? realloc(w->at, (w->n + 1) * sizeof *w->at) : NULL;
    if (!larger) {
        free(kernel);
        return row;
    }
    w->at = larger;
    row = &w->at[w->n++];
    *row = (struct ga_without_row){.kernel = kernel};
    memcpy(row->size, size, sizeof row->size);
    return row;
}

static void tell_apart(struct ga_without_row *row, const char *symbol) {
    struct ga_measured *const all[] = {&row->plain, &row->off[GA_OFF_SHARED],
                                       &row->off[GA_OFF_GLOBAL], &row->off[GA_OFF_GENERIC],
                                       &row->off[GA_OFF_FENCES]};
    row->several |= strcmp(row->symbol, symbol) != 0;
    for (size_t i = 0; row->several && i < sizeof all / sizeof *all; i++)
        if (*all[i]->outcome)
            *all[i] = (struct ga_measured){.outcome = "several kernels"};
}

/* out: "" where the record ends before it, or the file has no such column. */
static const char *cell(const struct ga_csv_in *in, const unsigned *place, int column) {
    return place[column] < in->n_fields ? in->field[place[column]] : "";
}

/* out: *number; 0 for an empty cell, and for an interval of few runs that begins below 0. */
static enum ga_status real_of(const struct ga_csv_in *in, const unsigned *place, int column,
                              double *number, struct ga_err *err) {
    const char *const text = cell(in, place, column);
    const double least = column == LOW ? -1e18 : 0;
    *number = 0;
    if (!*text || (ga_parse_real(text, least, 1e18, number) && (*number > 0 || column != TIME))) {
        *number = *number > 0 ? *number : 0;
        return GA_OK;
    }
    return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%.40s', expected a number%s", in->path, in->line,
                   names[column], text, column == LOW ? "" : " above 0");
}

static enum ga_status sizes_of(const struct ga_csv_in *in, const unsigned *place, unsigned *size,
                               struct ga_err *err) {
    uint64_t number = 0;
    for (int i = 0; i < 6; i++) {
        const char *const text = cell(in, place, GRID_X + i);
        if (!ga_parse_whole(text, 1, UINT32_MAX, &number))
            return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%.40s', expected a whole number",
                           in->path, in->line, names[GRID_X + i], text);
        size[i] = (unsigned)number;
    }
    return GA_OK;
}

/* out: what a row of that edit says; NULL: of another one. */
static struct ga_measured *measured_of(struct ga_without_row *row, const char *edit) {
    if (strcmp(edit, "none") == 0)
        return &row->plain;
    for (int off = 0; off < GA_N_OFF; off++)
        if (strcmp(edit, switched_off[off]) == 0)
            return &row->off[off];
    return NULL;
}

static enum ga_status take(const struct ga_csv_in *in, const unsigned *place, struct ga_without *w,
                           struct ga_err *err) {
    struct ga_without_row of = {.kernel = NULL};
    struct ga_measured *const said = measured_of(&of, cell(in, place, WITHOUT));
    if (strcmp(cell(in, place, OF), "kernel") != 0 || !said)
        return GA_OK;
    enum ga_status status = sizes_of(in, place, of.size, err);
    if (status == GA_OK)
        status = real_of(in, place, TIME, &said->ns, err);
    if (status == GA_OK)
        status = real_of(in, place, LOW, &said->low, err);
    if (status == GA_OK)
        status = real_of(in, place, HIGH, &said->high, err);
    if (status == GA_OK)
        status = real_of(in, place, LAUNCHES, &of.launches, err);
    if (status == GA_OK)
        status = real_of(in, place, SHARE, &of.share, err);
    if (status != GA_OK)
        return status;
    const char *const outcome = cell(in, place, OUTCOME);
    snprintf(said->outcome, sizeof said->outcome, "%s", *outcome ? outcome : "ok");
    struct ga_without_row *const row = row_of(w, ga_kernel_name(cell(in, place, KERNEL)), of.size);
    if (row && !row->symbol)
        row->symbol = strdup(cell(in, place, KERNEL));
    if (!row || !row->symbol)
        return ga_fail(err, GA_ERROR, "%s: out of memory", in->path);
    *measured_of(row, cell(in, place, WITHOUT)) = *said;
    tell_apart(row, cell(in, place, KERNEL));
    if (said == &of.plain) {
        row->launches = of.launches;
        row->share = of.share;
    }
    return GA_OK;
}

enum ga_status ga_without_has_shared(const struct ga_without *w, const char *path,
                                     struct ga_err *err) {
    for (size_t i = 0; i < w->n; i++)
        if (w->at[i].plain.ns > 0 && w->at[i].off[GA_OFF_SHARED].ns > 0)
            return GA_OK;
    return ga_fail(err, GA_USAGE, "%s: no kernel was measured without its atomics on shared memory",
                   path);
}

static enum ga_status read_rows(struct ga_csv_in *in, struct ga_without *w, struct ga_err *err) {
    unsigned place[N_COLUMNS];
    bool more = true;
    enum ga_status status = ga_csv_read(in, &more, err);
    if (status == GA_OK && !more)
        return ga_fail(err, GA_USAGE, "%s: is empty, expected what `whatif --csv` writes",
                       in->path);
    for (int c = 0; status == GA_OK && c < N_NEEDED; c++)
        status = ga_csv_column(in, names[c], &place[c], err);
    for (int c = N_NEEDED; status == GA_OK && c < N_COLUMNS; c++)
        place[c] = ga_csv_find(in, names[c]);
    while (ga_csv_next(in, &status, err)) {
        for (int c = 0; status == GA_OK && c < N_NEEDED; c++)
            if (place[c] >= in->n_fields)
                status =
                    ga_fail(err, GA_USAGE, "%s:%lu: there is no %s", in->path, in->line, names[c]);
        if (status == GA_OK)
            status = take(in, place, w, err);
    }
    return status;
}

enum ga_status ga_without_read(const char *path, struct ga_without **without, struct ga_err *err) {
    struct ga_csv_in *const in = malloc(sizeof *in); /* large */
    *without = calloc(1, sizeof **without);
    enum ga_status status = in && *without ? ga_csv_open(in, path, err)
                                           : ga_fail(err, GA_ERROR, "%s: out of memory", path);
    if (status == GA_OK) {
        status = read_rows(in, *without, err);
        ga_csv_end(in);
    }
    free(in);
    return status;
}

bool ga_without_size(const struct ga_launch_counters *launch, unsigned size[6]) {
    return sscanf(launch->grid, "(%u, %u, %u)", &size[0], &size[1], &size[2]) == 3 &&
           sscanf(launch->block, "(%u, %u, %u)", &size[3], &size[4], &size[5]) == 3;
}

const char *ga_without_why(const struct ga_without_row *row, enum ga_switched_off off) {
    const struct ga_measured *const m = &row->off[off];
    if (m->ns > 0 && row->plain.ns > 0)
        return NULL;
    return strcmp(m->outcome, "ok") == 0 ? "not timed" : m->outcome;
}

enum ga_status ga_without_find(const struct ga_without *w, const struct ga_launch_counters *launch,
                               const struct ga_without_row **row, struct ga_err *err) {
    unsigned size[6];
    *row = NULL;
    if (!ga_without_size(launch, size))
        return GA_OK;
    char *const kernel = ga_kernel_name(launch->kernel);
    if (!kernel)
        return ga_fail(err, GA_ERROR, "--without: out of memory");
    *row = find(w, kernel, size);
    free(kernel);
    return GA_OK;
}

void ga_untimed_add(struct ga_untimed *u, const char *why, uint64_t n_launches) {
    enum { LAST = sizeof u->of / sizeof *u->of - 1 };
    size_t i = 0;
    u->n_launches += n_launches;
    if (!why || n_launches == 0)
        return;
    while (i < LAST && u->of[i].n > 0 && strcmp(u->of[i].why, why) != 0)
        i++;
    const bool is_other = u->of[i].n > 0 && strcmp(u->of[i].why, why) != 0;
    snprintf(u->of[i].why, sizeof u->of[i].why, "%s", is_other ? "for other reasons" : why);
    u->of[i].n += n_launches;
    u->n += n_launches;
}

void ga_untimed_print(const struct ga_untimed *u, const char *what) {
    if (u->n == 0)
        return;
    printf("%" PRIu64 " of %" PRIu64 " launches have no time without %s:", u->n, u->n_launches,
           what);
    for (size_t i = 0; i < sizeof u->of / sizeof *u->of && u->of[i].n > 0; i++)
        printf("%s %" PRIu64 " %s", i ? "," : "", u->of[i].n, u->of[i].why);
    printf("\n");
}
