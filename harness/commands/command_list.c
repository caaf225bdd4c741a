/* `list`: what can be measured. */
#include <stdio.h>

#include "axis.h"
#include "commands.h"
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
        if (b->by_name)
            printf("  only where --bench matches it: it takes long\n");
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
