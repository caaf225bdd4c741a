/* `report`: sets, tables, figures and faults are gathered first, so that what is wrong with them leaves no page. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answers.h"
#include "commands.h"
#include "csv.h"
#include "figures.h"
#include "measured.h"
#include "names.h"
#include "page.h"

/* What a page is made of, of n sets. own: release. */
struct gathered {
    size_t n;
    struct ga_answers *sets;
    char (*names)[GA_SHORT_NAME];
    struct ga_faults *faults;
    const char **figures;                              /* by set; NULL: none */
    char (*directories)[PATH_MAX], (*drawn)[PATH_MAX]; /* drawn: "", or ours, to be removed */
    struct ga_page page;
};

static enum ga_status read_set(const char *directory, struct ga_answers *set, struct ga_err *err) {
    struct stat info;
    if (stat(directory, &info) != 0)
        return ga_fail(err, GA_FILE, "report: %s: %s", directory, strerror(errno));
    if (!S_ISDIR(info.st_mode))
        return ga_fail(err, GA_FILE, "report: %s: %s; give the directory of a run", directory,
                       strerror(ENOTDIR));
    return ga_answers_read(directory, NULL, set, err);
}

static int is_csv(const struct dirent *entry) {
    const char *const dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".csv") == 0;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A name that another set may have had before. */
static enum ga_status add_table(struct ga_page *page, const char *name, struct ga_err *err) {
    const char *const kept = ga_intern(name);
    if (!kept)
        return ga_fail(err, GA_ERROR, "report: out of memory");
    for (size_t t = 0; t < page->n_tables; t++)
        if (page->tables[t] == kept)
            return GA_OK;
    if (page->n_tables == GA_MOST_TABLES)
        return ga_fail(err, GA_USAGE, "report: more than %d tables", GA_MOST_TABLES);
    page->tables[page->n_tables++] = kept;
    return GA_OK;
}

/* The tables of a set, and what is wrong with their rows. */
static enum ga_status look_at_tables(const struct ga_answers *set, struct ga_page *page,
                                     struct ga_faults *faults, struct ga_err *err) {
    struct dirent **files = NULL;
    const int n = scandir(set->directory, &files, is_csv, alphasort);
    enum ga_status status =
        n >= 0 ? GA_OK : ga_fail(err, GA_FILE, "report: %s: %s", set->directory, strerror(errno));
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX];
        bool is_table = false;
        if (status == GA_OK && snprintf(path, sizeof path, "%s/%s", set->directory,
                                        files[i]->d_name) >= (int)sizeof path)
            status = ga_fail(err, GA_FILE, "%.60s...: the path is too long", set->directory);
        if (status == GA_OK)
            status = ga_measured_is_table(path, &is_table, err);
        if (status == GA_OK && is_table) {
            *strrchr(files[i]->d_name, '.') = '\0';
            status = add_table(page, files[i]->d_name, err);
            if (status == GA_OK)
                status = ga_faults_of_table(path, files[i]->d_name, set->run, faults, err);
        }
        free(files[i]);
    }
    free((void *)files);
    return status;
}

static bool has_figures(const char *directory) {
    char path[PATH_MAX];
    size_t n = 0;
    const struct ga_figure *const figures = ga_figures(&n);
    for (size_t f = 0; f < n; f++)
        if (snprintf(path, sizeof path, "%s/%s.svg", directory, figures[f].name) < PATH_MAX &&
            access(path, R_OK) == 0)
            return true;
    return false;
}

/* Draws them for this page alone. What cannot be drawn is said, and is no reason for no page. */
static enum ga_status draw(struct gathered *g, size_t s, struct ga_err *err) {
    const char *const place = getenv("TMPDIR");
    char *const directory = g->drawn[s];
    struct ga_err why = {""};
    snprintf(directory, sizeof *g->drawn, "%s/ga-report-XXXXXX", place && *place ? place : "/tmp");
    if (!mkdtemp(directory)) {
        *directory = '\0';
        return ga_fail(err, GA_FILE, "report: no temporary directory: %s", strerror(errno));
    }
    const enum ga_status status = ga_plot_quietly(g->sets[s].directory, directory, &why);
    if (status == GA_INTERRUPTED)
        return ga_fail(err, status, "%s", why.message);
    if (status != GA_OK)
        fprintf(stderr, "report: of %s: %s\n", g->sets[s].directory, why.message);
    g->figures[s] = directory;
    return GA_OK;
}

static enum ga_status find_figures(struct gathered *g, size_t s, struct ga_err *err) {
    if (snprintf(g->directories[s], sizeof *g->directories, "%s/figures", g->sets[s].directory) >=
        (int)sizeof *g->directories)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long", g->sets[s].directory);
    g->figures[s] = g->directories[s];
    return has_figures(g->figures[s]) ? GA_OK : draw(g, s, err);
}

static void remove_drawn(const char *directory) {
    char path[PATH_MAX + 64];
    size_t n = 0;
    const struct ga_figure *const figures = ga_figures(&n);
    for (size_t f = 0; *directory && f < n; f++) {
        snprintf(path, sizeof path, "%s/%s.svg", directory, figures[f].name);
        unlink(path);
    }
    if (*directory)
        rmdir(directory);
}

static void release(struct gathered *g) {
    for (size_t s = 0; g->sets && s < g->n; s++)
        ga_answers_free(&g->sets[s]);
    for (size_t s = 0; g->drawn && s < g->n; s++)
        remove_drawn(g->drawn[s]);
    free(g->sets);
    free(g->names);
    free(g->faults);
    free((void *)g->figures);
    free(g->directories);
    free(g->drawn);
}

static enum ga_status gather(const struct ga_request *request, struct gathered *g,
                             struct ga_err *err) {
    g->n = request->n_directories;
    g->sets = calloc(g->n, sizeof *g->sets);
    g->names = calloc(g->n, sizeof *g->names);
    g->faults = calloc(g->n, sizeof *g->faults);
    g->figures = calloc(g->n, sizeof *g->figures);
    g->directories = calloc(g->n, sizeof *g->directories);
    g->drawn = calloc(g->n, sizeof *g->drawn);
    if (!g->sets || !g->names || !g->faults || !g->figures || !g->directories || !g->drawn)
        return ga_fail(err, GA_ERROR, "report: out of memory");
    enum ga_status status = GA_OK;
    for (size_t s = 0; status == GA_OK && s < g->n; s++) {
        status = read_set(request->directory[s], &g->sets[s], err);
        if (status == GA_OK)
            ga_faults_of_run(g->sets[s].run, &g->faults[s]);
        if (status == GA_OK)
            status = look_at_tables(&g->sets[s], &g->page, &g->faults[s], err);
    }
    for (size_t s = 0; status == GA_OK && s < g->n; s++)
        status = find_figures(g, s, err);
    if (status == GA_OK)
        ga_answers_name(g->sets, g->n, g->names);
    qsort((void *)g->page.tables, g->page.n_tables, sizeof *g->page.tables, by_name);
    return status;
}

/* Only a page of ours is replaced. */
static enum ga_status may_replace(const char *path, struct ga_err *err) {
    char begin[sizeof GA_PAGE_MARK] = "";
    struct stat info;
    if (stat(path, &info) != 0)
        return GA_OK;
    FILE *const file = S_ISREG(info.st_mode) ? fopen(path, "r") : NULL;
    const size_t n = file ? fread(begin, 1, sizeof begin - 1, file) : 0;
    if (file)
        fclose(file);
    if (n == sizeof begin - 1 && strcmp(begin, GA_PAGE_MARK) == 0)
        return GA_OK;
    return ga_fail(err, GA_USAGE, "--out %s: is there and is no report; not replaced", path);
}

static enum ga_status write_page(const struct gathered *g, const char *path, struct ga_err *err) {
    bool all[GA_N_ANSWERS];
    struct ga_csv_out out;
    for (size_t a = 0; a < GA_N_ANSWERS; a++)
        all[a] = true;
    const struct ga_sheet_of_answers answers = {g->sets, g->n, all, g->names};
    struct ga_page page = g->page;
    page.answers = &answers;
    page.figures = g->figures;
    page.faults = g->faults;
    enum ga_status status = ga_csv_create(&out, path, err);
    if (status != GA_OK)
        return status;
    status = ga_page_write(&page, out.file, err);
    if (status == GA_OK)
        return ga_csv_close(&out, err);
    ga_csv_abandon(&out);
    return status;
}

enum ga_status ga_command_report(const struct ga_request *request, struct ga_err *err) {
    const char *const path = request->out ? request->out : "report.html";
    struct gathered g = {.n = 0};
    enum ga_status status = may_replace(path, err);
    if (status == GA_OK)
        status = gather(request, &g, err);
    if (status == GA_OK)
        status = write_page(&g, path, err);
    if (status == GA_OK)
        printf("%s\n", path);
    release(&g);
    return status;
}
