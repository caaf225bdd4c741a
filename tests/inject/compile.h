/* The stand-in's compiler: as the driver's, it takes options where code is loaded and where it is linked. */
#ifndef COMPILE_H
#define COMPILE_H

#include <stddef.h>

#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

struct jit {
    unsigned n;
    CUjit_option *names;
    void **values;
};

/* Whether there is one: $STAND_IN_CUBIN, a file that any source compiles to. To link, it loads $STAND_IN_LINKER, a library, and
 * looks up a function of it. */
int can_compile(void);
/* in: source: n bytes. out: *code, which lasts. Leaves a line in $STAND_IN_COMPILED: kind, bytes, options; writes to the
 * program's logs. Source that has the word "broken" is refused. */
CUresult compile(const void *source, size_t n, CUjitInputType type, struct jit options,
                 const void **code, size_t *n_code);

#endif
