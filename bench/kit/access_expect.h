/* What an access that hands a word over compiles to, alone or with the fences of an acquire before and a release with it.
 * src: SASS as cuobjdump prints it; LLVM, User Guide for AMDGPU Backend, "Memory Model". */
#ifndef GA_ACCESS_EXPECT_H
#define GA_ACCESS_EXPECT_H

#include "bench.h"
#include "device_atomics.h"

/* An add of which nobody reads the result. */
enum ga_access { GA_STORES, GA_ADDS, GA_SWAPS, GA_N_ACCESSES };

/* By scope: device, system. */
struct ga_access_family {
    const char *target, *of[GA_N_ACCESSES][2];
    const char *release[2], *acquire[2], *acquire_too[2];
};
static const struct ga_access_family ga_access_families[] = {
    {"sm_",
     {{"STG.E.STRONG.GPU", "STG.E.STRONG.SYS"},
      {"RED*.E.ADD.STRONG.GPU", "RED*.E.ADD.STRONG.SYS"},
      {"ATOMG.E.CAS.STRONG.GPU", "ATOMG.E.CAS.STRONG.SYS"}},
     {"MEMBAR.ALL.GPU", "MEMBAR.ALL.SYS"},
     {"CCTL.IVALL", "CCTL.IVALL"},
     {"", ""}},
    {"gfx90",
     {{"global_store_dword", "global_store_dword"},
      {"global_atomic_add", "global_atomic_add"},
      {"global_atomic_cmpswap glc", "global_atomic_cmpswap glc"}},
     {"", ""},
     {"buffer_wbinvl1_vol", "buffer_wbinvl1_vol"},
     {"", ""}},
    {"gfx90a",
     {{"global_store_dword", "global_store_dword"},
      {"global_atomic_add", "global_atomic_add"},
      {"global_atomic_cmpswap glc", "global_atomic_cmpswap glc"}},
     {"", "buffer_wbl2"},
     {"buffer_wbinvl1_vol", "buffer_wbinvl1_vol"},
     {"", "buffer_invl2"}},
    {"gfx942",
     {{"global_store_dword sc1", "global_store_dword sc0 sc1"},
      {"global_atomic_add", "global_atomic_add sc1"},
      {"global_atomic_cmpswap sc0", "global_atomic_cmpswap sc0 sc1"}},
     {"buffer_wbl2 sc1", "buffer_wbl2 sc0 sc1"},
     {"buffer_inv sc1", "buffer_inv sc0 sc1"},
     {"", ""}},
    {"gfx10",
     {{"global_store_dword", "global_store_dword"},
      {"global_atomic_add", "global_atomic_add"},
      {"global_atomic_cmpswap glc", "global_atomic_cmpswap glc"}},
     {"", ""},
     {"buffer_gl0_inv", "buffer_gl0_inv"},
     {"buffer_gl1_inv", "buffer_gl1_inv"}},
    {"gfx11",
     {{"global_store_b32", "global_store_b32"},
      {"global_atomic_add_u32", "global_atomic_add_u32"},
      {"global_atomic_cmpswap_b32 glc", "global_atomic_cmpswap_b32 glc"}},
     {"", ""},
     {"buffer_gl0_inv", "buffer_gl0_inv"},
     {"buffer_gl1_inv", "buffer_gl1_inv"}},
    {"gfx12",
     {{"global_store_b32 scope:SCOPE_DEV", "global_store_b32 scope:SCOPE_SYS"},
      {"global_atomic_add_u32 scope:SCOPE_DEV", "global_atomic_add_u32 scope:SCOPE_SYS"},
      {"global_atomic_cmpswap_b32 th:TH_ATOMIC_RETURN scope:SCOPE_DEV",
       "global_atomic_cmpswap_b32 th:TH_ATOMIC_RETURN scope:SCOPE_SYS"}},
     {"global_wb scope:SCOPE_DEV", "global_wb scope:SCOPE_SYS"},
     {"global_inv scope:SCOPE_DEV", "global_inv scope:SCOPE_SYS"},
     {"", ""}},
};
enum { GA_ACCESS_FAMILIES = sizeof ga_access_families / sizeof *ga_access_families };

/* out: [GA_ACCESS_FAMILIES] expectations of a kernel in whose code the access stands once. */
static inline const struct ga_expect *ga_expect_access(enum ga_access access, enum ga_scope scope,
                                                       bool ordered) {
    static struct ga_expect all[GA_N_ACCESSES][2][2][GA_ACCESS_FAMILIES];
    const int s = scope == GA_SCOPE_SYSTEM;
    struct ga_expect *const e = all[access][s][ordered];
    for (int i = 0; i < GA_ACCESS_FAMILIES; i++) {
        const struct ga_access_family *const f = &ga_access_families[i];
        e[i] = ordered
                   ? ga_expect{f->target,
                               {f->of[access][s], f->release[s], f->acquire[s], f->acquire_too[s]}}
                   : ga_expect{f->target, {f->of[access][s], GA_NO_INSTRUCTION}};
    }
    return e;
}

#endif
