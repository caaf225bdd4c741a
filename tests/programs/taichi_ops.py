"""taichi_ops.py TIMES: Taichi's kernels that scatter: particles to a grid, histograms, sums, extremes, edges of a graph."""
import sys

import taichi as ti

ti.init(arch=ti.cuda, random_seed=1, device_memory_GB=2, offline_cache=False)
particles, side, bins, nodes, edges = 1 << 20, 1 << 9, 256, 1 << 14, 1 << 22
place = ti.Vector.field(2, ti.f32, particles)
speed = ti.Vector.field(2, ti.f32, particles)
momentum = ti.Vector.field(2, ti.f32, (side, side))
mass = ti.field(ti.f32, (side, side))
counts = ti.field(ti.i32, bins)
wide = ti.field(ti.f64, bins)
total = ti.field(ti.f32, ())
extreme = ti.field(ti.i32, ())
box = ti.Vector.field(2, ti.f32, 2)
source, target = ti.field(ti.i32, edges), ti.field(ti.i32, edges)
rank = ti.field(ti.f32, nodes)
label = ti.field(ti.i32, nodes)
degree = ti.field(ti.i32, nodes)


@ti.kernel
def fill(width: ti.f32):
    for i in place:
        place[i] = ti.Vector([0.5 + (ti.random() - 0.5) * width, 0.5 + (ti.random() - 0.5) * width])
        speed[i] = ti.Vector([ti.random() - 0.5, ti.random() - 0.5])
    for i in source:
        source[i] = int(ti.random() * nodes)
        target[i] = int(ti.random() ** 4 * nodes)


@ti.kernel
def particles_to_grid():
    for p in place:
        at = place[p] * side
        base = int(at - 0.5)
        off = at - base
        w = [0.5 * (1.5 - off) ** 2, 0.75 - (off - 1) ** 2, 0.5 * (off - 0.5) ** 2]
        for i, j in ti.static(ti.ndrange(3, 3)):
            weight = w[i][0] * w[j][1]
            node = ti.math.clamp(base + ti.Vector([i, j]), 0, side - 1)
            momentum[node] += weight * speed[p]
            mass[node] += weight


@ti.kernel
def histogram(spread: ti.i32):
    for p in place:
        counts[int(place[p][0] * spread)] += 1


@ti.kernel
def histogram_of_doubles(spread: ti.i32):
    for p in place:
        wide[int(place[p][0] * spread)] += place[p][1]


@ti.kernel
def sum_all():
    for p in place:
        total[None] += place[p][0]


@ti.kernel
def extremes():
    for p in place:
        ti.atomic_max(extreme[None], int(place[p][0] * 1e6))


@ti.kernel
def bounds():
    for p in place:
        ti.atomic_min(box[0], place[p])
        ti.atomic_max(box[1], place[p])


@ti.kernel
def push_ranks():
    for e in source:
        rank[target[e]] += 1.0 / (1 + source[e])


@ti.kernel
def least_labels():
    for e in source:
        ti.atomic_min(label[target[e]], source[e])


@ti.kernel
def degrees():
    for e in source:
        degree[source[e]] += 1
        degree[target[e]] += 1


operations = [particles_to_grid, lambda: histogram(bins), lambda: histogram(4), lambda: histogram_of_doubles(bins),
              lambda: histogram_of_doubles(4), sum_all, extremes, bounds, push_ranks, least_labels, degrees]
for width in (0.9, 0.02):
    fill(width)
    for _ in range(int(sys.argv[1])):
        for operation in operations:
            operation()
ti.sync()
