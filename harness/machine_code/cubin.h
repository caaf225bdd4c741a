/* The functions of a cubin or of a code object, and what their instructions are. */
#ifndef GA_CUBIN_H
#define GA_CUBIN_H

#include "image.h"
#include "sass.h"

struct ga_function {
    const char *name;   /* mangled; lasts as long as the image */
    char target[24];    /* "sm_90a", "gfx90a" */
    unsigned sm;        /* 90; of AMD's 0 */
    bool is_gfx;        /* AMD's */
    uint8_t generation; /* of AMD's: enum ga_gfx_generation */
    struct ga_bytes code;
    struct ga_bytes module; /* of NVIDIA's */
    uint32_t
        section; /* of AMD's: its number in the file, and the code's address in it or, of what is linked, in the module */
    uint64_t address;
    const char *path; /* of AMD's, for messages; likewise */
    struct ga_bytes file;
    const uint8_t *packed;
};

/* Calls visit for every function that has code: kernels, and what other modules may call.
 * in: an image of kind GA_IMAGE_CUBIN or GA_IMAGE_GFX with its bytes. err: GA_FILE; what visit returns. */
enum ga_status ga_functions(const char *path, const struct ga_image *image,
                            enum ga_status (*visit)(void *context,
                                                    const struct ga_function *function,
                                                    struct ga_err *err),
                            void *context, struct ga_err *err);

/* out: whether there may be an atomic, a reduction or a fence: a look at NVIDIA's opcodes, without reading the function. */
bool ga_function_may_have_atomics(const struct ga_function *function);

/* out: *code: the function's *n instructions, with everything that flow.h finds; NULL if none of them is of a class that
 * is counted. NVIDIA's without an atomic, a reduction and a fence: those of a class and of control flow alone. own: caller,
 * free. err: GA_ERROR for want of memory; GA_FILE for AMD's where no instruction is. */
enum ga_status ga_function_read(const struct ga_function *function, struct ga_sass **code,
                                size_t *n, struct ga_err *err);

/* The same of AMD's. */
enum ga_status ga_gfx_functions(const char *path, const struct ga_image *image,
                                enum ga_status (*visit)(void *context,
                                                        const struct ga_function *function,
                                                        struct ga_err *err),
                                void *context, struct ga_err *err);
enum ga_status ga_gfx_function_read(const struct ga_function *function, struct ga_sass **code,
                                    size_t *n, struct ga_err *err);

#endif
