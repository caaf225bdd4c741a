"""What tests/recordings/ncu_scatter.csv was recorded of: gpu-atomics profile --nvtx -- python3 scatter.py"""
import torch

n = 4 << 20
floats = torch.ones(n, device="cuda")
integers = floats.to(torch.int32)
all_to_one = torch.zeros(n, dtype=torch.int64, device="cuda")
sum_of_floats = torch.zeros(1, device="cuda")
sum_of_integers = torch.zeros(1, dtype=torch.int32, device="cuda")
torch.cuda.synchronize()


def named(name, launch):
    torch.cuda.nvtx.range_push(name)
    launch()
    torch.cuda.nvtx.range_pop()


named("scatter_add", lambda: sum_of_floats.scatter_add_(0, all_to_one, floats))
named("index_add", lambda: sum_of_floats.index_add_(0, all_to_one, floats))
named("scatter_add_int", lambda: sum_of_integers.scatter_add_(0, all_to_one, integers))
torch.cuda.synchronize()
