"""cupy_add.py TIMES: what CuPy adds up at indices, each kind of them with a size of its own."""
import sys

import cupy as cp
import cupyx

n, places = 1 << 22, 1 << 16
random = cp.random.default_rng(1)
for _ in range(int(sys.argv[1])):
    for more, most in ((0, places), (1 << 16, 256), (2 << 16, 1)):
        at = random.integers(0, most, n + more, dtype=cp.int32)
        out = cp.zeros(places, dtype=cp.float32)
        cupyx.scatter_add(out, at, cp.ones(n + more, dtype=cp.float32))
        cp.bincount(at, minlength=places)
        cp.histogram(at.astype(cp.float32), bins=256, range=(0, places))
cp.cuda.Device().synchronize()
