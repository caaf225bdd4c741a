/* Measured kernels, part 1 of operations.def. */
#define GA_OPERATIONS 1
#include "crowd_kernels.h"
#include "operands.h"

#define GA_OPERATION(op, type, ...) CROWD_KERNELS(op, type)
#include "operations.def"
