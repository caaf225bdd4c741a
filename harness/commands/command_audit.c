/* `audit`: every kernel's instructions, as they were read at build time, against what the kernel is meant to measure. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "isa.h"
#include "row_file.h"

static const char *const columns[] = {"kernel", "target", "verdict", "emitted", "why"};
enum { N_COLUMNS = sizeof columns / sizeof *columns };

/* rows: begun with the first; n: of them. */
struct audit {
    struct ga_row_file rows;
    uint32_t n;
};

/* out: text: "1 x ATOMG.., 2 x RED.."; as much as there is room for. */
static void write_emitted(const struct ga_variant *variant, const char *target, char *text,
                          size_t capacity) {
    size_t used = 0;
    *text = '\0';
    for (const struct ga_isa_row *row = ga_isa_table; row->kernel && used < capacity; row++)
        if (strcmp(row->kernel, variant->kernel) == 0 && strcmp(row->target, target) == 0 &&
            ga_isa_is_held(variant, row))
            used +=
                (size_t)snprintf(text + used, capacity - used, "%s%u x %s", used ? ", " : "",
                                 row->count, *row->instruction ? row->instruction : "(no atomic)");
}

/* A row a kernel and target. out: how many are not as expected. */
static uint32_t audit_variant(const struct ga_variant *variant, enum ga_vendor vendor,
                              const char *const *targets, bool json, struct audit *audit) {
    uint32_t n_wrong = 0;
    for (; *targets; targets++) {
        char text[256], emitted[4096];
        if (ga_target_vendor(*targets) != vendor)
            continue;
        const char *const wrong = ga_isa_verdict(variant, *targets, text, sizeof text);
        if (audit->n++ == 0)
            ga_row_file_begin(&audit->rows, stdout, json, columns, N_COLUMNS, 0);
        write_emitted(variant, *targets, emitted, sizeof emitted);
        const struct ga_row_cell cells[N_COLUMNS] = {{variant->kernel, 0},
                                                     {*targets, 0},
                                                     {wrong ? "WRONG" : "ok", 0},
                                                     {emitted, 0},
                                                     {wrong ? wrong : "", 0}};
        ga_row_file_add(&audit->rows, cells);
        n_wrong += wrong != NULL;
    }
    return n_wrong;
}

static enum ga_status check_format(const char *format, bool *json, struct ga_err *err) {
    *json = format && strcmp(format, "json") == 0;
    return !format || *json || strcmp(format, "csv") == 0
               ? GA_OK
               : ga_fail(err, GA_USAGE, "--format '%s': expected csv or json", format);
}

enum ga_status ga_command_audit(const struct ga_request *request, struct ga_err *err) {
    const char *targets[64];
    uint32_t n_wrong = 0;
    bool has_vendor = false, json = false;
    struct audit audit = {.n = 0};
    enum ga_status status = check_format(request->format, &json, err);
    if (status != GA_OK)
        return status;
    ga_isa_targets(targets, sizeof targets / sizeof *targets);
    for (size_t k = 0; ga_backends[k]; k++) {
        const enum ga_vendor vendor = ga_kind_vendor(ga_backends[k]->kind);
        const struct ga_bench *benches[GA_MAX_BENCHES];
        size_t n = 0;
        status = ga_select(ga_backends[k], &request->benches, benches, &n, err);
        if (status != GA_OK)
            return status;
        for (size_t i = 0; i < n; i++)
            for (uint32_t v = 0; v < benches[i]->n_variants; v++)
                if (vendor != GA_NO_VENDOR)
                    n_wrong +=
                        audit_variant(&benches[i]->variants[v], vendor, targets, json, &audit);
        has_vendor |= vendor != GA_NO_VENDOR;
    }
    if (audit.n > 0)
        ga_row_file_end(&audit.rows);
    if (!has_vendor)
        return ga_fail(err, GA_UNSUPPORTED,
                       "audit: this program was built without CUDA and HIP, so there is no GPU's "
                       "code in it");
    if (audit.n == 0)
        return ga_fail(
            err, GA_UNSUPPORTED,
            "audit: no instructions were read at build time; configure with cuobjdump (and "
            "nvdisasm) or llvm-objdump on the PATH");
    if (n_wrong > 0)
        return ga_fail(err, GA_WRONG, "audit: %u of %u kernels are not what they claim to measure",
                       n_wrong, audit.n);
    fprintf(stderr, "audit: %u kernels compiled as stated\n", audit.n);
    return GA_OK;
}
