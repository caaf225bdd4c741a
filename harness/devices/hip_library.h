/* libamdhip64, loaded when the first AMD device is asked for and not before: the program starts
 * where the library is missing, and a CUDA run does not pay for it. */
#ifndef GA_HIP_LIBRARY_H
#define GA_HIP_LIBRARY_H

#include "status.h"

/* Loads the library and hands it this program's kernels. Any number of times.
 * err: GA_UNSUPPORTED naming the library or the function that is missing. */
enum ga_status ga_hip_load(struct ga_err *err);

#endif
