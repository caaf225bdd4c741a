/* The same instructions by NVIDIA's disassembler. */
#ifndef GA_DISASSEMBLY_H
#define GA_DISASSEMBLY_H

#include "image.h"
#include "sass.h"

struct ga_disassembled {
    const char *name, *target;
    const struct ga_sass *code; /* NULL: none of it is of a class that is counted */
    size_t n;
};

/* Calls visit for every function of a module, a cubin. in: path: as messages name it. err: GA_UNSUPPORTED if there is no
 * cuobjdump on the PATH; GA_FILE if it fails; what visit returns. */
enum ga_status ga_disassemble(const char *path, struct ga_bytes module,
                              enum ga_status (*visit)(void *context,
                                                      const struct ga_disassembled *function,
                                                      struct ga_err *err),
                              void *context, struct ga_err *err);

/* in: text: an instruction as cuobjdump prints it, "@!P0 ATOMS.ADD R4, [R5], R4", without a semicolon. out: as
 * ga_sass_decode. */
void ga_sass_parse(const char *text, uint32_t offset, struct ga_sass *out);

/* Of its name, what it writes and reads beside its registers; of a load's or store's operand, its address; of a
 * copy's, its constant. in: role, source[0]. */
void ga_sass_parse_counts(const char *name, struct ga_sass *out);
void ga_sass_parse_address(const char *name, const char *operand, struct ga_sass *out);
/* in: operand: n of them, behind the destination. out: role. */
void ga_sass_parse_halves(const char *name, char *const *operand, size_t n, struct ga_sass *out);
/* Of a sum, or of a product with one: role, altered, and source by places. in: role. out: whether it is one. */
bool ga_sass_parse_sum(const char *name, char *const *operand, size_t n, struct ga_sass *out);
void ga_sass_parse_constant(const char *name, const char *operand, struct ga_sass *out);

#endif
