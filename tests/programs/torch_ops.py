"""torch_ops.py KIND TIMES: PyTorch's operations that add up at indices. KIND: uniform, zipf, constant."""
import sys

import torch

kind, times = sys.argv[1], int(sys.argv[2])
n, places, width = 1 << 22, 1 << 16, 64
torch.manual_seed(1)


def indices(n, places):
    if kind == "constant":
        return torch.zeros(n, dtype=torch.int64, device="cuda")
    if kind == "zipf":  # frequency of rank r: r to the power of -1.1
        share = torch.arange(1, places + 1, device="cuda", dtype=torch.float64).pow(-1.1).cumsum(0)
        rank = torch.rand(n, device="cuda", dtype=torch.float64) * share[-1]
        return torch.searchsorted(share, rank).clamp_(max=places - 1)
    return torch.randint(places, (n,), device="cuda")


at, few, words = indices(n, places), indices(n, 1024), indices(1 << 16, places)
ones = torch.ones(n, device="cuda")
values = few.float()
table = torch.rand(places, width, device="cuda", requires_grad=True)
operations = [
    lambda: torch.zeros(places, device="cuda").scatter_add_(0, at, ones),
    lambda: torch.zeros(places, device="cuda").index_add_(0, at, ones),
    lambda: torch.bincount(few, minlength=1024),
    lambda: torch.histc(values, bins=256, min=0, max=1024),
    lambda: torch.nn.functional.embedding(words, table).sum().backward(),
    lambda: torch.unique(at),
]
for _ in range(times):
    for operation in operations:
        operation()
torch.cuda.synchronize()
