/* The rows that the build read from its own object code. */
#include "isa.h"

const struct ga_isa_row ga_isa_table[] = {
#ifdef GA_HAVE_CUDA
#include "isa_cuda.inc"
#endif
#ifdef GA_HAVE_HIP
#include "isa_hip.inc"
#endif
    {NULL, NULL, NULL, 0, NULL},
};
