/* libamdhip64, loaded when the first AMD device is asked for and not before: the program starts
 * where the library is missing, and a CUDA run does not pay for it. */
#ifndef GA_HIP_LIBRARY_H
#define GA_HIP_LIBRARY_H

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#include <hip/hip_runtime_api.h>

#include "status.h"

/* The symbol that fills the headers' hipDeviceProp_t. From HIP 6 on hipGetDeviceProperties is a macro or an inline
 * function of the headers; the library's symbol of that name fills the struct of HIP 5.
 * src: ROCm/rocm-systems, pull request 10358. */
#if HIP_VERSION_MAJOR >= 6
#define GA_HIP_GET_PROPERTIES hipGetDevicePropertiesR0600
#else
#define GA_HIP_GET_PROPERTIES hipGetDeviceProperties
#endif

/* Loads the library and hands it this program's kernels. Any number of times.
 * err: GA_UNSUPPORTED naming the library or the function that is missing. */
enum ga_status ga_hip_load(struct ga_err *err);

#endif
