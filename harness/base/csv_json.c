#include "csv_json.h"

#include <dirent.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "names.h"
#include "number.h"

enum { DIGITS = 15 };

/* Columns of names, also where one is spelled like a number: the unit 1, a kernel called 7. */
static const char *const texts_always[] = {"unit",    "kernel", "trial", "instruction",
                                           "message", "reason", "word",  NULL};

static bool is_text(const char *column) {
    size_t t = 0;
    while (texts_always[t] && strcmp(texts_always[t], column) != 0)
        t++;
    return texts_always[t] != NULL;
}

struct ga_row_cell ga_cell_of(const char *column, const char *text) {
    struct ga_row_cell cell = {NULL, NAN};
    if (*text && (is_text(column) || !ga_parse_real(text, -DBL_MAX, DBL_MAX, &cell.number)))
        cell.text = text;
    return cell;
}

/* in: the header was read last. */
static enum ga_status begin(const struct ga_csv_in *in, const char *json, const char **columns,
                            struct ga_row_file *file, struct ga_err *err) {
    for (unsigned f = 0; f < in->n_fields; f++)
        if (!(columns[f] = ga_intern(in->field[f])))
            return ga_fail(err, GA_ERROR, "%s: out of memory", json);
    return ga_row_file_create(file, json, true, columns, in->n_fields, DIGITS, err);
}

static enum ga_status put_rows(struct ga_csv_in *in, bool texts, struct ga_row_file *file,
                               struct ga_err *err) {
    struct ga_row_cell cells[GA_CSV_MAX_FIELDS];
    bool more = true;
    for (;;) {
        const enum ga_status status = ga_csv_read(in, &more, err);
        if (status != GA_OK || !more)
            return status;
        if (in->n_fields != file->n_columns)
            return ga_fail(err, GA_USAGE, "%s:%lu: %u fields, expected %zu", in->path, in->line,
                           in->n_fields, file->n_columns);
        for (unsigned f = 0; f < in->n_fields; f++)
            cells[f] = texts ? (struct ga_row_cell){in->field[f], 0}
                             : ga_cell_of(file->columns[f], in->field[f]);
        ga_row_file_add(file, cells);
    }
}

static enum ga_status convert(struct ga_csv_in *in, const char *json, bool texts,
                              struct ga_err *err) {
    const char *columns[GA_CSV_MAX_FIELDS];
    struct ga_row_file file = {.n_columns = 0};
    bool more = false;
    enum ga_status status = ga_csv_read(in, &more, err);
    if (status == GA_OK && !more)
        status = ga_fail(err, GA_USAGE, "%s:1: there is no line of names", in->path);
    if (status == GA_OK)
        status = ga_csv_no_twins(in, err);
    if (status == GA_OK)
        status = begin(in, json, columns, &file, err);
    if (status != GA_OK)
        return status;
    status = put_rows(in, texts, &file, err);
    if (status == GA_OK)
        return ga_row_file_close(&file, err);
    ga_row_file_abandon(&file);
    return status;
}

enum ga_status ga_csv_to_json(const char *csv, const char *json, bool texts, struct ga_err *err) {
    struct ga_csv_in *const in = malloc(sizeof *in);
    if (!in)
        return ga_fail(err, GA_ERROR, "%s: out of memory", json);
    enum ga_status status = ga_csv_open(in, csv, err);
    if (status == GA_OK) {
        status = convert(in, json, texts, err);
        ga_csv_end(in);
    }
    free(in);
    return status;
}

enum ga_status ga_json_may_replace(const char *path, struct ga_err *err) {
    struct stat info;
    if (stat(path, &info) != 0)
        return GA_OK;
    FILE *const file = S_ISREG(info.st_mode) ? fopen(path, "r") : NULL;
    const int first = file ? getc(file) : EOF;
    if (file)
        fclose(file);
    return first == '[' ? GA_OK
                        : ga_fail(err, GA_USAGE,
                                  "--json %s: is there and holds no rows; not replaced", path);
}

static int is_csv(const struct dirent *entry) {
    const char *const dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".csv") == 0;
}

enum ga_status ga_json_beside(const char *directory, struct ga_err *err) {
    struct dirent **files = NULL;
    const int n = scandir(directory, &files, is_csv, alphasort);
    enum ga_status status =
        n >= 0 ? GA_OK : ga_fail(err, GA_FILE, "%s: %s", directory, strerror(errno));
    for (int i = 0; i < n; i++) {
        char csv[GA_CSV_MAX_PATH], json[GA_CSV_MAX_PATH];
        const char *const name = files[i]->d_name;
        const int stem = (int)strlen(name) - 4;
        if (status == GA_OK &&
            (snprintf(csv, sizeof csv, "%s/%s", directory, name) >= (int)sizeof csv ||
             snprintf(json, sizeof json, "%s/%.*s.json", directory, stem, name) >=
                 (int)sizeof json))
            status = ga_fail(err, GA_FILE, "%.60s...: the path is too long", directory);
        if (status == GA_OK)
            status = ga_csv_to_json(csv, json, strcmp(name, "run.csv") == 0, err);
        free(files[i]);
    }
    free((void *)files);
    return status;
}
