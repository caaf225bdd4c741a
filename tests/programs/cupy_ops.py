"""cupy_ops.py TIMES: more of CuPy: extremes, 64 bits, several dimensions, labels, sparse matrices by cuSPARSE."""
import sys

import cupy as cp
import cupyx
import cupyx.scipy.ndimage as ndimage
import cupyx.scipy.sparse as sparse

from operations import run

n, places = 1 << 21, 1 << 14
random = cp.random.default_rng(1)
at = random.integers(0, places, n, dtype=cp.int32)
hot = random.integers(0, 8, n, dtype=cp.int32)
x = random.random(n, dtype=cp.float32)
points = cp.stack([x[: n // 2], x[n // 2 :]], axis=1)
image = (random.random((2048, 2048), dtype=cp.float32) > 0.45).astype(cp.int32)
rows, columns = at, random.integers(0, places, n, dtype=cp.int32)
matrix = sparse.coo_matrix((x, (rows, columns)), shape=(places, places))
compressed = matrix.tocsr()
vector, block = random.random(places, dtype=cp.float32), random.random((places, 32), dtype=cp.float32)
whole = x.astype(cp.float64)
operations = [
    lambda: cupyx.scatter_max(cp.zeros(places, cp.float32), at, x),
    lambda: cupyx.scatter_min(cp.zeros(places, cp.float32), hot, x),
    lambda: cupyx.scatter_add(cp.zeros(places, cp.float64), at, whole),
    lambda: cupyx.scatter_add(cp.zeros(places, cp.uint64), hot, cp.ones(n, cp.uint64)),
    lambda: cp.add.at(cp.zeros((places, 8), cp.float32), at[: n // 8], x.reshape(-1, 8)),
    lambda: cp.histogram(x, bins=64),
    lambda: cp.histogram(x, bins=4096),
    lambda: cp.histogramdd(points, bins=64),
    lambda: cp.bincount(hot, weights=x),
    lambda: ndimage.label(image),
    lambda: ndimage.sum_labels(x, at, cp.arange(places)),
    lambda: ndimage.histogram(x, 0, 1, 128),
    lambda: matrix @ vector,
    lambda: matrix @ block,
    lambda: compressed @ vector,
    lambda: compressed.T @ vector,
    lambda: compressed.tocsc(),
    lambda: compressed.sum(axis=0),
    lambda: matrix.tocsr(),
    lambda: cp.unique(at),
]
sys.exit(run(operations, int(sys.argv[1]), cp.cuda.Device().synchronize))
