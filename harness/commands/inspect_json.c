/* The rows of `inspect` as JSON: an array of objects, whose members are the
 * columns of the CSV. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csv.h"
#include "inspect.h"

/* Control characters and what JSON takes for its own; other bytes are UTF-8 as
 * they came. */
static void put_string(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, out);
    fputc('"', out);
}

/* As the CSV has it; null where that is empty. */
static void put_number(FILE *out, double number) {
    if (!isfinite(number))
        fputs("null", out);
    else if (number < 1e15 && number == floor(number))
        fprintf(out, "%.0f", number);
    else
        fprintf(out, "%.*g", GA_PRICE_DIGITS, number);
}

static enum ga_status put_row(FILE *out, const struct ga_found *row, const char *between,
                              struct ga_err *err) {
    struct ga_cells cells;
    char *const name = ga_demangled(row->kernel);
    if (!name)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    ga_inspect_cells(row, name, &cells);
    fprintf(out, "%s\n  {", between);
    for (size_t i = 0; i < GA_INSPECT_COLUMNS; i++) {
        fprintf(out, "%s\"%s\": ", i ? ", " : "", ga_inspect_columns[i]);
        if (cells.at[i].text)
            put_string(out, cells.at[i].text);
        else
            put_number(out, cells.at[i].number);
    }
    fputc('}', out);
    free(name);
    return GA_OK;
}

enum ga_status ga_inspect_json(const struct ga_inventory *v, const char *path, struct ga_err *err) {
    char part[GA_CSV_MAX_PATH + GA_PART_NAME];
    int fd = -1;
    if (strlen(path) >= GA_CSV_MAX_PATH)
        return ga_fail(err, GA_FILE, "%s: %s", path, strerror(ENAMETOOLONG));
    enum ga_status status = ga_part_create(path, part, sizeof part, &fd, err);
    if (status != GA_OK)
        return status;
    FILE *const out = fdopen(dup(fd), "w");
    if (!out)
        status = ga_fail(err, GA_FILE, "%s: %s", path, strerror(errno));
    if (out)
        fputc('[', out);
    for (size_t i = 0; out && status == GA_OK && i < v->n; i++)
        status = put_row(out, &v->at[i], i ? "," : "", err);
    if (out && fputs("\n]\n", out) < 0 && status == GA_OK)
        status = ga_fail(err, GA_FILE, "%s: %s", path, strerror(errno));
    if (out && (ferror(out) != 0) + (fclose(out) != 0) > 0 && status == GA_OK)
        status = ga_fail(err, GA_FILE, "%s: %s", path, strerror(errno));
    if (status == GA_OK)
        status = ga_part_commit(fd, part, path, err);
    else
        unlink(part);
    close(fd);
    return status;
}
