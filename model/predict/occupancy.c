#include "occupancy.h"

#include <stdbool.h>
#include <string.h>

static const struct ga_occupancy_limits rows[] = {
#define GA_OCCUPANCY(target, vendor, ...) {target, GA_##vendor, __VA_ARGS__},
#include "occupancy.def"
#undef GA_OCCUPANCY
};
enum { N_ROWS = sizeof rows / sizeof *rows };

/* NVIDIA's may have a letter more: sm_90 is the whole of sm_90, and of sm_90a. */
static bool is_of(const struct ga_occupancy_limits *row, const char *target) {
    const char *name = row->target;
    for (; *name && *target; name++, target++)
        if (*name != *target && !(strcmp(name, "x") == 0 && *target >= '0' && *target <= '9'))
            return false;
    const bool letter = row->vendor == GA_NVIDIA && (*target == 'a' || *target == 'f');
    return !*name && (!*target || letter);
}

/* out: NULL if there is none. */
static const struct ga_occupancy_limits *find(const char *target) {
    for (int r = 0; r < N_ROWS; r++)
        if (is_of(&rows[r], target))
            return &rows[r];
    return NULL;
}

static enum ga_status no_target(const char *target, struct ga_err *err) {
    char known[512] = "";
    for (int r = 0; r < N_ROWS; r++) {
        const size_t at = strlen(known);
        snprintf(known + at, sizeof known - at, "%s%s", r ? ", " : "", rows[r].target);
    }
    return ga_fail(err, GA_USAGE, "--target: '%s' is not known; expected one of %s (x: a digit)",
                   target, known);
}

uint32_t ga_occupancy_warps(const char *target) {
    const struct ga_occupancy_limits *const limits = find(target);
    return limits ? limits->warps : 0;
}

static uint64_t round_up(uint64_t x, uint64_t unit) { return (x + unit - 1) / unit * unit; }

static enum ga_status check(const struct ga_occupancy_kernel *k,
                            const struct ga_occupancy_limits *limits, struct ga_err *err) {
    const bool amd = limits->vendor == GA_AMD;
    if (k->warp_size && k->warp_size != limits->warp_size &&
        k->warp_size != limits->usual_warp_size)
        return ga_fail(err, GA_USAGE, "--warp-size: %s has warps of %u threads%s", k->target,
                       limits->warp_size,
                       limits->usual_warp_size < limits->warp_size ? " or 32" : " only");
    if (k->threads == 0 || k->threads > limits->threads)
        return ga_fail(err, GA_USAGE, "--threads: a block of %s has 1 to %u threads, not %llu",
                       k->target, limits->threads, (unsigned long long)k->threads);
    if (k->registers > limits->most_registers)
        return ga_fail(err, GA_USAGE,
                       "--registers: a thread of %s has %u %sregisters at most, not %llu",
                       k->target, limits->most_registers, amd ? "vector " : "",
                       (unsigned long long)k->registers);
    if (k->shared_bytes > limits->shared_most)
        return ga_fail(err, GA_USAGE, "--shared: a block of %s has %u bytes at most, not %llu",
                       k->target, limits->shared_most, (unsigned long long)k->shared_bytes);
    return GA_OK;
}

/* Warps get their registers in units, from the partition that they are put in. src: cuda_occupancy.h; LLVM,
 * getNumWavesPerEUWithNumVGPRs. */
static uint32_t by_registers(const struct ga_occupancy_kernel *k,
                             const struct ga_occupancy_limits *l, uint32_t warp_size,
                             uint32_t warps_per_block) {
    const uint64_t wider = l->warp_size / warp_size;
    const uint64_t unit = l->register_unit * wider, have = l->registers * wider;
    const uint64_t each = round_up(k->registers ? k->registers : 1, unit);
    uint64_t in_partition = have / each;
    if (l->vendor == GA_AMD && in_partition > l->warps / l->partitions)
        in_partition = l->warps / l->partitions;
    return (uint32_t)(in_partition * l->partitions / warps_per_block);
}

enum ga_status ga_occupancy_of(const struct ga_occupancy_kernel *k,
                               struct ga_occupancy_answer *answer, struct ga_err *err) {
    const struct ga_occupancy_limits *const l = find(k->target);
    if (!l)
        return no_target(k->target, err);
    const enum ga_status status = check(k, l, err);
    if (status != GA_OK)
        return status;
    struct ga_occupancy_answer a = {.limits = *l};
    a.warp_size = k->warp_size ? (uint32_t)k->warp_size : l->usual_warp_size;
    a.warps_per_block = (uint32_t)((k->threads + a.warp_size - 1) / a.warp_size);
    /* On AMD a block of one warp needs no barrier, and barriers are what limits the blocks. */
    const bool free_blocks = a.warps_per_block == 1 && l->vendor == GA_AMD;
    const uint64_t shared = round_up(k->shared_bytes + l->shared_reserved, l->shared_unit);
    a.blocks_by[GA_BY_WARPS] = l->warps / a.warps_per_block;
    a.blocks_by[GA_BY_BLOCKS] = free_blocks ? l->warps : l->blocks;
    a.blocks_by[GA_BY_REGISTERS] = by_registers(k, l, a.warp_size, a.warps_per_block);
    a.blocks_by[GA_BY_SHARED] = shared ? (uint32_t)(l->shared / shared) : UINT32_MAX;
    a.blocks = UINT32_MAX;
    for (int i = 0; i < GA_N_OCCUPANCY_LIMITS; i++)
        if (a.blocks_by[i] < a.blocks) {
            a.blocks = a.blocks_by[i];
            a.limit = (enum ga_occupancy_limit)i;
        }
    a.warps = a.blocks * a.warps_per_block;
    if (a.blocks == 0)
        return ga_fail(
            err, GA_USAGE,
            "no block of %llu threads with %llu registers each fits a multiprocessor of %s",
            (unsigned long long)k->threads, (unsigned long long)k->registers, k->target);
    *answer = a;
    return GA_OK;
}

void ga_occupancy_print(FILE *out, const struct ga_occupancy_kernel *k,
                        const struct ga_occupancy_answer *a) {
    static const char *const names[] = {"warps", "blocks", "registers", "shared memory"};
    fprintf(out, "%s: %u warps of %u on a multiprocessor, %.1f %%\n", k->target, a->warps,
            a->limits.warps, 100.0 * a->warps / a->limits.warps);
    fprintf(out, "  a block: %llu threads, %u warps of %u; %llu registers a thread; %llu bytes\n",
            (unsigned long long)k->threads, a->warps_per_block, a->warp_size,
            (unsigned long long)k->registers, (unsigned long long)k->shared_bytes);
    for (int i = 0; i < GA_N_OCCUPANCY_LIMITS; i++) {
        fprintf(out, "  %-13s  ", names[i]);
        if (a->blocks_by[i] == UINT32_MAX)
            fprintf(out, "no limit\n");
        else
            fprintf(out, "%2u blocks%s\n", a->blocks_by[i],
                    a->blocks_by[i] == a->blocks ? "  <- limits" : "");
    }
}
