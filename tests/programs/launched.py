"""launched.py WAY: scatter_add to one index, ten times, launched as WAY says: plain, graph (a CUDA graph, replayed), streams (two,
in turn), rank (so often in each process of torchrun)."""
import os
import sys

import torch

way = sys.argv[1]
n, times = 1 << 20, 10
device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0)) % torch.cuda.device_count())
at = torch.zeros(n, dtype=torch.int64, device=device)
ones = torch.ones(n, device=device)
sums = [torch.zeros(16, device=device) for _ in range(2)]
torch.cuda.synchronize(device)

if way == "graph":
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        sums[0].scatter_add_(0, at, ones)
    for _ in range(times):
        graph.replay()
elif way == "streams":
    streams = [torch.cuda.Stream() for _ in range(2)]
    for i in range(times):
        with torch.cuda.stream(streams[i % 2]):
            sums[i % 2].scatter_add_(0, at, ones)
else:
    for _ in range(times):
        sums[0].scatter_add_(0, at, ones)
torch.cuda.synchronize(device)
