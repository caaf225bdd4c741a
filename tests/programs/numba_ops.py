"""numba_ops.py TIMES: numba.cuda's atomics on global and shared memory."""
import sys

import numpy as np

for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, old):  # a numba older than this NumPy looks for them as it is loaded
        setattr(np, old, getattr(np, new))
from numba import cuda, float32, int32

n, places, bins = int(sys.argv[2]) if len(sys.argv) > 2 else 1 << 21, 1 << 14, 256


@cuda.jit
def numba_add(to, at, x):
    for i in range(cuda.grid(1), at.size, cuda.gridsize(1)):
        cuda.atomic.add(to, at[i], x[i])


@cuda.jit
def numba_max(to, at, x):
    for i in range(cuda.grid(1), at.size, cuda.gridsize(1)):
        cuda.atomic.max(to, at[i], x[i])


@cuda.jit
def numba_cas(to, at):
    for i in range(cuda.grid(1), at.size, cuda.gridsize(1)):
        cuda.atomic.cas(to, at[i], 0, i)


@cuda.jit
def numba_shared_add(to, at):
    count = cuda.shared.array(bins, int32)
    count[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), at.size, cuda.gridsize(1)):
        cuda.atomic.add(count, at[i] % bins, 1)
    cuda.syncthreads()
    cuda.atomic.add(to, cuda.threadIdx.x, count[cuda.threadIdx.x])


@cuda.jit
def numba_shared_sum(to, at, x):
    total = cuda.shared.array(bins, float32)
    total[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), at.size, cuda.gridsize(1)):
        cuda.atomic.add(total, at[i] % bins, x[i])
    cuda.syncthreads()
    cuda.atomic.add(to, cuda.threadIdx.x, total[cuda.threadIdx.x])


@cuda.jit
def numba_shared_max(to, at):
    most = cuda.shared.array(bins, int32)
    most[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), at.size, cuda.gridsize(1)):
        cuda.atomic.max(most, at[i] % bins, int32(i))
    cuda.syncthreads()
    cuda.atomic.max(to, cuda.threadIdx.x, most[cuda.threadIdx.x])


random = np.random.default_rng(1)
at = cuda.to_device(random.integers(0, places, n).astype(np.int32))
hot = cuda.to_device(random.integers(0, 8, n).astype(np.int32))
x = cuda.to_device(random.random(n).astype(np.float32))
whole = cuda.to_device(random.random(n))
counts, sums, sums64 = (cuda.to_device(np.zeros(places, kind)) for kind in (np.int32, np.float32, np.float64))
grid = min(1024, n // bins)
for _ in range(int(sys.argv[1])):
    numba_add[grid, bins](sums, at, x)
    numba_add[grid, bins](sums64, at, whole)
    numba_add[grid, bins](sums, hot, x)
    numba_max[grid, bins](sums, at, x)
    numba_cas[grid, bins](counts, at)
    numba_shared_add[grid, bins](counts, at)
    numba_shared_sum[grid, bins](sums, hot, x)
    numba_shared_max[grid, bins](counts, at)
cuda.synchronize()
