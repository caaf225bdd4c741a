/* The book of instructions: what facts become on targets, by hand, from disassemblies. */
#include "check.h"

#include "instructions.h"

/* From clang 20 on it does so at system scope alone, and accesses to shared memory have their fences, too. */
#if !defined(GA_HIP_CLANG)
#define GA_HIP_CLANG 19
#endif
#if GA_HIP_CLANG >= 20
#define GFX12_WRITES_BACK(text) ""
#define SINCE_CLANG20(text) text
#else
#define GFX12_WRITES_BACK(text) text
#define SINCE_CLANG20(text) ""
#endif

/* All instructions of an expectation, with their counts, as "2 x A + 1 x B". */
static void is(const char *target, struct ga_fact fact, const char *expected) {
    const struct ga_variant variant = {.facts = {fact}};
    struct ga_expect expect;
    char text[512] = "";
    assert_true(ga_expectation(&variant, target, &expect));
    for (uint32_t i = 0; i < expect.n; i++) {
        const size_t at = strlen(text);
        snprintf(text + at, sizeof text - at, "%s%u x %s%s", i ? " + " : "", expect.at[i].count,
                 expect.at[i].instruction, expect.at[i].emulated ? " (loop)" : "");
    }
    if (strcmp(text, expected) != 0)
        fail_msg("%s: \"%s\", not \"%s\"", target, text, expected);
}

/* A returning add, and one that returns nothing. */
static void result(void **state) {
    (void)state;
    const struct ga_fact used = {.operation = GA_OP_add, .scope = GA_SCOPE_SYSTEM, .count = 3};
    struct ga_fact unused = used;
    unused.unused = true;
    is("sm_75", used, "3 x ATOMG.E.ADD.STRONG.SYS");
    is("sm_90a", used, "3 x ATOMG.E.ADD.STRONG.SYS");
    is("sm_86", unused, "3 x RED.E.ADD.STRONG.SYS");
    is("sm_120", unused, "3 x REDG.E.ADD.STRONG.SYS");
    is("gfx906", used, "3 x global_atomic_add glc");
    is("gfx950", used, "3 x global_atomic_add sc0 sc1");
    is("gfx942", unused, "3 x global_atomic_add sc1");
    is("gfx1100", unused, "3 x global_atomic_add_u32");
    is("gfx1201", used, "3 x global_atomic_add_u32 th:TH_ATOMIC_RETURN scope:SCOPE_SYS");
}

/* The fences of an access that orders: after a store nothing has to be, and AMD's shared memory needs none. */
static void order(void **state) {
    (void)state;
    struct ga_fact add = {
        .operation = GA_OP_add, .scope = GA_SCOPE_DEVICE, .order = GA_SEQ_CST, .unused = true};
    is("sm_90", add, "1 x ATOMG.E.ADD.STRONG.GPU + 1 x MEMBAR.SC.GPU + 2 x CCTL.IVALL");
    is("gfx942", add,
       "1 x global_atomic_add + 1 x buffer_wbl2 sc1; s_waitcnt vmcnt(0) + 1 x buffer_inv sc1");
    is("gfx1030", add, "1 x global_atomic_add + 1 x buffer_gl0_inv + 1 x buffer_gl1_inv");
    add.order = GA_RELEASE;
    is("sm_90", add, "1 x REDG.E.ADD.STRONG.GPU + 1 x MEMBAR.ALL.GPU");
    is("gfx1030", add, "1 x global_atomic_add");
    is("gfx1201", add,
       "1 x global_atomic_add_u32 scope:SCOPE_DEV" GFX12_WRITES_BACK(
           " + 1 x global_wb scope:SCOPE_DEV; s_wait_storecnt 0x0"));
    add.scope = GA_SCOPE_SYSTEM;
    is("gfx1201", add,
       "1 x global_atomic_add_u32 scope:SCOPE_SYS + 1 x global_wb scope:SCOPE_SYS; s_wait_storecnt "
       "0x0");
    struct ga_fact store = {
        .operation = GA_OP_store_order, .scope = GA_SCOPE_SYSTEM, .order = GA_SEQ_CST};
    is("sm_90", store, "1 x MEMBAR.SC.SYS + 1 x CCTL.IVALL");
    is("gfx90a", store, "1 x buffer_wbl2; s_waitcnt vmcnt(0)");
    store.operation = GA_OP_load_order;
    is("sm_90", store, "1 x MEMBAR.SC.SYS + 2 x CCTL.IVALL");
    is("gfx90a", store, "1 x buffer_wbinvl1_vol + 1 x buffer_invl2");
    store.space = GA_SHARED;
    store.scope = GA_SCOPE_BLOCK;
    is("gfx1201", store, SINCE_CLANG20("1 x global_inv scope:SCOPE_SE"));
    is("gfx942", store, "");
}

/* A fence of one side is of both before sm_90. */
static void fence(void **state) {
    (void)state;
    const struct ga_fact acquire = {
        .operation = GA_OP_fence, .scope = GA_SCOPE_DEVICE, .order = GA_ACQUIRE};
    is("sm_80", acquire, "1 x MEMBAR.ALL.GPU + 1 x CCTL.IVALL");
    is("sm_103", acquire, "1 x CCTL.IVALL");
    is("gfx942", acquire, "1 x buffer_inv sc1");
    is("gfx1200", (struct ga_fact){.operation = GA_OP_block_sync},
       GFX12_WRITES_BACK(
           "1 x global_wb scope:SCOPE_SE; s_wait_storecnt 0x0 + ") "1 x global_inv scope:SCOPE_SE");
    is("sm_90", (struct ga_fact){.operation = GA_OP_block_sync}, "");
}

static void shared(void **state) {
    (void)state;
    const struct ga_fact count = {.operation = GA_OP_count, .space = GA_SHARED, .unused = true};
    is("sm_75", count, "1 x ATOMS.ADD");
    is("sm_80", count, "1 x ATOMS.POPC.INC.32");
    is("gfx90a", count, "1 x ds_add_u32");
    struct ga_fact cas = {.operation = GA_OP_cas, .type = GA_TYPE_u64, .space = GA_SHARED};
    is("sm_90", cas, "1 x ATOMS.CAS.64");
    is("gfx90a", cas, "1 x ds_cmpst_rtn_b64");
    is("gfx1100", cas, "1 x ds_cmpstore_rtn_b64");
    cas.operation = GA_OP_add;
    is("sm_90", cas, "1 x ATOMS.CAST.SPIN.64 (loop)");
    is("gfx1100", cas, "1 x ds_add_rtn_u64");
    cas.type = GA_TYPE_f64;
    is("gfx906", cas, "1 x ds_cmpst_rtn_b64 (loop)");
    is("gfx90a", cas, "1 x ds_add_rtn_f64");
}

/* What a target lacks is a loop, or is not there. */
static void lacking(void **state) {
    (void)state;
    const struct ga_fact real = {
        .operation = GA_OP_add, .type = GA_TYPE_f64, .scope = GA_SCOPE_DEVICE};
    is("sm_90", real, "1 x ATOMG.E.ADD.F64.RN.STRONG.GPU");
    is("gfx908", real, "1 x global_atomic_cmpswap_x2 glc (loop)");
    is("gfx942", real, "1 x global_atomic_add_f64 sc0");
    is("gfx1100", real, "1 x global_atomic_cmpswap_b64 glc (loop)");
    const struct ga_fact pair = {.operation = GA_OP_add, .type = GA_TYPE_bf16x2};
    is("sm_80", pair, "1 x ATOMG.E.CAS.STRONG.SM (loop)");
    is("sm_100", pair, "1 x ATOMG.E.ADD.BF16x2.RN.STRONG.SM");
    const struct ga_fact wide = {.operation = GA_OP_exchange, .type = GA_TYPE_b128};
    is("sm_86", wide, "");
    is("gfx942", wide, "");
    assert_string_equal(ga_lacks(GA_OP_exchange, GA_TYPE_b128, "sm_86"),
                        "the hardware has it from sm_90 on");
    assert_null(ga_lacks(GA_OP_exchange, GA_TYPE_b128, "sm_90"));
    assert_non_null(ga_lacks(GA_OP_cas, GA_TYPE_b128, "gfx942"));
}

/* What clang 17 to 22 do without a loop: at device scope, at system scope, and where the memory may be another's. */
static void natives(void **state) {
    (void)state;
    const bool since20 = GA_HIP_CLANG >= 20, since21 = GA_HIP_CLANG >= 21,
               since22 = GA_HIP_CLANG >= 22;
    struct ga_fact f32 = {.operation = GA_OP_add, .type = GA_TYPE_f32, .scope = GA_SCOPE_DEVICE},
                   f64 = f32;
    struct ga_fact min = {.operation = GA_OP_min, .scope = GA_SCOPE_SYSTEM}, xor = min;
    f64.type = GA_TYPE_f64;
    xor.operation = GA_OP_xor;
    is("gfx90a", f32, "1 x global_atomic_cmpswap glc (loop)");
    is("gfx90a", f64,
       since21 ? "1 x global_atomic_add_f64 glc" : "1 x global_atomic_cmpswap_x2 glc (loop)");
    is("gfx942", f32, "1 x global_atomic_add_f32 sc0");
    is("gfx1101", f32,
       since21 ? "1 x global_atomic_add_f32 glc" : "1 x global_atomic_cmpswap_b32 glc (loop)");
    is("gfx1200", f32,
       since20 ? "1 x global_atomic_add_f32 th:TH_ATOMIC_RETURN scope:SCOPE_DEV"
               : "1 x global_atomic_cmpswap_b32 th:TH_ATOMIC_RETURN scope:SCOPE_DEV (loop)");
    f32.scope = GA_SCOPE_SYSTEM;
    is("gfx950", f32,
       GA_HIP_CLANG != 20 ? "1 x global_atomic_add_f32 sc0 sc1"
                          : "1 x global_atomic_cmpswap sc0 sc1 (loop)");
    is("gfx1200", f32,
       since21 ? "1 x global_atomic_add_f32 th:TH_ATOMIC_RETURN scope:SCOPE_SYS"
               : "1 x global_atomic_cmpswap_b32 th:TH_ATOMIC_RETURN scope:SCOPE_SYS (loop)");
    is("gfx90a", min,
       since22 ? "1 x global_atomic_umin glc" : "1 x global_atomic_cmpswap glc (loop)");
    is("gfx90a", xor, "1 x global_atomic_xor glc");
    f32.remote = min.remote = xor.remote = true;
    is("gfx950", f32,
       since20 ? "1 x global_atomic_cmpswap sc0 sc1 (loop)" : "1 x global_atomic_add_f32 sc0 sc1");
    is("gfx1101", f32,
       GA_HIP_CLANG == 21 ? "1 x global_atomic_add_f32 glc"
                          : "1 x global_atomic_cmpswap_b32 glc (loop)");
    is("gfx90a", min, "1 x global_atomic_cmpswap glc (loop)");
    is("gfx90a", xor,
       since22 ? "1 x global_atomic_cmpswap glc (loop)" : "1 x global_atomic_xor glc");
    is("sm_90", xor, "1 x ATOMG.E.XOR.STRONG.SYS");
}

/* Vectors of 16-bit floats, parts of a word, and bulk operations, which say all of it. */
static void vectors(void **state) {
    (void)state;
    struct ga_fact add = {
        .operation = GA_OP_add, .type = GA_TYPE_bf16x8, .scope = GA_SCOPE_DEVICE, .unused = true};
    is("sm_90", add, "1 x REDG.E.ADD.BF16x8.RN.STRONG.GPU");
    is("sm_80", add, "");
    add.type = GA_TYPE_f16;
    is("sm_90", add, "1 x ATOMG.E.CAS.STRONG.GPU (loop)");
    is("gfx90a", add, "1 x global_atomic_cmpswap glc (loop)");
    add.type = GA_TYPE_u64x2;
    is("sm_90", add, "1 x ATOMG.E.CAS.128.STRONG.GPU (loop)");
    is("sm_80", add, "");
    struct ga_fact bulk = {.operation = GA_OP_add_bulk, .type = GA_TYPE_u64};
    is("sm_90", bulk, "1 x UBLKRED.G.S.ADD.U64");
    is("gfx942", bulk, "");
    bulk.space = GA_CLUSTER;
    is("sm_90", bulk, "1 x UBLKRED.S.S.ADD.U64");
    bulk = (struct ga_fact){.operation = GA_OP_store_bulk};
    is("sm_120", bulk, "1 x UBLKCP.G.S");
    assert_string_equal(ga_lacks(GA_OP_add, GA_TYPE_u64x2, "cpu"),
                        "the stand-in has no 128-bit atomics");
    assert_null(ga_lacks(GA_OP_add_bulk, GA_TYPE_f32, "cpu"));
}

/* Targets of a family, by the start of their names; of others nothing is expected, which the audit calls wrong. */
static void targets(void **state) {
    (void)state;
    const struct ga_variant variant = {.facts = {{.operation = GA_OP_add}}};
    struct ga_expect expect;
    assert_int_equal(ga_family_of("gfx950"), GA_GFX94);
    assert_int_equal(ga_family_of("gfx90a"), GA_GFX90A);
    assert_int_equal(ga_family_of("gfx906"), GA_GFX9);
    assert_int_equal(ga_family_of("sm_100a"), GA_SM_1XX);
    assert_false(ga_expectation(&variant, "gfx1310", &expect));
    assert_false(ga_expectation(&variant, "cpu", &expect));
}

/* A counter that wraps needs a timer of short ticks beside it. */
static void cycle_counter(void **state) {
    (void)state;
    struct ga_limits limits = {.target = "gfx1151", .tick_ns = 10};
    assert_int_equal(ga_cycle_bits(&limits), 20);
    assert_null(ga_no_cycle_counter(&limits));
    limits.tick_ns = 40;
    assert_non_null(ga_no_cycle_counter(&limits));
    limits = (struct ga_limits){.target = "gfx1201", .tick_ns = 40};
    assert_int_equal(ga_cycle_bits(&limits), 64);
    assert_null(ga_no_cycle_counter(&limits));
    limits = (struct ga_limits){.target = "cpu", .cycle_bits = 18, .tick_ns = 1};
    assert_int_equal(ga_cycle_bits(&limits), 18);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(result),  cmocka_unit_test(order),         cmocka_unit_test(fence),
        cmocka_unit_test(shared),  cmocka_unit_test(lacking),       cmocka_unit_test(vectors),
        cmocka_unit_test(targets), cmocka_unit_test(cycle_counter), cmocka_unit_test(natives),
    };
    return cmocka_run_group_tests_name("instructions", tests, NULL, NULL);
}
