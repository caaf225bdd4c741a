/* Measured kernels, part 2 of operations.def. */
#define GA_OPERATIONS 2
#include "crowd_kernels.h"
#include "operands.h"

#define GA_OPERATION(op, type, ...) CROWD_KERNELS(op, type)
#include "operations.def"
