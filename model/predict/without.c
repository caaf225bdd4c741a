#include "without.h"

#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "kernel_name.h"
#include "number.h"

/* kernel: of ga_kernel_name. ns: of a launch, as it is and without; 0: not measured. */
struct row {
    char *kernel;
    unsigned size[6]; /* of grid, and of block */
    double plain_ns, without_ns;
};

struct ga_without {
    struct row *at;
    size_t n;
};

enum { OF, KERNEL, GRID_X, GRID_Y, GRID_Z, BLOCK_X, BLOCK_Y, BLOCK_Z, WITHOUT, TIME, N_COLUMNS };
static const char *const names[N_COLUMNS] = {"of",      "kernel",  "grid_x",  "grid_y",  "grid_z",
                                             "block_x", "block_y", "block_z", "without", "time_ns"};

void ga_without_free(struct ga_without *w) {
    for (size_t i = 0; w && i < w->n; i++)
        free(w->at[i].kernel);
    if (w)
        free(w->at);
    free(w);
}

static struct row *find(const struct ga_without *w, const char *kernel, const unsigned *size) {
    for (size_t i = 0; i < w->n; i++)
        if (memcmp(w->at[i].size, size, sizeof w->at[i].size) == 0 &&
            strcmp(w->at[i].kernel, kernel) == 0)
            return &w->at[i];
    return NULL;
}

/* in: kernel: taken over. out: its row; NULL for want of memory. */
static struct row *row_of(struct ga_without *w, char *kernel, const unsigned *size) {
    struct row *row = kernel ? find(w, kernel, size) : NULL;
    void *const larger = !row && kernel ? realloc(w->at, (w->n + 1) * sizeof *w->at) : NULL;
    if (!larger) {
        free(kernel);
        return row;
    }
    w->at = larger;
    row = &w->at[w->n++];
    *row = (struct row){.kernel = kernel};
    memcpy(row->size, size, sizeof row->size);
    return row;
}

static enum ga_status take(const struct ga_csv_in *in, const unsigned *place, struct ga_without *w,
                           struct ga_err *err) {
    unsigned size[6];
    uint64_t number = 0;
    double ns = 0;
    const char *const edit = in->field[place[WITHOUT]], *const time = in->field[place[TIME]];
    const bool plain = strcmp(edit, "none") == 0;
    if (strcmp(in->field[place[OF]], "kernel") != 0 || (!plain && strcmp(edit, "shared") != 0) ||
        !*time)
        return GA_OK;
    for (int i = 0; i < 6; i++) {
        const char *const text = in->field[place[GRID_X + i]];
        if (!ga_parse_whole(text, 1, UINT32_MAX, &number))
            return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%.40s', expected a whole number",
                           in->path, in->line, names[GRID_X + i], text);
        size[i] = (unsigned)number;
    }
    if (!ga_parse_real(time, 0, 1e18, &ns) || ns <= 0)
        return ga_fail(err, GA_USAGE, "%s:%lu: time_ns is '%.40s', expected a number above 0",
                       in->path, in->line, time);
    struct row *const row = row_of(w, ga_kernel_name(in->field[place[KERNEL]]), size);
    if (!row)
        return ga_fail(err, GA_ERROR, "%s: out of memory", in->path);
    *(plain ? &row->plain_ns : &row->without_ns) = ns;
    return GA_OK;
}

static bool has_any(const struct ga_without *w) {
    for (size_t i = 0; i < w->n; i++)
        if (w->at[i].plain_ns > 0 && w->at[i].without_ns > 0)
            return true;
    return false;
}

static enum ga_status read_rows(struct ga_csv_in *in, struct ga_without *w, struct ga_err *err) {
    unsigned place[N_COLUMNS];
    bool more = true;
    enum ga_status status = ga_csv_read(in, &more, err);
    if (status == GA_OK && !more)
        return ga_fail(err, GA_USAGE, "%s: is empty, expected what `whatif --csv` writes",
                       in->path);
    for (int c = 0; status == GA_OK && c < N_COLUMNS; c++)
        status = ga_csv_column(in, names[c], &place[c], err);
    while (status == GA_OK) {
        status = ga_csv_read(in, &more, err);
        if (status != GA_OK || !more)
            break;
        for (int c = 0; status == GA_OK && c < N_COLUMNS; c++)
            if (place[c] >= in->n_fields)
                status =
                    ga_fail(err, GA_USAGE, "%s:%lu: there is no %s", in->path, in->line, names[c]);
        if (status == GA_OK)
            status = take(in, place, w, err);
    }
    if (status == GA_OK && !has_any(w))
        status =
            ga_fail(err, GA_USAGE,
                    "%s: no kernel was measured without its atomics on shared memory", in->path);
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

enum ga_status ga_without_find(const struct ga_without *w, const struct ga_launch_counters *launch,
                               double *share, struct ga_err *err) {
    unsigned size[6];
    *share = 0;
    if (sscanf(launch->grid, "(%u, %u, %u)", &size[0], &size[1], &size[2]) != 3 ||
        sscanf(launch->block, "(%u, %u, %u)", &size[3], &size[4], &size[5]) != 3)
        return GA_OK;
    char *const kernel = ga_kernel_name(launch->kernel);
    if (!kernel)
        return ga_fail(err, GA_ERROR, "--without: out of memory");
    const struct row *const row = find(w, kernel, size);
    free(kernel);
    if (row && row->plain_ns > 0 && row->without_ns > 0)
        *share = row->without_ns / row->plain_ns;
    return GA_OK;
}
