/* Measured kernels, part 4 of operations.def. */
#define GA_OPERATIONS 4
#include "crowd_kernels.h"
#include "operands.h"

#define GA_OPERATION(op, type, ...) CROWD_KERNELS(op, type)
#include "operations.def"
