/* The device code that a file holds: executables, shared objects, objects, archives, cubins, fatbins, PTX, code objects,
 * bundles. */
#ifndef GA_IMAGE_H
#define GA_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "status.h"

enum ga_image_kind {
    GA_IMAGE_CUBIN, /* NVIDIA's machine code, an ELF file */
    GA_IMAGE_GFX,   /* AMD's, likewise */
    GA_IMAGE_OLD,   /* AMD's, for a target that is not read */
    GA_IMAGE_PTX,   /* source, which the driver compiles */
    GA_IMAGE_OTHER  /* the compiler's intermediate code */
};

struct ga_bytes {
    const uint8_t *at;
    size_t n;
};

struct ga_image {
    enum ga_image_kind kind;
    unsigned sm; /* compute capability x 10, as 90; of a cubin also where it says nothing: 0 */
    struct ga_bytes
        bytes; /* of machine code, decompressed; none if its target is older than the oldest wanted */
    struct ga_bytes file; /* all of the file, for messages */
    const uint8_t
        *packed; /* where in it the bytes lie compressed, NULL: they lie there as they are */
};

/* in: least_sm: the oldest target whose code is wanted. Calls visit for every image, in the file's order; its bytes last as long as
 * the call. One module is held at a time: the file is mapped, and what was decompressed is let go.
 * err: GA_FILE naming file, offset and what was expected, if it cannot be opened, is damaged, or is none of these kinds of
 * file; GA_UNSUPPORTED if it is compressed by what this machine has no library for; what visit returns. */
enum ga_status ga_images(const char *path, unsigned least_sm,
                         enum ga_status (*visit)(void *context, const struct ga_image *image,
                                                 struct ga_err *err),
                         void *context, struct ga_err *err);

/* The same of bytes in memory; path: as messages name them. */
enum ga_status ga_images_in(const char *path, struct ga_bytes file, unsigned least_sm,
                            enum ga_status (*visit)(void *context, const struct ga_image *image,
                                                    struct ga_err *err),
                            void *context, struct ga_err *err);

#endif
