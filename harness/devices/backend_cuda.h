/* What the parts of the CUDA backend share. */
#ifndef GA_BACKEND_CUDA_H
#define GA_BACKEND_CUDA_H

#include <cuda_runtime_api.h>

#include "backend.h"

enum ga_status ga_cuda_check(cudaError_t error, const char *what, struct ga_err *err);

/* Puts one kernel on the current device's stream. */
enum ga_status ga_cuda_enqueue(const struct ga_launch *launch, struct ga_err *err);

/* Likewise, for a launch with clusters, or a cooperative one. */
cudaError_t ga_cuda_launch_together(const struct ga_launch *launch, void **args);

/* out: what limits say of clusters, managed memory and peers. kernel: any, to ask of clusters. */
void ga_cuda_read_remote(struct ga_limits *limits, int index, const void *kernel);

/* out: what limits say of the kinds of links. limits->n_gpus is known. */
void ga_cuda_read_links(struct ga_limits *limits);

extern const struct ga_remote ga_cuda_remote;

#endif
