/* Nsight Compute's source page, `ncu --import REPORT --page source --print-source sass --csv`: before each launch's instructions
 * a record "Kernel Name" and its name, then the header. src: pages of 2025.3.1, listings of 2022.3. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code_parts.h"
#include "disassembly.h"
#include "records.h"

static const char name_cell[] = "Kernel Name", text_cell[] = "Source",
                  count_cell[] = "Instructions Executed";

/* The columns of the header that was read last; older versions have two of counts. n: of the header; 0: none yet. */
struct page {
    struct ga_records records;
    char *kernel; /* NULL: none yet; own */
    size_t text, count, second_count, n;
};

static size_t find(const struct ga_records *r, const char *name, size_t from) {
    while (from < r->n && strcmp(r->field[from], name) != 0)
        from++;
    return from;
}

static enum ga_status read_header(struct page *p, struct ga_err *err) {
    const struct ga_records *const r = &p->records;
    p->text = find(r, text_cell, 0);
    p->count = find(r, count_cell, 0);
    p->second_count = find(r, count_cell, p->count < r->n ? p->count + 1 : r->n);
    p->n = r->n;
    if (p->text == r->n)
        return ga_fail(err, GA_USAGE, "%s:%lu: there is no column %s behind a kernel's name",
                       r->path, r->line, text_cell);
    if (p->count == r->n)
        return ga_fail(err, GA_USAGE,
                       "%s:%lu: there is no column '%s'; expected a recording with `ncu --section "
                       "SourceCounters`",
                       r->path, r->line, count_cell);
    return GA_OK;
}

/* Whether a count is one or more, however its digits are grouped. */
static bool is_some(const struct ga_records *r, size_t column) {
    return column < r->n && strpbrk(r->field[column], "123456789");
}

static enum ga_status read_row(struct page *p, struct ga_code *code, struct ga_err *err) {
    const struct ga_records *const r = &p->records;
    struct ga_sass sass;
    if (r->n < p->n)
        return ga_fail(err, GA_USAGE, "%s:%lu: the row has %zu cells, expected %zu as the header",
                       r->path, r->line, r->n, p->n);
    if (!is_some(r, p->count) && !is_some(r, p->second_count))
        return GA_OK;
    ga_sass_parse(r->field[p->text], 0, &sass);
    return ga_code_put_run(code, p->kernel, &sass.key, err);
}

static enum ga_status read_record(struct page *p, struct ga_code *code, struct ga_err *err) {
    const struct ga_records *const r = &p->records;
    const bool is_name = r->n > 0 && strcmp(r->field[0], name_cell) == 0;
    if (is_name && r->n < 2)
        return ga_fail(err, GA_USAGE, "%s:%lu: expected a kernel's name behind '%s'", r->path,
                       r->line, name_cell);
    if (r->n < 2 || strncmp(r->field[0], "==", 2) == 0) /* between two kernels; what ncu says */
        return GA_OK;
    if (is_name) {
        free(p->kernel);
        p->kernel = strdup(r->field[1]);
        p->n = 0;
        return p->kernel ? GA_OK : ga_fail(err, GA_ERROR, "%s: out of memory", r->path);
    }
    return p->n == 0 ? read_header(p, err) : read_row(p, code, err);
}

enum ga_status ga_code_add_source(struct ga_code *code, const char *path, struct ga_err *err) {
    struct page p = {.kernel = NULL};
    FILE *const file = fopen(path, "rb");
    bool more = false;
    if (!file)
        return ga_fail(err, GA_FILE, "%s: %s", path, strerror(errno));
    ga_records_begin(&p.records, file, path);
    enum ga_status status = GA_OK;
    while (status == GA_OK && (status = ga_records_next(&p.records, false, &more, err)) == GA_OK &&
           more)
        status = read_record(&p, code, err);
    ga_records_free(&p.records);
    free(p.kernel);
    fclose(file);
    return status;
}
