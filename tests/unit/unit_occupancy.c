/* Occupancy, against what the vendors publish: NVIDIA's occupancy calculator (cuda_occupancy.h, which gives
 * the same for every register count, block size and size of shared memory), and AMD's tables of waves a SIMD
 * by vector registers. */
#include "check.h"

#include "occupancy.h"

static struct ga_occupancy_answer of(const char *target, uint64_t registers, uint64_t shared,
                                     uint64_t threads, uint64_t warp_size) {
    struct ga_occupancy_answer a = {.warps = 0};
    struct ga_err err = {""};
    const struct ga_occupancy_kernel k = {target, registers, shared, threads, warp_size};
    assert_int_equal(ga_occupancy_of(&k, &a, &err), GA_OK);
    return a;
}

static void nvidia(void **state) {
    (void)state;
    static const struct {
        const char *target;
        uint64_t registers, shared, threads;
        uint32_t warps;
        enum ga_occupancy_limit limit;
    } known[] = {
        {"sm_70", 32, 0, 256, 64, GA_BY_WARPS},
        {"sm_70", 33, 0, 256, 48, GA_BY_REGISTERS},
        {"sm_75", 64, 0, 1024, 32, GA_BY_WARPS},
        {"sm_75", 65, 0, 512, 16, GA_BY_REGISTERS},
        {"sm_80", 32, 0, 1024, 64, GA_BY_WARPS},
        {"sm_80", 255, 0, 64, 8, GA_BY_REGISTERS},
        {"sm_80", 32, 49152, 128, 12, GA_BY_SHARED},
        {"sm_86", 40, 0, 1024, 32, GA_BY_WARPS},
        {"sm_86", 32, 0, 32, 16, GA_BY_BLOCKS},
        {"sm_89", 32, 0, 32, 24, GA_BY_BLOCKS},
        {"sm_90", 40, 20000, 256, 48, GA_BY_REGISTERS},
        {"sm_90a", 32, 232448, 1024, 32, GA_BY_SHARED},
        {"sm_100", 32, 0, 32, 32, GA_BY_BLOCKS},
        {"sm_120", 32, 0, 384, 48, GA_BY_WARPS},
        {"sm_90", 0, 0, 1, 32, GA_BY_BLOCKS},
        {"sm_90", 32, 46592, 256, 32, GA_BY_SHARED},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct ga_occupancy_answer a =
            of(known[i].target, known[i].registers, known[i].shared, known[i].threads, 0);
        if (a.warps != known[i].warps || a.limit != known[i].limit)
            fail_msg("%s %zu: %u warps, limit %d", known[i].target, i, a.warps, (int)a.limit);
    }
}

/* Waves a SIMD. src: AMD, "Register pressure in AMD CDNA2 GPUs"; the GCN3 ISA's allocation; LLVM 19's
 * "Occupancy" for kernels with so many registers. */
static void amd(void **state) {
    (void)state;
    static const struct {
        const char *target;
        uint64_t warp_size, registers;
        uint32_t waves;
    } known[] = {{"gfx906", 64, 24, 10},  {"gfx906", 64, 28, 9},    {"gfx906", 64, 32, 8},
                 {"gfx906", 64, 64, 4},   {"gfx906", 64, 84, 3},    {"gfx906", 64, 128, 2},
                 {"gfx906", 64, 129, 1},  {"gfx90a", 64, 64, 8},    {"gfx90a", 64, 72, 7},
                 {"gfx90a", 64, 80, 6},   {"gfx90a", 64, 81, 5},    {"gfx90a", 64, 96, 5},
                 {"gfx90a", 64, 128, 4},  {"gfx90a", 64, 168, 3},   {"gfx90a", 64, 256, 2},
                 {"gfx90a", 64, 512, 1},  {"gfx942", 64, 97, 4},    {"gfx1030", 32, 64, 16},
                 {"gfx1030", 32, 72, 12}, {"gfx1030", 32, 128, 8},  {"gfx1100", 32, 96, 16},
                 {"gfx1100", 32, 97, 12}, {"gfx1100", 32, 192, 8},  {"gfx1100", 32, 256, 5},
                 {"gfx1102", 32, 96, 10}, {"gfx1201", 32, 128, 10}, {"gfx1201", 64, 128, 5},
                 {"gfx1010", 64, 64, 8},  {"gfx1150", 32, 100, 9},  {"gfx1151", 32, 100, 12},
                 {"gfx1152", 32, 100, 9}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct ga_occupancy_answer a =
            of(known[i].target, known[i].registers, 0, known[i].warp_size, known[i].warp_size);
        if (a.warps != 4 * known[i].waves)
            fail_msg("%s, %llu registers: %u waves a SIMD, not %u", known[i].target,
                     (unsigned long long)known[i].registers, a.warps / 4, known[i].waves);
    }
    assert_int_equal(of("gfx90a", 32, 32768, 256, 0).blocks, 2);
    assert_int_equal(of("gfx90a", 32, 0, 128, 0).blocks_by[GA_BY_BLOCKS], 16);
    assert_int_equal(of("gfx1100", 32, 65536, 256, 0).blocks, 2);
    assert_int_equal(of("gfx1100", 100, 0, 256, 0).warp_size, 32); /* as HIP compiles */
    assert_int_equal(of("gfx1100", 100, 0, 256, 0).warps, 48);
}

static void refused(void **state) {
    (void)state;
    static const struct {
        struct ga_occupancy_kernel kernel;
        const char *message;
    } bad[] = {
        {{"sm_35", 32, 0, 256, 0}, "'sm_35' is not known; expected one of sm_70"},
        {{"sm_9", 32, 0, 256, 0}, "is not known"},
        {{"sm_900", 32, 0, 256, 0}, "is not known"},
        {{"gfx103", 32, 0, 256, 0}, "is not known"},
        {{"", 32, 0, 256, 0}, "is not known"},
        {{"sm_90", 256, 0, 256, 0},
         "--registers: a thread of sm_90 has 255 registers at most, not 256"},
        {{"sm_90", 32, 232449, 256, 0}, "--shared: a block of sm_90 has 232448 bytes at most"},
        {{"sm_90", 32, 0, 1025, 0}, "--threads: a block of sm_90 has 1 to 1024 threads, not 1025"},
        {{"sm_90", 32, 0, 256, 64}, "--warp-size: sm_90 has warps of 32 threads only"},
        {{"gfx90a", 32, 0, 256, 32}, "--warp-size: gfx90a has warps of 64 threads only"},
        {{"gfx1100", 32, 0, 256, 16}, "warps of 64 threads or 32"},
        {{"sm_90", 128, 0, 1024, 0}, "no block of 1024 threads with 128 registers each fits"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ga_occupancy_answer a = {.warps = 77};
        struct ga_err err = {""};
        assert_int_equal(ga_occupancy_of(&bad[i].kernel, &a, &err), GA_USAGE);
        assert_contains(err.message, bad[i].message);
        assert_int_equal(a.warps, 77);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nvidia),
        cmocka_unit_test(amd),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests_name("occupancy", tests, NULL, NULL);
}
