/* `compare`: the medians of two runs, point by point. Of one device a second run that is worse never exits 0: that is what
 * this command is for. Of two devices it tells how far they are apart. */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "compare_device.h"
#include "compare_points.h"
#include "compare_rows.h"
#include "measured.h"
#include "names.h"

enum { MAX_PATH = PATH_MAX + NAME_MAX + 2 };

/* within, share: percent; share below 0: the default. of_two: the runs are of two devices, so that their ratios are told and
 * nothing is judged. rows: where they are written, too, or NULL. */
struct tolerance {
    double within, share;
    bool of_two;
    struct ga_row_file *rows;
};

/* The names of a directory's *.csv, sorted, without the ending. */
struct listing {
    struct dirent **at;
    int n;
};

static void path_of(char *path, const char *directory, const char *table) {
    snprintf(path, MAX_PATH, "%s/%s.csv", directory, table);
}

static int is_csv(const struct dirent *entry) {
    const size_t n = strlen(entry->d_name);
    return n > 4 && strcmp(entry->d_name + n - 4, ".csv") == 0;
}

static enum ga_status list(const char *directory, struct listing *listing, struct ga_err *err) {
    listing->n = scandir(directory, &listing->at, is_csv, alphasort);
    if (listing->n < 0) {
        listing->n = 0;
        return ga_fail(err, GA_FILE, "compare: %s: %s", directory, strerror(errno));
    }
    for (int i = 0; i < listing->n; i++)
        *strrchr(listing->at[i]->d_name, '.') = '\0';
    return GA_OK;
}

static void free_listing(struct listing *listing) {
    for (int i = 0; i < listing->n; i++)
        free(listing->at[i]);
    free((void *)listing->at);
}

static bool has(const struct listing *listing, const char *name) {
    for (int i = 0; i < listing->n; i++)
        if (strcmp(listing->at[i]->d_name, name) == 0)
            return true;
    return false;
}

static bool is_wanted(const struct ga_list *patterns, const char *name) {
    for (uint32_t p = 0; p < patterns->n; p++)
        if (fnmatch(patterns->at[p], name, 0) == 0)
            return true;
    return patterns->n == 0;
}

/* out: the tables that both directories hold, NULL-terminated; the strings are the listing's. A file is
 * a table if it is one in either, or cannot be read: what is wrong with it is said when it is compared. */
static enum ga_status find_common(const char *const *directory, const struct listing *listings,
                                  const char **common, struct ga_err *err) {
    size_t n = 0;
    for (int i = 0; i < listings[0].n; i++) {
        const char *const name = listings[0].at[i]->d_name;
        bool is_table = false;
        for (int d = 0; d < 2 && !is_table && has(&listings[1], name); d++) {
            char path[MAX_PATH];
            path_of(path, directory[d], name);
            struct ga_err why;
            is_table = ga_measured_is_table(path, &is_table, &why) != GA_OK || is_table;
        }
        if (is_table)
            common[n++] = name;
    }
    common[n] = NULL;
    return n ? GA_OK
             : ga_fail(err, GA_USAGE, "compare: there is no table that both %s and %s hold",
                       directory[0], directory[1]);
}

static enum ga_status check_patterns(const struct ga_list *patterns, const char *const *common,
                                     struct ga_err *err) {
    for (uint32_t p = 0; p < patterns->n; p++) {
        bool any = false;
        for (const char *const *name = common; *name; name++)
            any |= fnmatch(patterns->at[p], *name, 0) == 0;
        if (any)
            continue;
        const char *const near = ga_nearest(patterns->at[p], common);
        return ga_fail(
            err, GA_USAGE, "--bench '%s' matches no table that both directories hold%s%s%s",
            patterns->at[p], near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
    return GA_OK;
}

/* Spreads of twice five processes overlap by chance in 99.2 %; an interval of one process covers no other. */
static double share_of(struct tolerance tolerance, const struct ga_comparison *c) {
    return tolerance.share >= 0 ? tolerance.share : c->of_sets ? 99 : 95;
}

/* err: GA_WRONG if the runs disagree, GA_USAGE if no point is in both, or none that did the same work. */
static enum ga_status judge(const char *name, const char *const *directory,
                            struct tolerance tolerance, const struct ga_comparison *c,
                            struct ga_err *err) {
    if (c->n_both == 0)
        return ga_fail(err, GA_USAGE, "compare: %s: no point is in both %s and %s", name,
                       directory[0], directory[1]);
    if (c->n_lost > 0)
        return ga_fail(err, GA_WRONG,
                       "compare: %s: points that are ok in %s and not in %s: %zu, "
                       "the first %s",
                       name, directory[0], directory[1], c->n_lost, c->lost->key);
    if (c->n_ok == 0 && c->n_work > 0)
        return ga_fail(err, GA_USAGE, "compare: %s: no point did the same work in %s and %s", name,
                       directory[0], directory[1]);
    if ((double)c->n_alike * 100 < share_of(tolerance, c) * (double)c->n_ok)
        return ga_fail(
            err, GA_WRONG,
            "compare: %s: %zu of %zu medians are within %g %% or have intervals that overlap, "
            "fewer than the %g %% wanted",
            name, c->n_alike, c->n_ok, tolerance.within, share_of(tolerance, c));
    return GA_OK;
}

static const char *verdict_of(bool of_two, enum ga_status status) {
    return status == GA_WRONG && !of_two ? "disagree"
           : status != GA_OK             ? "not compared"
           : of_two                      ? ""
                                         : "agree";
}

/* out: *n_ok grows by the medians compared. err: as judge(); GA_WRONG, too, if the tables have different
 * axes; as ga_measured_read() if one of them is none. */
static enum ga_status compare_table(const char *name, const char *const *directory,
                                    struct tolerance tolerance, size_t *n_ok, struct ga_err *err) {
    struct ga_measured_table tables[2] = {{0}};
    struct ga_comparison c = {0};
    char paths[2][MAX_PATH];
    enum ga_status status = GA_OK;
    for (int d = 0; status == GA_OK && d < 2; d++) {
        path_of(paths[d], directory[d], name);
        status = ga_measured_read(paths[d], d ? &tables[0] : NULL, NULL, &tables[d], err);
    }
    if (status == GA_OK)
        status = ga_compare_points(tables, tolerance.within, &c, err);
    *n_ok += c.n_ok;
    if (status != GA_OK) {
        printf("%s: not compared: %s\n", name, err->message);
    } else if (tolerance.of_two) {
        ga_print_ratios(name, &c);
    } else {
        ga_print_differences(name, directory, &c);
        status = judge(name, directory, tolerance, &c, err);
    }
    if (tolerance.rows)
        ga_compare_rows_add(tolerance.rows, name, &c, verdict_of(tolerance.of_two, status),
                            status == GA_OK ? "" : err->message);
    ga_comparison_free(&c);
    ga_measured_free(&tables[0]);
    ga_measured_free(&tables[1]);
    return status;
}

/* Tables with the same kind of trouble. names: of the first n_named of n; two of them and what is wrong fit into one message. */
struct trouble {
    enum ga_status status; /* of the first */
    struct ga_err first;
    unsigned n, n_named;
    char names[200];
};

static void add_trouble(struct trouble *t, const char *name, enum ga_status status,
                        const struct ga_err *why) {
    const size_t at = strlen(t->names), room = sizeof t->names - sizeof " and 4294967295 more";
    if (t->n_named == t->n && at + strlen(name) + 2 < room) {
        snprintf(t->names + at, sizeof t->names - at, "%s%s", t->n ? ", " : "", name);
        t->n_named++;
    }
    if (t->n++ == 0) {
        t->status = status;
        t->first = *why;
    }
}

/* After the last. out: the names, and how many more there are. */
static const char *names_of(struct trouble *t) {
    const size_t at = strlen(t->names);
    if (t->n_named < t->n)
        snprintf(t->names + at, sizeof t->names - at, " and %u more", t->n - t->n_named);
    return t->names;
}

/* That tables disagree is the answer, whatever could not be compared besides. */
static enum ga_status sum_up(struct trouble *disagree, struct trouble *failed, unsigned n_tables,
                             struct ga_err *err) {
    const char *const also = disagree->n && failed->n ? "; not compared: " : "";
    if (disagree->n > 0)
        return ga_fail(err, GA_WRONG, "%.300s (%u of %u tables disagree: %s%s%s)",
                       disagree->first.message, disagree->n, n_tables, names_of(disagree), also,
                       names_of(failed));
    return ga_fail(err, failed->status, "%.300s (%u of %u tables not compared: %s)",
                   failed->first.message, failed->n, n_tables, names_of(failed));
}

static double within_of(const struct ga_request *request) {
    return request->within.given ? request->within.value : 1;
}

/* Every table is compared, or said why not; those that disagree are named at the end, and what the first of
 * them lacks. */
static enum ga_status compare_all(const struct ga_request *request, const char *const *common,
                                  bool of_two, struct ga_row_file *rows, struct ga_err *err) {
    const struct tolerance tolerance = {
        within_of(request), request->share.given ? request->share.value : -1, of_two, rows};
    struct trouble disagree = {.n = 0}, failed = {.n = 0}, other = {.n = 0};
    unsigned n_tables = 0;
    size_t n_ok = 0;
    for (; *common; common++) {
        struct ga_err problem = {""};
        if (!is_wanted(&request->benches, *common))
            continue;
        const enum ga_status status =
            compare_table(*common, request->directory, tolerance, &n_ok, &problem);
        n_tables++;
        if (status != GA_OK)
            add_trouble(status != GA_WRONG ? &failed
                        : of_two           ? &other
                                           : &disagree,
                        *common, status, &problem);
    }
    if (other.n > 0)
        printf("\n%u of %u tables not compared, as their axes differ: %s%s\n", other.n, n_tables,
               names_of(&other),
               n_ok ? ". That alone is no failure of two devices: exit status 0" : "");
    if (disagree.n + failed.n > 0)
        return sum_up(&disagree, &failed, n_tables, err);
    return n_ok ? GA_OK : ga_fail(err, GA_USAGE, "compare: no point is ok in both");
}

/* A table that is in one run alone cannot be compared, and that is said. */
static void print_alone(const struct ga_request *request, const struct listing *listings) {
    for (int d = 0; d < 2; d++)
        for (int i = 0; i < listings[d].n; i++) {
            const char *const name = listings[d].at[i]->d_name;
            bool is_table = false;
            char path[MAX_PATH];
            path_of(path, request->directory[d], name);
            if (!has(&listings[1 - d], name) && is_wanted(&request->benches, name) &&
                ga_measured_is_table(path, &is_table, NULL) == GA_OK && is_table)
                printf("%s: only in %s, not compared\n", name, request->directory[d]);
        }
}

/* That runs disagree is written, too. */
static enum ga_status compare_into(const struct ga_request *request, const char *const *common,
                                   bool of_two, struct ga_err *err) {
    struct ga_row_file rows;
    struct ga_err second;
    if (!request->csv)
        return compare_all(request, common, of_two, NULL, err);
    enum ga_status status = ga_compare_rows_create(&rows, request->csv, err);
    if (status != GA_OK)
        return status;
    status = compare_all(request, common, of_two, &rows, err);
    const enum ga_status written = ga_row_file_close(&rows, &second);
    return written == GA_OK ? status : ga_fail(err, written, "%s", second.message);
}

static enum ga_status compare_listed(const struct ga_request *request,
                                     const struct listing *listings, struct ga_err *err) {
    const char **const common = calloc((size_t)listings[0].n + 1, sizeof *common);
    bool of_two = false;
    if (!common)
        return ga_fail(err, GA_ERROR, "compare: out of memory");
    enum ga_status status = find_common(request->directory, listings, common, err);
    if (status == GA_OK)
        status = check_patterns(&request->benches, common, err);
    if (status == GA_OK)
        status = ga_compare_devices(request->directory, &of_two, err);
    if (status == GA_OK && of_two && (request->within.given || request->share.given))
        status =
            ga_fail(err, GA_USAGE,
                    "compare: --within and --share judge runs of one device; these are of two");
    if (status == GA_OK) {
        print_alone(request, listings);
        if (of_two)
            ga_print_ratio_heads();
        else
            ga_print_difference_heads(within_of(request));
        status = compare_into(request, common, of_two, err);
    }
    free((void *)common);
    return status;
}

enum ga_status ga_command_compare(const struct ga_request *request, struct ga_err *err) {
    struct listing listings[2] = {{0}};
    enum ga_status status = list(request->directory[0], &listings[0], err);
    if (status == GA_OK)
        status = list(request->directory[1], &listings[1], err);
    if (status == GA_OK)
        status = compare_listed(request, listings, err);
    free_listing(&listings[0]);
    free_listing(&listings[1]);
    return status;
}
