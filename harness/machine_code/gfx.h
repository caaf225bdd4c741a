/* One instruction of AMD's machine code, into the same facts as one of NVIDIA's (sass.h). */
#ifndef GA_GFX_H
#define GA_GFX_H

#include "image.h"
#include "sass.h"

enum ga_gfx_generation { GA_GFX9, GA_GFX940, GA_GFX10, GA_GFX11, GA_GFX12, GA_N_GFX };

/* How an instruction's bits are laid out; manuals' names. */
enum ga_gfx_format {
    GA_GFX_UNKNOWN,
    GA_GFX_SOP2,
    GA_GFX_SOPK,
    GA_GFX_SOP1,
    GA_GFX_SOPC,
    GA_GFX_SOPP,
    GA_GFX_SMEM,
    GA_GFX_VOP1,
    GA_GFX_VOP2,
    GA_GFX_VOPC,
    GA_GFX_VOP3,
    GA_GFX_VOP3P,
    GA_GFX_VOPD,
    GA_GFX_DS,
    GA_GFX_FLAT,   /* also GLOBAL, SCRATCH */
    GA_GFX_BUFFER, /* untyped */
    GA_GFX_IMAGE,
    GA_GFX_OTHER /* with a length and no facts */
};

/* Registers are numbered as AMD's operands are: scalar ones below 128, vector ones from 256 on. 255 is a literal there,
 * and GA_NO_REGISTER here. */
enum {
    GA_GFX_VCC = 106,
    GA_GFX_EXEC = 126,
    GA_GFX_ZERO = 128, /* a constant */
    GA_GFX_SCC = 253,
    GA_GFX_VECTOR = 256,
    GA_GFX_LITERAL = 255,
    GA_GFX_BYTES = 4,  /* of the shortest */
    GA_GFX_WORDS = 5,  /* of the longest */
    GA_GFX_RESULTS = 2 /* that an instruction may have */
};

/* in: flags: e_flags of a code object's header. out: its target ("gfx90a") and *generation; NULL: a target that is not read. */
const char *ga_gfx_target(uint64_t flags, enum ga_gfx_generation *generation);

/* in: w: the words from an instruction on, those behind the code's end 0. out: *format, and the bytes that it takes; 0 if
 * no format begins so. */
unsigned ga_gfx_length(const uint32_t *w, enum ga_gfx_generation generation,
                       enum ga_gfx_format *format);

/* in: format: as ga_gfx_length found it; offset: in its function. out: out[GA_GFX_RESULTS], *n of them: one a result, of
 * which the last has the class; key but for what flow.h sets. */
void ga_gfx_decode(const uint32_t *w, enum ga_gfx_generation generation, enum ga_gfx_format format,
                   uint32_t offset, struct ga_sass *out, unsigned *n);

/* What an instruction asks of memory, as far as counters of outstanding accesses go (gfx_counters.h). */
enum ga_gfx_access {
    GA_GFX_NO_ACCESS,
    GA_GFX_LOADS_DATA,
    GA_GFX_STORES_DATA,
    GA_GFX_RETURNS, /* an atomic, or one without a result */
    GA_GFX_NO_RETURN,
    GA_GFX_INVALIDATES, /* a cache, or writes one back */
    GA_GFX_WRITES_BACK,
    GA_GFX_UNKNOWN_ACCESS
};

/* in: format: as ga_gfx_length found it. out: *flat: of FLAT, which may go to shared memory as well. */
enum ga_gfx_access ga_gfx_access(const uint32_t *w, enum ga_gfx_generation generation,
                                 enum ga_gfx_format format, bool *flat);

/* Parts of the decoder. Those of registers: operands of what computes, and branches; of memory: accesses, fences. */
void ga_gfx_decode_registers(const uint32_t *w, enum ga_gfx_generation generation,
                             enum ga_gfx_format format, struct ga_sass *out, unsigned *n);
void ga_gfx_decode_memory(const uint32_t *w, enum ga_gfx_generation generation,
                          enum ga_gfx_format format, struct ga_sass *out);

/* Likewise what adds, of VOP2 or VOP3, of two halves (VOP3P), and one of two in one (VOPD); in: out: with its operands. */
void ga_gfx_decode_sum(const uint32_t *w, enum ga_gfx_generation generation,
                       enum ga_gfx_format format, unsigned opcode, struct ga_sass *out,
                       unsigned *n);
void ga_gfx_decode_packed_sum(const uint32_t *w, unsigned opcode, struct ga_sass *out);
void ga_gfx_decode_dual_sum(unsigned opcode, struct ga_sass *out);

#endif
