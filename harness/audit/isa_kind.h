/* What kind of instruction a disassembler's name stands for, as far as the extractor and the audit both ask. */
#ifndef GA_ISA_KIND_H
#define GA_ISA_KIND_H

#include <stdbool.h>
#include <string.h>

/* in: prefixes, the last NULL. */
static inline bool ga_isa_starts(const char *instruction, const char *const *prefixes) {
    for (; *prefixes; prefixes++)
        if (strncmp(instruction, *prefixes, strlen(*prefixes)) == 0)
            return true;
    return false;
}

/* Cache and order: what a fence, an acquire or a release compiles to, but for waiting. */
static inline bool ga_isa_is_fence(const char *instruction) {
    static const char *const fences[] = {
        "MEMBAR",     "CCTL.IVALL",     "buffer_wbl2",    "buffer_wbinvl1", "buffer_invl2",
        "buffer_inv", "buffer_gl0_inv", "buffer_gl1_inv", "global_wb",      "global_inv",
        NULL};
    return ga_isa_starts(instruction, fences);
}

/* Behind a write-back that is not waited for. */
#define GA_ISA_NO_WAIT " (no wait)"

/* What is held only to facts that name it: a load or a store of memory that other SMs see, with its order and scope;
 * NVIDIA's loads of shared memory; a barrier in hardware. NVIDIA's barrier of a warp that has not diverged is a NOP. */
static inline bool ga_isa_is_access(const char *instruction) {
    static const char *const accesses[] = {
        "LD.",        "LDG.",        "LDS",  "ST.",    "STG.",    "global_load_", "global_store_",
        "flat_load_", "flat_store_", "BAR.", "SYNCS.", "UCGABAR", "s_barrier",    NULL};
    return ga_isa_starts(instruction, accesses) || strcmp(instruction, "NOP") == 0;
}

#endif
