"""overhead.py ROUNDS: ten operations of PyTorch over few elements, so that their launches take the time and not their kernels.
Prints microseconds a round of the ten, and of ten additions in place, the leanest launches that there are: the least of fifteen."""
import sys
import time

import torch

rounds = int(sys.argv[1])
torch.manual_seed(1)
n, places = 1024, 256
at = torch.randint(places, (n,), device="cuda")
ones, sums = torch.ones(n, device="cuda"), torch.zeros(places, device="cuda")
table = torch.rand(places, 8, device="cuda", requires_grad=True)
ten = [
    lambda: sums.scatter_add_(0, at, ones),
    lambda: sums.index_add_(0, at, ones),
    lambda: sums.scatter_reduce_(0, at, ones, "amax"),
    lambda: sums.index_put_((at,), ones, accumulate=True),
    lambda: torch.histc(ones, bins=64, min=0, max=2),
    lambda: torch.nn.functional.embedding(at, table).sum().backward(),
    lambda: ones.cumsum(0),
    lambda: ones.sort(),
    lambda: ones.sum(),
    lambda: torch.softmax(ones, 0),
]
lean = [lambda: ones.add_(1)] * 10


def microseconds(operations):
    """A round of operations, `rounds` of them behind each other."""
    torch.cuda.synchronize()
    begun = time.perf_counter()
    for _ in range(rounds):
        for operation in operations:
            operation()
    torch.cuda.synchronize()
    return (time.perf_counter() - begun) / rounds * 1e6


for operations in ten, lean:
    print(f"{min(microseconds(operations) for _ in range(15)):.1f}", end=" " if operations is ten else "\n")
