"""triton_ops.py TIMES: more of Triton: a matrix product split along k, a gradient summed under locks, histograms, extremes."""
import sys

import torch
import triton
import triton.language as tl


@triton.jit
def split_k(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, SPLITS: tl.constexpr):
    row = tl.program_id(0) * M + tl.arange(0, M)
    column = tl.program_id(1) * N + tl.arange(0, N)
    part = tl.program_id(2)
    total = tl.zeros((M, N), dtype=tl.float32)
    for step in range(part, k // K, SPLITS):
        at = step * K + tl.arange(0, K)
        total += tl.dot(tl.load(a + row[:, None] * k + at[None, :]), tl.load(b + at[:, None] * n + column[None, :]))
    tl.atomic_add(c + row[:, None] * n + column[None, :], total)


@triton.jit
def locked_sum(x, out, locks, rows, width: tl.constexpr, GROUPS: tl.constexpr):
    row = tl.program_id(0)
    group = row % GROUPS
    column = tl.arange(0, width)
    value = tl.load(x + row * width + column)
    while tl.atomic_cas(locks + group, 0, 1) == 1:
        pass
    place = out + group * width + column
    tl.store(place, tl.load(place) + value)
    tl.debug_barrier()
    tl.atomic_xchg(locks + group, 0)


@triton.jit
def counted(x, out, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    found = tl.histogram(tl.load(x + i, mask=i < n, other=0), BINS)
    tl.atomic_add(out + tl.arange(0, BINS), found)


@triton.jit
def extremes(x, at, most, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_max(most + tl.load(at + i, mask=i < n, other=0), tl.load(x + i, mask=i < n, other=0), mask=i < n)


@triton.jit
def half_rows(x, at, out, width: tl.constexpr):
    row = tl.program_id(0)
    column = tl.arange(0, width)
    tl.atomic_add(out + tl.load(at + row) * width + column, tl.load(x + row * width + column), sem="relaxed")


torch.manual_seed(1)
d = "cuda"
n = 1 << 21
a, b = torch.rand(256, 8192, device=d, dtype=torch.half), torch.rand(8192, 256, device=d, dtype=torch.half)
x = torch.rand(8192, 1024, device=d)
keys = {most: torch.randint(most, (n,), device=d, dtype=torch.int32) for most in (1, 16, 1 << 16)}
halves = torch.rand(32768, 128, device=d, dtype=torch.half)
for _ in range(int(sys.argv[1])):
    for splits in (1, 8, 64):
        c = torch.zeros(256, 256, device=d)
        split_k[(4, 4, splits)](a, b, c, 256, 256, 8192, M=64, N=64, K=32, SPLITS=splits)
    for groups, rows in ((64, 8192), (4, 4096)):
        out, locks = torch.zeros(groups, 1024, device=d), torch.zeros(groups, device=d, dtype=torch.int32)
        locked_sum[(rows,)](x, out, locks, rows, width=1024, GROUPS=groups)
    for more, most in enumerate((1, 16, 1 << 16)):
        of = keys[most]
        counted[(n // 2048 - more,)](of % 256, torch.zeros(256, device=d, dtype=torch.int32), n, BINS=256, BLOCK=2048)
        extremes[(n // 1024 - more,)](of, of, torch.zeros(1 << 16, device=d, dtype=torch.int32), n, BLOCK=1024)
        half_rows[(32768 - more,)](halves, of % 4096, torch.zeros(4096, 128, device=d, dtype=torch.half), width=128)
torch.cuda.synchronize()
