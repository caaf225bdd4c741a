"""warp_ops.py TIMES: NVIDIA Warp: kernels that scatter, and its own: trees, sparse matrices, finite elements.
What sorts comes before, as others' sorts are recorded."""
import sys
from functools import partial

import numpy as np
import warp as wp
from warp import fem, sparse

from operations import run

n, side, nodes, edges, mesh, rows = 1 << 20, 64, 1 << 18, 1 << 22, 512, 1 << 16
floats, vectors, ints = wp.array(dtype=float), wp.array(dtype=wp.vec3), wp.array(dtype=int)


@wp.kernel
def particles_to_grid(place: vectors, mass: wp.array3d(dtype=float), momentum: wp.array3d(dtype=wp.vec3)):
    at = place[wp.tid()] * float(mass.shape[0] - 1)
    for corner in range(8):
        x, y, z = int(at[0]) + (corner & 1), int(at[1]) + ((corner >> 1) & 1), int(at[2]) + (corner >> 2)
        off = at - wp.vec3(float(x), float(y), float(z))
        weight = (1.0 - wp.abs(off[0])) * (1.0 - wp.abs(off[1])) * (1.0 - wp.abs(off[2]))
        wp.atomic_add(mass, x, y, z, weight)
        wp.atomic_add(momentum, x, y, z, weight * place[wp.tid()])


@wp.kernel
def histogram(x: floats, counts: ints):
    wp.atomic_add(counts, int(x[wp.tid()] * float(counts.shape[0])), 1)


@wp.kernel
def sum_floats(x: floats, total: floats):
    wp.atomic_add(total, 0, x[wp.tid()])


@wp.kernel
def sum_doubles(x: floats, total: wp.array(dtype=wp.float64)):
    wp.atomic_add(total, 0, wp.float64(x[wp.tid()]))


@wp.kernel
def bounds(place: vectors, lower: vectors, upper: vectors):
    wp.atomic_min(lower, 0, place[wp.tid()])
    wp.atomic_max(upper, 0, place[wp.tid()])


@wp.kernel
def spring_forces(place: vectors, source: ints, target: ints, force: vectors):
    pull = place[target[wp.tid()]] - place[source[wp.tid()]]
    wp.atomic_add(force, source[wp.tid()], pull * (1.0 - 0.001 / wp.length(pull)))
    wp.atomic_sub(force, target[wp.tid()], pull * (1.0 - 0.001 / wp.length(pull)))


@wp.kernel
def compact(x: floats, count: ints, kept: ints):
    if x[wp.tid()] < 0.5:
        kept[wp.atomic_add(count, 0, 1)] = wp.tid()


@wp.kernel
def degrees(end: ints, degree: ints):
    wp.atomic_add(degree, end[wp.tid()], 1)


@wp.kernel
def look_up(table: vectors, at: ints, out: vectors):
    out[wp.tid()] = 2.0 * table[at[wp.tid()] % table.shape[0]]


@fem.integrand
def product(s: fem.Sample, u: fem.Field, v: fem.Field):
    return u(s) * v(s)


def gradient(output, forward):
    """What forward() launches, then its adjoint, which adds up the gradients of all that was read."""
    with wp.Tape() as tape:
        forward()
    tape.backward(grads={output: wp.ones_like(output, requires_grad=False)})


wp.config.cuda_output = "cubin"  # what Warp keeps compiled is then loaded as it is
wp.set_device(wp.get_preferred_device())
random, integers, launch = np.random.default_rng(1), partial(wp.array, dtype=int), partial(partial, wp.launch)
points, vertex = random.random((n, 3), np.float32), np.arange(mesh * mesh)
sheet = np.stack([vertex // mesh / mesh, vertex % mesh / mesh, np.sin(vertex)], 1)
x, skewed = wp.array(points[:, 0].copy()), wp.array(points[:, 1] ** 4)
place, crowd, uppers, sheet = (wp.array(a, dtype=wp.vec3) for a in (points, 0.48 + points / 25, points + 0.01, sheet))
corner = vertex.reshape(mesh, mesh)[:-1, :-1].ravel()
begin, end = integers(np.tile(corner, 3)), integers(np.concatenate([corner + by for by in (1, mesh, mesh + 1)]))
triangles = integers(np.stack([corner + by for by in (0, 1, mesh, mesh + 1, mesh, 1)], 1).reshape(-1, 3))
source, target = integers(random.integers(0, nodes, edges)), integers(random.random(edges) ** 4 * nodes)
at, hub = integers(random.integers(0, rows, n)), integers(random.random(8 * rows) ** 4 * rows)
bins, count, kept, degree = (wp.zeros(s, dtype=int) for s in (256, 1, n, nodes))
mass, total = wp.zeros((side,) * 3), wp.zeros(1, dtype=wp.float64, requires_grad=True)
momentum, force, lower, upper, table, hot, out = (
    wp.ones(s, dtype=wp.vec3, requires_grad=True) for s in ((side,) * 3, mesh * mesh, 1, 1, rows, 8, n))
tree, surface = wp.Bvh(place, uppers), wp.Mesh(sheet, triangles.flatten(), None, True)
blocks, matrix = wp.array(random.random((8 * rows, 3, 3)), dtype=wp.mat33), sparse.bsr_zeros(rows, rows, wp.mat33)
sparse.bsr_set_from_triplets(matrix, at[: 8 * rows], hub, blocks)
space = fem.make_polynomial_space(fem.Grid2D(res=wp.vec2i(mesh)), degree=1)
field, test = space.make_field(), fem.make_test(space)
field.dof_values = wp.ones(space.node_count(), requires_grad=True)
square = partial(fem.integrate, product, domain=test.domain, fields={"u": field, "v": field})
linear = partial(fem.integrate, product, fields={"u": field, "v": test})
operations = [
    launch(particles_to_grid, n, [place, mass, momentum]), launch(particles_to_grid, n, [crowd, mass, momentum]),
    launch(histogram, n, [x, bins]), launch(histogram, n, [skewed, bins]), launch(sum_floats, n, [x, wp.zeros(1)]),
    launch(sum_doubles, n, [x, total]), launch(spring_forces, len(begin), [sheet, begin, end, force]),
    lambda: (lower.fill_(9.0), upper.fill_(-9.0), wp.launch(bounds, n, [place, lower, upper])),
    lambda: (count.zero_(), wp.launch(compact, n, [x, count, kept])), launch(degrees, edges, [source, degree]),
    launch(degrees, edges, [target, degree]), partial(gradient, out, launch(look_up, n, [table, at, out])),
    partial(gradient, out, launch(look_up, n, [hot, at, out])), tree.refit, surface.refit,
    partial(sparse.bsr_mv, matrix, table), partial(sparse.bsr_mv, matrix, table, transpose=True), square, linear,
    lambda: gradient(total, partial(square, output=total, kernel_options={"enable_backward": True})),
]
sys.exit(run(operations, int(sys.argv[1]), wp.synchronize))
