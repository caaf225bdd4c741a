/* Nsight Compute's source page, printed of the report that the run for the counters left: each instruction of each launch, of which
 * a file keeps what may be an atomic.
 * src: Nsight Compute CLI, "Command Line Options", and pages of 2025.3. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"
#include "profiler_parts.h"

void ga_ncu_report(const struct ga_profiling *p, char *path, size_t size) {
    snprintf(path, size, "%s/report", p->work);
}

static enum ga_status print_page(const struct ga_profiling *p, const char *page,
                                 struct ga_err *err) {
    static const char suffix[] = ".ncu-rep"; /* which it adds */
    char report[PATH_MAX];
    int code = 0;
    ga_ncu_report(p, report, sizeof report - sizeof suffix);
    strcat(report, suffix);
    const char *const words[] = {
        p->path,          "--import", report,      "--page",        "source",
        "--print-source", "sass",     "--metrics", "inst_executed", "--csv",
        "--log-file",     page,       NULL};
    char *argv[sizeof words / sizeof *words];
    memcpy(argv, words, sizeof words); /* exec* wants them writable, and writes none */
    const enum ga_status status = ga_spawn("profile --source", p->path, argv, NULL, &code, err);
    return status == GA_OK ? ga_ncu_judge_page(page, code, err) : status;
}

/* A kernel's name, the header behind it, and what may be an atomic. is_header: of the line before, whether a header is next. */
static bool is_kept(const char *line, bool *is_header) {
    static const char name[] = "\"Kernel Name\",";
    if (strncmp(line, name, sizeof name - 1) == 0)
        return *is_header = true;
    if (strncmp(line, "==", 2) == 0 || line[strspn(line, "\r\n")] == '\0')
        return false;
    const bool keeps = *is_header || strstr(line, "ATOM") || strstr(line, "RED");
    *is_header = false;
    return keeps;
}

/* out: *n: launches. *cut: the last of them has no instruction behind its header. */
static enum ga_status choose_lines(FILE *from, FILE *to, size_t *n, bool *cut) {
    char *line = NULL;
    size_t capacity = 0, behind = 0;
    bool is_header = false;
    while (getline(&line, &capacity, from) > 0) {
        behind += *line == '"';
        if (!is_kept(line, &is_header))
            continue;
        fputs(line, to);
        *n += is_header;
        behind = is_header ? 0 : behind;
    }
    *cut = behind < 2;
    free(line);
    return ferror(from) || ferror(to) ? GA_FILE : GA_OK;
}

static enum ga_status keep_atomics(const char *page, const char *path, struct ga_err *err) {
    FILE *const from = fopen(page, "rb"), *const to = from ? fopen(path, "wb") : NULL;
    size_t n = 0;
    bool cut = false;
    enum ga_status status = to ? choose_lines(from, to, &n, &cut) : GA_FILE;
    if (to && fclose(to) != 0)
        status = GA_FILE;
    if (status != GA_OK)
        ga_fail(err, status, "%s: %s", from ? path : page, strerror(errno));
    else if (n == 0)
        status =
            ga_fail(err, GA_ERROR, "profile --source: ncu printed a source page without a launch");
    else if (cut)
        status = ga_fail(
            err, GA_ERROR,
            "profile --source: ncu's source page ends before the last kernel's instructions");
    if (from)
        fclose(from);
    return status;
}

enum ga_status ga_profiler_page(const struct ga_profiling *p, const char *path,
                                struct ga_err *err) {
    char page[PATH_MAX];
    snprintf(page, sizeof page, "%s/page.csv", p->work);
    const enum ga_status status = print_page(p, page, err);
    return status == GA_OK ? keep_atomics(page, path, err) : status;
}
