"""geometric_ops.py TIMES: layers of torch_geometric, forward and backward, on a random graph with few popular nodes."""
import sys

import torch
from torch_geometric import nn, utils

from operations import run

torch.manual_seed(1)
nodes, edges, width = 1 << 14, 1 << 18, 32
popular = (torch.rand(edges, device="cuda") ** 4 * nodes).long()
graph = torch.stack([torch.randint(nodes, (edges,), device="cuda"), popular])
x = torch.rand(nodes, width, device="cuda", requires_grad=True)
group = torch.arange(nodes, device="cuda") // 256
layers = [nn.GCNConv(width, width), nn.SAGEConv(width, width), nn.GATConv(width, width),
          nn.GINConv(torch.nn.Linear(width, width)),
          nn.SAGEConv(width, width, aggr="max")]
layers = [layer.to("cuda") for layer in layers]
operations = [lambda layer=layer: layer(x, graph).sum().backward() for layer in layers] + [
    lambda: nn.global_add_pool(x, group).sum().backward(),
    lambda: nn.global_max_pool(x, group).sum().backward(),
    lambda: utils.softmax(x[popular, 0], popular).sum().backward(),
    lambda: utils.degree(popular, nodes),
    lambda: utils.scatter(x[popular], popular, 0, nodes, "mean"),
]
sys.exit(run(operations, int(sys.argv[1]), torch.cuda.synchronize))
