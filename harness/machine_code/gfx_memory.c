/* What goes to memory: atomics, loads, and what tends caches. Whether an atomic returns is a bit (GLC, SC0, TH), or an
 * opcode of its own in shared memory.
 *
 * Scope. gfx940: SC1 says system; without it device, or less, which look alike. gfx12: the field SCOPE. Others have none
 * in an atomic: it is done in the L2 whatever its scope is, and fences around make the difference.
 *
 * src: as gfx.c; LLVM's "User Guide for AMDGPU Backend", memory model of each generation. */
#include <string.h>

#include "gfx.h"

enum { NO = -1 };
enum kind { ACCESS, SHARED, SHARED_RETURNS, CACHE };
enum { FLAT, SCRATCH, GLOBAL }; /* segments */

static const struct row {
    const char *flat, *global,
        *buffer; /* with their prefixes; of shared memory the first, without */
    int16_t opcode[GA_N_GFX];
    uint8_t kind, operation, type;
} rows[] = {
#define GA_GFX(stem, kind, operation, type, g9, g940, g10, g11, g12)                               \
    {(kind) == ACCESS ? "flat_" #stem : #stem,                                                     \
     "global_" #stem,                                                                              \
     "buffer_" #stem,                                                                              \
     {g9, g940, g10, g11, g12},                                                                    \
     kind,                                                                                         \
     GA_OP_##operation,                                                                            \
     GA_TYPE_##type},
#include "gfx_opcodes.def"
};

static const struct row *find(unsigned opcode, enum ga_gfx_generation generation, bool shared) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].opcode[generation] == (int)opcode &&
            (rows[i].kind == SHARED || rows[i].kind == SHARED_RETURNS) == shared)
            return &rows[i];
    return NULL;
}

static uint16_t vector(uint32_t field) { return (uint16_t)(GA_GFX_VECTOR + (field & 0xff)); }

/* The first of the scalar registers that hold an address, or a buffer. */
static uint16_t base_of(uint32_t field) {
    return field < GA_GFX_VCC ? (uint16_t)field : GA_NO_REGISTER;
}

/* The fields of FLAT and BUFFER that matter. */
struct fields {
    unsigned opcode, segment;
    uint16_t address, base, data, result;
    bool returns, system, block; /* system, block: SC1 and SC0 of gfx940 */
    uint8_t scope;               /* of gfx12 */
};

static struct fields fields_of(const uint32_t *w, enum ga_gfx_generation generation,
                               enum ga_gfx_format format) {
    static const uint8_t scopes[4] = {GA_SCOPE_BLOCK, GA_SCOPE_BLOCK, GA_SCOPE_DEVICE,
                                      GA_SCOPE_SYSTEM};
    const bool flat = format == GA_GFX_FLAT;
    struct fields f = {.segment = GLOBAL, .base = GA_NO_REGISTER};
    if (generation == GA_GFX12) {
        f.opcode = w[0] >> 14 & 0xff;
        f.segment = flat ? w[0] >> 24 & 3 : GLOBAL;
        f.address = vector(w[2]);
        f.base = base_of(flat ? w[0] & 0x7f : w[1] >> 9 & 0x1ff);
        f.data = vector(flat ? w[1] >> 23 : w[1]);
        f.result = vector(w[1]);
        f.returns = w[1] >> 20 & 1;
        f.scope = scopes[w[1] >> 18 & 3];
        return f;
    }
    const unsigned glc = flat && generation <= GA_GFX10 ? 16 : 14;
    f.opcode = w[0] >> 18 & (!flat && generation >= GA_GFX10 ? 0xff : 0x7f);
    if (flat)
        f.segment = w[0] >> (generation == GA_GFX11 ? 16 : 14) & 3;
    f.address = vector(w[1]);
    f.base = base_of(flat ? w[1] >> 16 & 0x7f : 4 * (w[1] >> 16 & 0x1f));
    f.data = vector(w[1] >> 8);
    f.result = flat ? vector(w[1] >> 24) : f.data;
    f.returns = f.block = w[0] >> glc & 1;
    f.system = w[0] >> (flat ? 25 : 15) & 1;
    return f;
}

static uint8_t scope_of(const struct fields *f, enum ga_gfx_generation generation) {
    return generation == GA_GFX12    ? f->scope
           : generation == GA_GFX940 ? (f->system ? GA_SCOPE_SYSTEM : GA_SCOPE_DEVICE)
                                     : GA_SCOPE_NONE;
}

/* What a cache is tended for. Before gfx940 each operation has its own opcode. */
static uint8_t cache_scope(const char *name, const struct fields *f,
                           enum ga_gfx_generation generation) {
    if (generation == GA_GFX12)
        return f->scope;
    if (generation == GA_GFX940)
        return f->system ? (f->block ? GA_SCOPE_SYSTEM : GA_SCOPE_DEVICE) : GA_SCOPE_BLOCK;
    return strstr(name, "l2")    ? GA_SCOPE_SYSTEM
           : strstr(name, "gl0") ? GA_SCOPE_BLOCK
                                 : GA_SCOPE_DEVICE;
}

static bool is_load(unsigned opcode, enum ga_gfx_generation generation) {
    const unsigned first = generation == GA_GFX10 ? 8 : 16, half = generation >= GA_GFX11 ? 30 : 32;
    return (opcode >= first && opcode < first + 8) || (opcode >= half && opcode < half + 6);
}

/* Registers behind the first that a load writes. */
static uint8_t more_of_load(unsigned opcode, enum ga_gfx_generation generation) {
    static const uint8_t more[2][8] = {{0, 0, 0, 0, 0, 1, 2, 3}, {0, 0, 0, 0, 0, 1, 3, 2}};
    const bool is_10 = generation == GA_GFX10;
    const unsigned k = opcode - (is_10 ? 8 : 16);
    return k < 8 ? more[is_10][k] : 0;
}

static bool is_store(unsigned opcode, enum ga_gfx_generation generation) {
    return (opcode >= 24 && opcode < (generation >= GA_GFX11 ? 30 : 32)) ||
           (generation >= GA_GFX11 && (opcode == 36 || opcode == 37));
}

/* The compared value stands in the registers behind the new one's. */
static void take_access(const struct row *row, const struct fields *f, struct ga_sass *out) {
    const uint8_t more = ga_sass_more(row->type);
    out->key.class = f->returns ? GA_CLASS_ATOMIC : GA_CLASS_REDUCTION;
    out->key.used = f->returns;
    out->key.operation = row->operation;
    out->key.type = row->type;
    out->address = out->source[0] = f->address;
    out->base = f->base;
    out->value = out->source[1] = f->data;
    if (row->operation == GA_OP_CAS)
        out->compare = out->source[2] = (uint16_t)(f->data + more + 1);
    if (f->returns) {
        out->destination = f->result;
        out->more = more;
    }
}

/* gfx12 tends its caches by GLOBAL's opcodes, the others by BUFFER's. */
static const struct row *find_access(const struct fields *f, enum ga_gfx_generation generation,
                                     enum ga_gfx_format format) {
    const struct row *const row = f->segment == SCRATCH ? NULL : find(f->opcode, generation, false);
    const bool elsewhere =
        row && row->kind == CACHE && (format == GA_GFX_FLAT) != (generation == GA_GFX12);
    return elsewhere ? NULL : row;
}

static void decode_global(const uint32_t *w, enum ga_gfx_generation generation,
                          enum ga_gfx_format format, struct ga_sass *out) {
    const struct fields f = fields_of(w, generation, format);
    if (is_load(f.opcode, generation)) {
        const bool to_lds = format == GA_GFX_BUFFER && generation <= GA_GFX10 && w[0] >> 16 & 1;
        out->role = f.segment == SCRATCH ? GA_ROLE_PLAIN : GA_ROLE_LOAD;
        out->source[0] = f.address;
        out->destination = to_lds ? GA_NO_REGISTER : f.result;
        out->more = to_lds ? 0 : more_of_load(f.opcode, generation);
        return;
    }
    const struct row *const row = find_access(&f, generation, format);
    if (!row)
        return;
    out->key.name = format == GA_GFX_BUFFER ? row->buffer
                    : f.segment == GLOBAL   ? row->global
                                            : row->flat;
    if (row->kind == CACHE) {
        out->key.class = GA_CLASS_FENCE;
        out->key.operation = row->operation;
        out->key.scope = cache_scope(out->key.name, &f, generation);
        return;
    }
    take_access(row, &f, out);
    out->key.space = f.segment == FLAT ? GA_SPACE_GENERIC : GA_SPACE_DEVICE;
    out->key.scope = scope_of(&f, generation);
    out->key.order = GA_ORDER_STRONG;
}

enum ga_gfx_access ga_gfx_access(const uint32_t *w, enum ga_gfx_generation generation,
                                 enum ga_gfx_format format, bool *flat) {
    enum { WBINV_12 = 79 }; /* counts where write-backs do */
    *flat = false;
    if (format != GA_GFX_FLAT && format != GA_GFX_BUFFER)
        return GA_GFX_NO_ACCESS;
    const struct fields f = fields_of(w, generation, format);
    *flat = f.segment == FLAT;
    if (is_load(f.opcode, generation))
        return GA_GFX_LOADS_DATA;
    if (is_store(f.opcode, generation))
        return GA_GFX_STORES_DATA;
    const struct row *const row = find_access(&f, generation, format);
    if (!row)
        return GA_GFX_UNKNOWN_ACCESS;
    if (row->kind == CACHE)
        return row->operation == GA_OP_WRITE_BACK ||
                       (generation == GA_GFX12 && f.opcode == WBINV_12)
                   ? GA_GFX_WRITES_BACK
                   : GA_GFX_INVALIDATES;
    return f.returns ? GA_GFX_RETURNS : GA_GFX_NO_RETURN;
}

/* Shared memory. gfx11 changed the places of the new value and of what is compared. */
static void decode_shared(const uint32_t *w, enum ga_gfx_generation generation,
                          struct ga_sass *out) {
    enum { READS = 54, READS_64 = 118, WIDE = 254, HALVES_9 = 86, HALVES_10 = 162 };
    const unsigned shift = generation <= GA_GFX940 ? 17 : 18;
    const unsigned opcode = w[0] >> shift & 0xff,
                   halves = generation <= GA_GFX940 ? HALVES_9 : HALVES_10;
    const bool global = w[0] >> (shift - 1) & 1; /* GDS, memory of its own */
    const struct row *const row = global ? NULL : find(opcode, generation, true);
    const struct fields f = {.address = vector(w[1]),
                             .base = GA_NO_REGISTER,
                             .data = vector(w[1] >> 8),
                             .result = vector(w[1] >> 24),
                             .returns = row && row->kind == SHARED_RETURNS};
    out->source[0] = f.address;
    if (row) {
        take_access(row, &f, out);
        out->key.name = row->flat;
        out->key.space = GA_SPACE_SHARED;
        out->key.scope = GA_SCOPE_BLOCK;
        if (row->operation == GA_OP_CAS) {
            const uint16_t second = vector(w[1] >> 16);
            out->compare = generation >= GA_GFX11 ? second : f.data;
            out->value = generation >= GA_GFX11 ? f.data : second;
            out->source[2] = second;
        }
    } else if ((opcode >= READS && opcode < READS + 7) ||
               (opcode >= READS_64 && opcode < READS_64 + 3) || opcode >= WIDE ||
               (opcode >= halves && opcode < halves + 6)) {
        out->role = GA_ROLE_LOAD;
        out->key.space = GA_SPACE_SHARED;
        out->destination = f.result;
        out->more = opcode >= READS && opcode < READS + 3        ? opcode != READS
                    : opcode == READS_64                         ? 1
                    : opcode > READS_64 && opcode < READS_64 + 3 ? 3
                    : opcode >= WIDE                             ? (uint8_t)(opcode - WIDE + 2)
                                                                 : 0;
    }
}

void ga_gfx_decode_memory(const uint32_t *w, enum ga_gfx_generation generation,
                          enum ga_gfx_format format, struct ga_sass *out) {
    if (format == GA_GFX_DS)
        decode_shared(w, generation, out);
    else
        decode_global(w, generation, format, out);
}
