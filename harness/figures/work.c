/* Memory is a list that only grows: a figure is worked out in milliseconds, of tables of a few MB. */
#include "work.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct ga_work_memory {
    struct ga_work_memory *next;
    max_align_t at[];
};

void ga_work_begin(struct ga_work *work, const char *tables, const char *published,
                   const char *stem, struct ga_err *err) {
    char path[PATH_MAX + 64];
    *work = (struct ga_work){.tables = tables, .published = published, .stem = stem, .err = err};
    snprintf(path, sizeof path, "%s.set", stem);
    work->set = fopen(path, "w");
    if (!work->set)
        ga_work_fail(work, GA_FILE, "%s: cannot be written: %s", path, strerror(errno));
}

enum ga_status ga_work_end(struct ga_work *work) {
    if (work->set && (fflush(work->set) != 0 || ferror(work->set)))
        ga_work_fail(work, GA_FILE, "%s.set: not written: %s", work->stem, strerror(errno));
    if (work->set)
        fclose(work->set);
    for (struct ga_work_memory *next; work->memory; work->memory = next) {
        next = work->memory->next;
        free(work->memory);
    }
    work->set = NULL;
    return work->status;
}

void ga_work_fail(struct ga_work *work, enum ga_status status, const char *format, ...) {
    char message[sizeof work->err->message];
    va_list arguments;
    if (work->status != GA_OK)
        return;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    work->status = ga_fail(work->err, status, "%s", message);
}

void *ga_work_take(struct ga_work *work, size_t n, size_t size) {
    struct ga_work_memory *memory = NULL;
    if (n <= (SIZE_MAX - sizeof *memory) / size)
        memory = calloc(1, sizeof *memory + n * size);
    if (!memory) {
        ga_work_fail(work, GA_ERROR, "%s: no memory for %zu times %zu bytes", work->stem, n, size);
        return NULL;
    }
    memory->next = work->memory;
    work->memory = memory;
    return memory->at;
}

const char *ga_work_text(struct ga_work *work, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int n = vsnprintf(NULL, 0, format, arguments);
    char *const text = ga_work_take(work, (size_t)n + 1, 1);
    if (text)
        vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text ? text : "";
}

void ga_set_number(struct ga_work *work, const char *name, double value) {
    if (work->set && isfinite(value))
        fprintf(work->set, "%s = %.9g\n", name, value);
    else if (work->set)
        fprintf(work->set, "%s = NaN\n", name);
}

/* In single quotes nothing is special to gnuplot but the quote, which is doubled; a line ends the command. */
void ga_set_text(struct ga_work *work, const char *name, const char *text) {
    if (!work->set)
        return;
    fprintf(work->set, "%s = '", name);
    for (; *text; text++) {
        putc((unsigned char)*text < ' ' ? '?' : *text, work->set);
        if (*text == '\'')
            putc('\'', work->set);
    }
    fputs("'\n", work->set);
}
