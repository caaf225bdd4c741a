/* Every process writes files of its own; which one a launch is of does not matter here. */
#include "observed.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "names.h"
#include "number.h"

static const char *const names[GA_N_EDITS + 1] = {
#define GA_EDIT(id, name, ...) name,
#include "edits.def"
#undef GA_EDIT
    "none"};
static const char *const headings[] = {
#define GA_EDIT(id, name, heading, ...) heading,
#include "edits.def"
#undef GA_EDIT
};
static const bool is_usual[] = {
#define GA_EDIT(id, name, heading, goes, usual) usual,
#include "edits.def"
#undef GA_EDIT
};
static const char *const goes_of[GA_N_EDITS + 1] = {
#define GA_EDIT(id, name, heading, goes, usual) goes,
#include "edits.def"
#undef GA_EDIT
    "nothing"};

const char *ga_edit_name(enum ga_edit edit) { return names[edit]; }
const char *ga_edit_heading(enum ga_edit edit) { return headings[edit]; }
const char *ga_edit_goes(enum ga_edit edit) { return goes_of[edit]; }

static const char *word_of(int edit) {
    return names[edit == GA_EDIT_UNCHANGED ? GA_N_EDITS : edit];
}

static enum ga_status parse_edit(const char *at, size_t n, unsigned *edits, struct ga_err *err) {
    enum { WORD = 32 };
    const char *words[GA_N_EDITS + 1] = {NULL};
    char word[WORD];
    snprintf(word, sizeof word, "%.*s", (int)n, at);
    for (int e = 0; e < GA_N_EDITS; e++) {
        words[e] = word_of(e);
        if (strcmp(words[e], word) == 0) {
            *edits |= 1U << e;
            return GA_OK;
        }
    }
    const char *const near = ga_nearest(word, words);
    return ga_fail(err, GA_USAGE,
                   "--edit: there is no '%s'%s%s%s; expected shared, global, generic, fences, "
                   "membar, no-retry, narrow, as-loads, none, with commas",
                   word, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

enum ga_status ga_edits_parse(const char *list, unsigned *edits, struct ga_err *err) {
    enum ga_status status = GA_OK;
    *edits = 0;
    for (int e = 0; !list && e < GA_N_EDITS; e++)
        *edits |= (unsigned)is_usual[e] << e;
    while (list && status == GA_OK) {
        const size_t n = strcspn(list, ",");
        status = parse_edit(list, n, edits, err);
        list = list[n] ? list + n + 1 : NULL;
    }
    return status;
}

int ga_launch_key_compare(const struct ga_launch_key *a, const struct ga_launch_key *b) {
    if (a->kernel != b->kernel)
        return a->kernel < b->kernel ? -1 : 1;
    for (int i = 0; i < 3; i++)
        if (a->grid[i] != b->grid[i])
            return a->grid[i] < b->grid[i] ? -1 : 1;
    for (int i = 0; i < 3; i++)
        if (a->block[i] != b->block[i])
            return a->block[i] < b->block[i] ? -1 : 1;
    return 0;
}

/* A file that is being read, and where its columns stand. */
enum { MOST_COLUMNS = 24 };
struct reading {
    struct ga_csv_in in;
    const char *const *columns;
    unsigned place[MOST_COLUMNS];
    struct ga_symbols *symbols;
    struct ga_observed *seen;
};

static enum ga_status whole(struct reading *r, int column, uint64_t most, uint64_t *value,
                            struct ga_err *err) {
    const char *const text = r->in.field[r->place[column]];
    return ga_parse_whole(text, 0, most, value)
               ? GA_OK
               : ga_fail(err, GA_USAGE, "%s:%lu: %s: '%.60s' is not a whole number", r->in.path,
                         r->in.line, r->columns[column], text);
}

/* out: an array with room for one more, of which there are n. */
static void *more_of(void *at, size_t n, size_t size) {
    return n & (n - 1) ? at : realloc(at, (n ? 2 * n : 1) * size);
}

static enum ga_status take_launch(struct reading *r, struct ga_err *err) {
    struct ga_observed *const all = r->seen;
    struct ga_seen_launch *const at = more_of(all->launches, all->n_launches, sizeof *at);
    if (!at)
        return ga_fail(err, GA_ERROR, "out of memory");
    all->launches = at;
    struct ga_seen_launch *const l = &at[all->n_launches];
    uint64_t size[7];
    enum ga_status status =
        ga_symbols_add(r->symbols, r->in.field[r->place[0]], &l->key.kernel, err);
    for (int i = 0; status == GA_OK && i < 7; i++)
        status = whole(r, 1 + i, UINT32_MAX, &size[i], err);
    if (status == GA_OK)
        status = whole(r, 8, UINT64_MAX / 2, &l->start_ns, err);
    if (status == GA_OK)
        status = whole(r, 9, UINT64_MAX / 2, &l->end_ns, err);
    if (status != GA_OK)
        return status;
    if (l->end_ns < l->start_ns)
        return ga_fail(err, GA_USAGE, "%s:%lu: end_ns is before start_ns", r->in.path, r->in.line);
    for (int i = 0; i < 3; i++) {
        l->key.grid[i] = (uint32_t)size[i];
        l->key.block[i] = (uint32_t)size[3 + i];
    }
    l->device = (uint32_t)size[6];
    all->by_events |= strcmp(r->in.field[r->place[10]], "events") == 0;
    all->n_launches++;
    return GA_OK;
}

/* out: where the kernel stands, n_kernels: nowhere. */
static size_t place_of(const struct ga_observed *seen, uint32_t kernel) {
    size_t i = 0;
    while (i < seen->n_kernels && seen->kernels[i].kernel != kernel)
        i++;
    return i;
}

static void take_target(struct ga_observed *all, const char *target) {
    for (size_t i = 0; i < all->n_targets; i++)
        if (strcmp(all->targets[i], target) == 0)
            return;
    if (all->n_targets < sizeof all->targets / sizeof *all->targets)
        snprintf(all->targets[all->n_targets++], sizeof *all->targets, "%s", target);
}

static enum ga_status take_code(struct ga_observed *all, uint32_t kernel, const char *module,
                                struct ga_err *err) {
    struct ga_seen_code *const at = more_of(all->code, all->n_code, sizeof *at);
    if (!at)
        return ga_fail(err, GA_ERROR, "out of memory");
    all->code = at;
    at[all->n_code++] = (struct ga_seen_code){kernel, strtoull(module, NULL, 16)};
    return GA_OK;
}

/* A kernel may be in several modules: it has what one of them has. */
static enum ga_status take_kernel(struct reading *r, struct ga_err *err) {
    struct ga_observed *const all = r->seen;
    uint32_t kernel;
    enum { NEVER = GA_N_EDITS, EDITED, OFFSET, NUMBERS };
    uint64_t n[NUMBERS];
    enum ga_status status = ga_symbols_add(r->symbols, r->in.field[r->place[0]], &kernel, err);
    for (int i = 0; status == GA_OK && i < NUMBERS; i++)
        status = whole(r, 1 + i, UINT64_MAX, &n[i], err);
    if (status == GA_OK)
        status = take_code(all, kernel, r->in.field[r->place[3 + NUMBERS]], err);
    if (status != GA_OK)
        return status;
    take_target(all, r->in.field[r->place[2 + NUMBERS]]);
    const size_t place = place_of(all, kernel);
    if (place == all->n_kernels) {
        struct ga_seen_kernel *const at = more_of(all->kernels, all->n_kernels, sizeof *at);
        if (!at)
            return ga_fail(err, GA_ERROR, "out of memory");
        all->kernels = at;
        at[all->n_kernels++] = (struct ga_seen_kernel){.kernel = kernel};
    }
    struct ga_seen_kernel *const row = &all->kernels[place];
    for (int i = 0; i < GA_N_EDITS; i++)
        row->n[i] = n[i] > row->n[i] ? n[i] : row->n[i];
    row->never = n[NEVER] > row->never ? n[NEVER] : row->never;
    row->edited += n[EDITED];
    if (n[EDITED] > 0) {
        row->offset = n[OFFSET];
        snprintf(row->instruction, sizeof row->instruction, "%s",
                 r->in.field[r->place[1 + NUMBERS]]);
    }
    return GA_OK;
}

static enum ga_status take_note(struct reading *r, struct ga_err *err) {
    struct ga_observed *const all = r->seen;
    const char *const kind = r->in.field[r->place[0]], *const text = r->in.field[r->place[1]];
    for (size_t i = 0; i < all->n_notes; i++)
        if (strcmp(all->notes[i].kind, kind) == 0 && strcmp(all->notes[i].text, text) == 0) {
            all->notes[i].times++;
            return GA_OK;
        }
    struct ga_seen_note *const at = more_of(all->notes, all->n_notes, sizeof *at);
    char *const copy = at ? strdup(text) : NULL;
    if (at)
        all->notes = at;
    if (!copy)
        return ga_fail(err, GA_ERROR, "out of memory");
    struct ga_seen_note *const note = &at[all->n_notes++];
    snprintf(note->kind, sizeof note->kind, "%s", kind);
    note->text = copy;
    note->times = 1;
    return GA_OK;
}

struct kind {
    const char *prefix;
    const char *columns[MOST_COLUMNS];
    enum ga_status (*take)(struct reading *r, struct ga_err *err);
};
static const struct kind kinds[] = {
    {"launches.",
     {"kernel", "grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z", "device", "start_ns",
      "end_ns", "source", NULL},
     take_launch},
    {"kernels.",
     {"kernel",
#define GA_EDIT(id, name, ...) name,
#include "edits.def"
#undef GA_EDIT
      "never", "edited", "offset", "instruction", "target", "module", NULL},
     take_kernel},
    {"notes.", {"kind", "text", NULL}, take_note},
};

static enum ga_status read_rows(const struct kind *kind, bool all, struct reading *r,
                                struct ga_err *err) {
    bool more = false;
    enum ga_status status = ga_csv_read(&r->in, &more, err);
    if (status == GA_OK && !more)
        return GA_OK; /* empty: its process had nothing to say */
    const unsigned n_columns = r->in.n_fields;
    r->columns = kind->columns;
    for (int i = 0; status == GA_OK && kind->columns[i]; i++)
        status = ga_csv_column(&r->in, kind->columns[i], &r->place[i], err);
    while (ga_csv_next(&r->in, &status, err)) {
        if (r->in.n_fields != n_columns)
            status = ga_fail(err, GA_USAGE, "%s:%lu: %u fields, expected %u", r->in.path,
                             r->in.line, r->in.n_fields, n_columns);
        if (status == GA_OK)
            status = kind->take(r, err);
    }
    return status == GA_USAGE && !all ? GA_OK : status;
}

static enum ga_status read_file(const char *path, const struct kind *kind, bool all,
                                struct ga_symbols *symbols, struct ga_observed *seen,
                                struct ga_err *err) {
    struct reading *const r = calloc(1, sizeof *r);
    if (!r)
        return ga_fail(err, GA_ERROR, "out of memory");
    r->symbols = symbols;
    r->seen = seen;
    enum ga_status status = ga_csv_open(&r->in, path, err);
    if (status == GA_OK) {
        status = read_rows(kind, all, r, err);
        ga_csv_end(&r->in);
    }
    free(r);
    return status;
}

enum ga_status ga_observed_read(const char *directory, bool all, struct ga_symbols *symbols,
                                struct ga_observed *seen, struct ga_err *err) {
    enum ga_status status = GA_OK;
    *seen = (struct ga_observed){.launches = NULL};
    DIR *const open = opendir(directory);
    if (!open)
        return ga_fail(err, GA_FILE, "%s: %s", directory, strerror(errno));
    for (struct dirent *entry; status == GA_OK && (entry = readdir(open));)
        for (size_t i = 0; status == GA_OK && i < sizeof kinds / sizeof *kinds; i++) {
            char path[PATH_MAX];
            if (strncmp(entry->d_name, kinds[i].prefix, strlen(kinds[i].prefix)) != 0)
                continue;
            snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
            status = read_file(path, &kinds[i], all, symbols, seen, err);
            seen->n_files++;
        }
    closedir(open);
    return status;
}

void ga_observed_free(struct ga_observed *seen) {
    for (size_t i = 0; i < seen->n_notes; i++)
        free(seen->notes[i].text);
    free(seen->launches);
    free(seen->kernels);
    free(seen->code);
    free(seen->notes);
    *seen = (struct ga_observed){.launches = NULL};
}

const struct ga_seen_kernel *ga_observed_kernel(const struct ga_observed *seen, uint32_t kernel) {
    const size_t i = place_of(seen, kernel);
    return i < seen->n_kernels ? &seen->kernels[i] : NULL;
}

const char *ga_observed_note(const struct ga_observed *seen, const char *kind) {
    for (size_t i = 0; i < seen->n_notes; i++)
        if (strcmp(seen->notes[i].kind, kind) == 0)
            return seen->notes[i].text;
    return NULL;
}
