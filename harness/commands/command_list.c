/* `list` and `audit`: what the program knows without measuring. */
#include <stdio.h>
#include <string.h>

#include "axis.h"
#include "commands.h"
#include "isa.h"
#include "plan.h"

static void print_axis(const struct ga_axis *axis, const struct ga_limits *limits) {
    int32_t first = 0, last = 0;
    ga_axis_range(axis, limits, &first, &last);
    printf("    %-8s ", axis->name);
    if (axis->labels) {
        for (int32_t i = 0; i <= last; i++)
            printf("%s%s", i ? ", " : "", axis->labels[i]);
    } else {
        printf("%d .. %d", (int)first, (int)last);
    }
    printf("%s%s: %s\n", *axis->unit ? " " : "", axis->unit, axis->help);
}

/* How many points each preset has, and how many it leaves out. */
static void print_presets(const struct ga_bench *bench, const struct ga_limits *limits) {
    printf("  points:");
    for (int i = 0; i < GA_N_PRESETS; i++) {
        struct ga_plan plan = {0};
        struct ga_err err = {""};
        if (ga_plan_make(bench, limits, (enum ga_preset)i, NULL, 0, 0, &plan, &err) != GA_OK) {
            printf("%s %s none", i ? ";" : "", ga_preset_names[i]);
            continue;
        }
        printf("%s %s %u", i ? ";" : "", ga_preset_names[i], plan.n_points);
        if (plan.n_left_out > 0)
            printf(" (%u more by --axis)", plan.n_left_out);
        ga_plan_free(&plan);
    }
    printf("\n");
}

static void print_unmeasured(void) {
    printf("\nnot measured:\n");
#define GA_UNMEASURED(instruction, targets, why)                                                   \
    printf("  %s (%s)\n    %s\n", instruction, targets, why);
#include "unmeasured.def"
#undef GA_UNMEASURED
}

enum ga_status ga_command_list(const struct ga_request *request, struct ga_err *err) {
    const struct ga_bench *benches[GA_MAX_BENCHES];
    struct ga_gpu *gpu = NULL;
    size_t n = 0;
    enum ga_status status = ga_device_open(request->device, &gpu, err);
    if (status != GA_OK)
        return status;
    status = ga_select(gpu->backend, &request->benches, benches, &n, err);
    printf("on %s (%s):\n", gpu->limits.name, gpu->limits.target);
    for (size_t i = 0; status == GA_OK && i < n; i++) {
        const struct ga_bench *const b = benches[i];
        const char *const why = b->unavailable ? b->unavailable(&gpu->limits) : NULL;
        printf("\n%s\n  %s\n  one sample: %s\n", b->id, b->question, b->sample);
        if (why)
            printf("  not available here: %s\n", why);
        else
            print_presets(b, &gpu->limits);
        if (b->beyond)
            printf("  reaches beyond its GPU: with several devices, one after another\n");
        for (uint32_t a = 0; a < b->n_axes; a++)
            print_axis(&b->axes[a], &gpu->limits);
        for (uint32_t t = 0; t < b->n_tallies; t++)
            printf("    counts %s%s%s: %s\n", b->tallies[t].name, *b->tallies[t].unit ? " in " : "",
                   b->tallies[t].unit, b->tallies[t].help);
    }
    if (status == GA_OK && request->benches.n == 0)
        print_unmeasured();
    gpu->backend->close(gpu);
    return status;
}

static void print_emitted(const struct ga_variant *variant, const char *target) {
    bool first = true;
    for (const struct ga_isa_row *row = ga_isa_table; row->kernel; row++)
        if (strcmp(row->kernel, variant->kernel) == 0 && strcmp(row->target, target) == 0 &&
            ga_isa_is_held(variant, row)) {
            printf("%s%u x %s", first ? "" : ", ", row->count,
                   *row->instruction ? row->instruction : "(no atomic)");
            first = false;
        }
}

/* One line a kernel and target. out: how many are not as expected. */
static uint32_t audit_variant(const struct ga_variant *variant, enum ga_vendor vendor,
                              const char *const *targets, uint32_t *n_checked) {
    uint32_t n_wrong = 0;
    for (; *targets; targets++) {
        char text[256];
        if (ga_target_vendor(*targets) != vendor)
            continue;
        const char *const wrong = ga_isa_verdict(variant, *targets, text, sizeof text);
        if (*n_checked == 0)
            printf("kernel,target,verdict,emitted,why\n");
        printf("%s,%s,%s,\"", variant->kernel, *targets, wrong ? "WRONG" : "ok");
        print_emitted(variant, *targets);
        printf("\",%s%s%s\n", wrong ? "\"" : "", wrong ? wrong : "", wrong ? "\"" : "");
        n_wrong += wrong != NULL;
        ++*n_checked;
    }
    return n_wrong;
}

enum ga_status ga_command_audit(const struct ga_request *request, struct ga_err *err) {
    const char *targets[64];
    uint32_t n_wrong = 0, n_checked = 0;
    bool has_vendor = false;
    ga_isa_targets(targets, sizeof targets / sizeof *targets);
    for (size_t k = 0; ga_backends[k]; k++) {
        const enum ga_vendor vendor = ga_kind_vendor(ga_backends[k]->kind);
        const struct ga_bench *benches[GA_MAX_BENCHES];
        size_t n = 0;
        const enum ga_status status =
            ga_select(ga_backends[k], &request->benches, benches, &n, err);
        if (status != GA_OK)
            return status;
        for (size_t i = 0; i < n; i++)
            for (uint32_t v = 0; v < benches[i]->n_variants; v++)
                if (vendor != GA_NO_VENDOR)
                    n_wrong += audit_variant(&benches[i]->variants[v], vendor, targets, &n_checked);
        has_vendor |= vendor != GA_NO_VENDOR;
    }
    if (!has_vendor)
        return ga_fail(err, GA_UNSUPPORTED,
                       "audit: this program was built without CUDA and HIP, so there is no GPU's "
                       "code in it");
    if (n_checked == 0)
        return ga_fail(
            err, GA_UNSUPPORTED,
            "audit: no instructions were read at build time; configure with cuobjdump (and "
            "nvdisasm) or llvm-objdump on the PATH");
    if (n_wrong > 0)
        return ga_fail(err, GA_WRONG, "audit: %u of %u kernels are not what they claim to measure",
                       n_wrong, n_checked);
    fprintf(stderr, "audit: %u kernels compiled as stated\n", n_checked);
    return GA_OK;
}
