/* `compare`: the medians of two runs of one device, point by point. A second run that is worse never
 * exits 0: that is what this command is for. */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "compare_device.h"
#include "measured.h"
#include "names.h"

enum { MAX_PATH = PATH_MAX + NAME_MAX + 2 };

struct tolerance {
    double within, share; /* percent */
};

/* One table in both runs. */
struct comparison {
    size_t n_both, n_only[2];
    size_t n_status, n_lost; /* whose status differs, and of these: was ok and is not */
    size_t n_instruction;
    size_t n_work; /* ok in both, of other numbers of operations: the times say nothing */
    size_t n_ok, n_within;
    double *percent;                    /* [n_ok], |second - first| / first */
    const struct ga_measured *lost;     /* the first of them */
    const struct ga_measured *worst[2]; /* the point with the largest difference, in both runs */
    double worst_percent;
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

/* Whether both cells say something, and something else. */
static bool differ(const char *first, const char *second) {
    return *first && *second && strcmp(first, second) != 0;
}

/* A point that is in both runs. */
static void meet(const struct ga_measured *first, const struct ga_measured *second, double within,
                 struct comparison *c) {
    c->n_both++;
    c->n_instruction += differ(first->instruction, second->instruction);
    c->n_status += first->status != second->status;
    if (first->status == GA_OK && second->status != GA_OK) {
        c->n_lost++;
        if (!c->lost || first->line < c->lost->line)
            c->lost = first;
    }
    if (first->status != GA_OK || second->status != GA_OK)
        return;
    if (differ(first->ops, second->ops)) {
        c->n_work++;
        return;
    }
    const double difference = fabs(second->median_ns - first->median_ns);
    const double percent = difference > 0 ? difference * 100 / first->median_ns : 0;
    c->n_within += percent <= within;
    if (c->n_ok == 0 || percent > c->worst_percent) {
        c->worst[0] = first;
        c->worst[1] = second;
        c->worst_percent = percent;
    }
    c->percent[c->n_ok++] = percent;
}

/* Both tables are sorted by key. */
static void join(const struct ga_measured_table *tables, double within, struct comparison *c) {
    const struct ga_measured *first = tables[0].at, *const first_end = first + tables[0].n;
    const struct ga_measured *second = tables[1].at, *const second_end = second + tables[1].n;
    while (first < first_end || second < second_end) {
        const int order = first == first_end     ? 1
                          : second == second_end ? -1
                                                 : strcmp(first->key, second->key);
        if (order == 0)
            meet(first, second, within, c);
        else
            c->n_only[order > 0]++;
        first += order <= 0;
        second += order >= 0;
    }
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t n) {
    qsort(values, n, sizeof *values, by_value);
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

static void print(const char *name, const char *const *directory, double within,
                  const struct comparison *c) {
    printf("%s: %zu points in both", name, c->n_both);
    if (c->n_ok > 0)
        printf(
            ", median_ns of %zu of %zu within %g %%: %.6g %%; median difference %.4g %%, largest "
            "%.4g %% at %s (%g and %g ns)",
            c->n_within, c->n_ok, within, (double)c->n_within * 100 / (double)c->n_ok,
            median(c->percent, c->n_ok), c->worst_percent, c->worst[0]->key, c->worst[0]->median_ns,
            c->worst[1]->median_ns);
    else
        printf(", none of them %s in both", c->n_work ? "of the same work" : "ok");
    printf(
        "; only in %s: %zu, only in %s: %zu; status differs: %zu, instruction differs: %zu, work "
        "differs: %zu\n",
        directory[0], c->n_only[0], directory[1], c->n_only[1], c->n_status, c->n_instruction,
        c->n_work);
}

/* err: GA_WRONG if the runs disagree, GA_USAGE if no point is in both, or none that did the same work. */
static enum ga_status judge(const char *name, const char *const *directory,
                            struct tolerance tolerance, const struct comparison *c,
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
    if ((double)c->n_within * 100 < tolerance.share * (double)c->n_ok)
        return ga_fail(err, GA_WRONG,
                       "compare: %s: %zu of %zu medians are within %g %%, fewer than the %g %% "
                       "wanted",
                       name, c->n_within, c->n_ok, tolerance.within, tolerance.share);
    return GA_OK;
}

/* out: *n_ok grows by the medians compared. err: as judge(); GA_WRONG, too, if the tables have different
 * axes; as ga_measured_read() if one of them is none. */
static enum ga_status compare_table(const char *name, const char *const *directory,
                                    struct tolerance tolerance, size_t *n_ok, struct ga_err *err) {
    struct ga_measured_table tables[2] = {{0}};
    struct comparison c = {0};
    char paths[2][MAX_PATH];
    enum ga_status status = GA_OK;
    for (int d = 0; status == GA_OK && d < 2; d++) {
        path_of(paths[d], directory[d], name);
        status = ga_measured_read(paths[d], d ? &tables[0] : NULL, NULL, &tables[d], err);
    }
    if (status == GA_OK) {
        c.percent = malloc((tables[0].n + 1) * sizeof *c.percent);
        if (!c.percent)
            status = ga_fail(err, GA_ERROR, "%s: out of memory", paths[0]);
    }
    if (status == GA_OK) {
        join(tables, tolerance.within, &c);
        print(name, directory, tolerance.within, &c);
        *n_ok += c.n_ok;
        status = judge(name, directory, tolerance, &c, err);
    } else {
        printf("%s: not compared: %s\n", name, err->message);
    }
    free(c.percent);
    ga_measured_free(&tables[0]);
    ga_measured_free(&tables[1]);
    return status;
}

/* Tables with the same kind of trouble. */
struct trouble {
    enum ga_status status; /* of the first */
    struct ga_err first;
    unsigned n;
    char names[512];
};

static void add_trouble(struct trouble *t, const char *name, enum ga_status status,
                        const struct ga_err *why) {
    const size_t at = strlen(t->names);
    snprintf(t->names + at, sizeof t->names - at, "%s%s", t->n ? ", " : "", name);
    if (t->n++ == 0) {
        t->status = status;
        t->first = *why;
    }
}

/* That tables disagree is the answer, whatever could not be compared besides. */
static enum ga_status sum_up(const struct trouble *disagree, const struct trouble *failed,
                             unsigned n_tables, struct ga_err *err) {
    const char *const also = disagree->n && failed->n ? "; not compared: " : "";
    if (disagree->n > 0)
        return ga_fail(err, GA_WRONG, "%s (%u of %u tables disagree: %s%s%s)",
                       disagree->first.message, disagree->n, n_tables, disagree->names, also,
                       failed->names);
    return ga_fail(err, failed->status, "%s (%u of %u tables not compared: %s)",
                   failed->first.message, failed->n, n_tables, failed->names);
}

/* Every table is compared, or said why not; those that disagree are named at the end, and what the first of
 * them lacks. */
static enum ga_status compare_all(const struct ga_request *request, const char *const *common,
                                  struct ga_err *err) {
    const struct tolerance tolerance = {request->within.given ? request->within.value : 1,
                                        request->share.given ? request->share.value : 95};
    struct trouble disagree = {.n = 0}, failed = {.n = 0};
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
            add_trouble(status == GA_WRONG ? &disagree : &failed, *common, status, &problem);
    }
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

static enum ga_status compare_listed(const struct ga_request *request,
                                     const struct listing *listings, struct ga_err *err) {
    const char **const common = calloc((size_t)listings[0].n + 1, sizeof *common);
    if (!common)
        return ga_fail(err, GA_ERROR, "compare: out of memory");
    enum ga_status status = find_common(request->directory, listings, common, err);
    if (status == GA_OK)
        status = check_patterns(&request->benches, common, err);
    if (status == GA_OK)
        status = ga_compare_devices(request->directory, err);
    if (status == GA_OK) {
        print_alone(request, listings);
        status = compare_all(request, common, err);
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
