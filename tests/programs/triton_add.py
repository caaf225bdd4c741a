"""triton_add.py TIMES: a kernel of Triton that counts and adds at indices, each kind of them with a size of its own."""
import sys

import torch
import triton
import triton.language as tl


@triton.jit
def scatter_add(out, counts, at, values, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    place = tl.load(at + i, mask=inside)
    tl.atomic_add(out + place, tl.load(values + i, mask=inside), mask=inside)
    tl.atomic_add(counts + place % 256, 1, mask=inside)


torch.manual_seed(1)
n, places = 1 << 22, 1 << 16
for _ in range(int(sys.argv[1])):
    for more, most in ((0, places), (1 << 16, 256), (2 << 16, 1)):
        at = torch.randint(most, (n + more,), device="cuda", dtype=torch.int32)
        values = torch.ones(n + more, device="cuda")
        out = torch.zeros(places, device="cuda")
        counts = torch.zeros(256, device="cuda", dtype=torch.int32)
        scatter_add[(triton.cdiv(n + more, 1024),)](out, counts, at, values, n + more, BLOCK=1024)
torch.cuda.synchronize()
