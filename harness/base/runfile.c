#include "runfile.h"

#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "csv.h"
#include "kinds.h"
#include "number.h"

void ga_runfile_add(struct ga_runfile *file, const char *key, const char *value) {
    if (file->n == GA_RUNFILE_MOST) {
        file->n_lost++;
        return;
    }
    snprintf(file->key[file->n], GA_KEY, "%s", key);
    snprintf(file->value[file->n++], GA_VALUE, "%s", value);
}

void ga_runfile_set(struct ga_runfile *file, const char *key, const char *format, ...) {
    char value[GA_VALUE];
    va_list args;
    va_start(args, format);
    vsnprintf(value, sizeof value, format, args);
    va_end(args);
    for (unsigned i = 0; i < file->n; i++)
        if (strcmp(file->key[i], key) == 0) {
            memcpy(file->value[i], value, sizeof value);
            return;
        }
    ga_runfile_add(file, key, value);
}

void ga_runfile_remove(struct ga_runfile *file, const char *key) {
    unsigned i = 0;
    while (i < file->n && strcmp(file->key[i], key) != 0)
        i++;
    if (i == file->n)
        return;
    file->n--;
    memmove(file->key[i], file->key[i + 1], (file->n - i) * sizeof *file->key);
    memmove(file->value[i], file->value[i + 1], (file->n - i) * sizeof *file->value);
}

const char *ga_runfile_get(const struct ga_runfile *file, const char *key) {
    for (unsigned i = 0; i < file->n; i++)
        if (strcmp(file->key[i], key) == 0)
            return file->value[i];
    return NULL;
}

double ga_runfile_number(const struct ga_runfile *file, const char *key) {
    const char *const value = ga_runfile_get(file, key);
    double number = 0;
    return value && ga_parse_real(value, -DBL_MAX, DBL_MAX, &number) ? number : 0;
}

bool ga_runfile_is_emulated(const struct ga_runfile *file) {
    const char *const word = ga_runfile_get(file, GA_RUNFILE_EMULATED);
    return word && strcmp(word, "no") != 0;
}

enum ga_status ga_runfile_is_gpu(const struct ga_runfile *file, const char *path,
                                 struct ga_err *err) {
    const char *const backend = ga_runfile_get(file, "backend");
    if (!backend)
        return ga_fail(err, GA_USAGE, "%s: there is no backend, expected what ran", path);
    if (ga_kind_of(backend) == GA_KIND_CPU)
        return ga_fail(err, GA_USAGE,
                       "%s: backend is 'cpu', the stand-in; these times say nothing of a GPU",
                       path);
    if (ga_runfile_is_emulated(file))
        return ga_fail(err, GA_USAGE,
                       "%s: " GA_RUNFILE_EMULATED
                       " is '%s'; an emulator's times say nothing of a GPU",
                       path, ga_runfile_get(file, GA_RUNFILE_EMULATED));
    return GA_OK;
}

enum ga_status ga_runfile_write(const struct ga_runfile *file, const char *path,
                                struct ga_err *err) {
    struct ga_csv_out out;
    if (file->n_lost > 0)
        return ga_fail(err, GA_FILE, "%s: %u lines more than its %d", path, file->n_lost,
                       GA_RUNFILE_MOST);
    const enum ga_status status = ga_csv_create(&out, path, err);
    if (status != GA_OK)
        return status;
    ga_csv_name(&out, "key");
    ga_csv_name(&out, "value");
    ga_csv_end_line(&out);
    for (unsigned i = 0; i < file->n; i++) {
        ga_csv_name(&out, file->key[i]);
        ga_csv_name(&out, file->value[i]);
        ga_csv_end_line(&out);
    }
    return ga_csv_close(&out, err);
}

enum ga_status ga_runfile_read(struct ga_runfile *file, const char *path, struct ga_err *err) {
    struct ga_csv_in in;
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    file->n = file->n_lost = 0;
    while (ga_csv_next(&in, &status, err)) {
        if (in.n_fields != 2)
            status = ga_fail(err, GA_USAGE, "%s:%lu: %u fields, expected key,value", path, in.line,
                             in.n_fields);
        else if (in.line > 1)
            ga_runfile_add(file, in.field[0], in.field[1]);
    }
    ga_csv_end(&in);
    return status;
}
