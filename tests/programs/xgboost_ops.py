"""xgboost_ops.py TIMES: XGBoost's histograms of gradients, on tables of few and many different values, rankings and their
explanations. Trees are stumps: without atomics the next level would be of other rows."""
import sys

import cupy
import xgboost

random = cupy.random.RandomState(1)


def table(rows, columns, values):
    """[rows, columns] of so many different values, small ones more often."""
    x = (random.rand(rows, columns, dtype=cupy.float32) ** 3 * values).astype(cupy.int32).astype(cupy.float32)
    y = (x[:, 0] + random.rand(rows, dtype=cupy.float32) > 1).astype(cupy.float32)
    return x, y


def train(x, y, rounds=2, bins=256, depth=1, group=None, **more):
    data = xgboost.QuantileDMatrix(x, y, max_bin=bins)
    if group is not None:
        data.set_group(group)
    options = {"device": "cuda", "tree_method": "hist", "max_depth": depth, "max_bin": bins, "seed": 1}
    return xgboost.train(dict(options, **more), data, rounds)


tall, flat, wide = table(1 << 20, 28, 1 << 14), table(1 << 20, 28, 2), table(1 << 17, 256, 1 << 14)
ranked = table(1 << 18, 16, 256)
model = train(*tall, rounds=4, depth=4)
few = xgboost.DMatrix(tall[0][: 1 << 12])

operations = [
    lambda: train(*tall),
    lambda: train(*flat),
    lambda: train(*wide),
    lambda: train(*tall, bins=16),
    lambda: train(tall[0][:, :2], tall[1]),
    lambda: train(tall[0], cupy.stack([tall[1], 1 - tall[1]], axis=1), multi_strategy="multi_output_tree",
                  objective="reg:squarederror"),
    lambda: train(*ranked, group=[1 << 8] * (1 << 10), objective="rank:ndcg"),
    lambda: model.predict(few, pred_contribs=True),
    lambda: model.predict(few, pred_interactions=True),
]
for _ in range(int(sys.argv[1])):
    for k, operation in enumerate(operations):
        try:
            operation()
        except Exception as why:  # a function that this version lacks
            print(f"operation {k}: {why}", file=sys.stderr)
cupy.cuda.Device().synchronize()
