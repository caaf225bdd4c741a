#include "row_file.h"

#include <math.h>

static void put_head(struct ga_row_file *file) {
    if (file->json)
        putc('[', file->out.file);
    for (size_t i = 0; !file->json && i < file->n_columns; i++)
        ga_csv_name(&file->out, file->columns[i]);
    if (!file->json)
        ga_csv_end_line(&file->out);
}

enum ga_status ga_row_file_create(struct ga_row_file *file, const char *path, bool json,
                                  const char *const *columns, size_t n_columns, int digits,
                                  struct ga_err *err) {
    *file = (struct ga_row_file){
        .columns = columns, .n_columns = n_columns, .digits = digits, .json = json};
    const enum ga_status status = ga_csv_create(&file->out, path, err);
    if (status == GA_OK)
        put_head(file);
    return status;
}

void ga_row_file_begin(struct ga_row_file *file, FILE *out, bool json, const char *const *columns,
                       size_t n_columns, int digits) {
    *file = (struct ga_row_file){
        .columns = columns, .n_columns = n_columns, .digits = digits, .json = json};
    file->out = (struct ga_csv_out){.file = out, .first = true};
    put_head(file);
}

/* Control characters and what JSON takes for its own; other bytes are UTF-8 as they came. */
static void put_string(FILE *out, const char *text) {
    putc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            putc(*text, out);
    putc('"', out);
}

static void put_number(FILE *out, double number, int digits) {
    if (!isfinite(number))
        fputs("null", out);
    else if (fabs(number) < 1e15 && number == floor(number))
        fprintf(out, "%.0f", number);
    else
        fprintf(out, "%.*g", digits, number);
}

static void put_member(FILE *out, const char *before, const char *name) {
    fputs(before, out);
    put_string(out, name);
    fputs(": ", out);
}

void ga_row_file_add(struct ga_row_file *file, const struct ga_row_cell *cells) {
    FILE *const out = file->out.file;
    if (file->json)
        fprintf(out, "%s\n  {", file->n_rows ? "," : "");
    for (size_t i = 0; i < file->n_columns; i++) {
        if (file->json)
            put_member(out, i ? ", " : "", file->columns[i]);
        if (file->json && cells[i].text)
            put_string(out, cells[i].text);
        else if (file->json)
            put_number(out, cells[i].number, file->digits);
        else if (cells[i].text)
            ga_csv_name(&file->out, cells[i].text);
        else
            ga_csv_real(&file->out, cells[i].number, file->digits);
    }
    if (file->json)
        putc('}', out);
    else
        ga_csv_end_line(&file->out);
    file->n_rows++;
}

void ga_row_file_end(struct ga_row_file *file) {
    if (file->json)
        fputs("\n]\n", file->out.file);
}

enum ga_status ga_row_file_close(struct ga_row_file *file, struct ga_err *err) {
    ga_row_file_end(file);
    return ga_csv_close(&file->out, err);
}

void ga_row_file_abandon(struct ga_row_file *file) { ga_csv_abandon(&file->out); }
