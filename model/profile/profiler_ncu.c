/* Nsight Compute writes remarks among its CSV, and its exit code alone does not say whose failure it was.
 * src: Nsight Compute CLI, "Command Line Options" and "Troubleshooting", and what its 2025.3 writes. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "profiler_parts.h"

struct remarks {
    bool no_permission, no_kernels, program_failed;
    uint64_t program_code;
    char error[256]; /* the first, "" if there is none */
};

static void take(const char *line, struct remarks *r) {
    static const char failed[] = "application returned an error code (";
    const char *const code = strstr(line, failed);
    if (strstr(line, "ERR_NVGPUCTRPERM"))
        r->no_permission = true;
    if (strstr(line, "No kernels were profiled"))
        r->no_kernels = true;
    if (code) {
        r->program_failed = true;
        char number[24];
        const char *const from = code + sizeof failed - 1;
        snprintf(number, sizeof number, "%.*s", (int)strspn(from, "0123456789"), from);
        ga_parse_whole(number, 0, UINT64_MAX, &r->program_code);
    }
    if (!*r->error && strncmp(line, "==ERROR== ", 10) == 0)
        snprintf(r->error, sizeof r->error, "%.*s", (int)strcspn(line + 10, "\r\n"), line + 10);
}

/* out: the remarks; all false if there is no file, as when it did not get as far. */
static enum ga_status read_remarks(const char *path, struct remarks *r, struct ga_err *err) {
    char *line = NULL;
    size_t capacity = 0;
    FILE *const file = fopen(path, "rb");
    memset(r, 0, sizeof *r);
    if (!file)
        return errno == ENOENT ? GA_OK : ga_fail(err, GA_FILE, "%s: %s", path, strerror(errno));
    while (getline(&line, &capacity, file) > 0)
        if (strncmp(line, "==", 2) == 0)
            take(line, r);
    const bool bad = ferror(file);
    free(line);
    fclose(file);
    return bad ? ga_fail(err, GA_FILE, "%s: cannot be read", path) : GA_OK;
}

enum ga_status ga_ncu_judge_page(const char *page, int code, struct ga_err *err) {
    struct remarks r;
    const enum ga_status status = read_remarks(page, &r, err);
    if (status != GA_OK || (code == 0 && !*r.error))
        return status;
    return ga_fail(err, GA_ERROR, "profile --source: ncu printed no source page, exit code %d: %s",
                   code, *r.error ? r.error : "it does not say why");
}

enum ga_status ga_ncu_judge(const struct ga_profiling *p, int code, struct ga_err *err) {
    struct remarks r;
    const enum ga_status status = read_remarks(p->out, &r, err);
    if (status != GA_OK)
        return status;
    if (r.no_permission)
        return ga_fail(
            err, GA_ERROR,
            "profile: this user may not read the GPU's counters (ERR_NVGPUCTRPERM): run it as "
            "root, or have the driver loaded with the option "
            "NVreg_RestrictProfilingToAdminUsers=0, as "
            "https://developer.nvidia.com/ERR_NVGPUCTRPERM says");
    if (r.program_failed)
        return ga_fail(err, GA_ERROR, "profile: %s failed with exit code %" PRIu64, p->program[0],
                       r.program_code);
    if (code != 0)
        return ga_fail(err, GA_ERROR, "profile: ncu ended with exit code %d: %s", code,
                       *r.error ? r.error : "it does not say why");
    if (r.no_kernels)
        return ga_fail(err, GA_USAGE,
                       "profile: no kernels were profiled: %s launched none%s%s%s on a GPU that "
                       "ncu can profile",
                       p->program[0], p->n_kernels > 0 ? " that matches --kernel '" : "",
                       p->n_kernels > 0 ? p->kernels[0] : "",
                       p->n_kernels == 0  ? ""
                       : p->n_kernels > 1 ? "' or another"
                                          : "'");
    return GA_OK;
}
