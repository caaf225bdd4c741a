"""jax_ops.py TIMES: more of JAX's updates at indices and segments: products, extremes, rows, other types, gradients."""
import sys

import jax
import jax.numpy as jnp

from operations import run

n, places, width = 1 << 21, 1 << 14, 16
key = jax.random.key(1)
at = jax.random.randint(key, (n,), 0, places)
hot = jax.random.randint(key, (n,), 0, 16)
order = jnp.sort(at)
x = jax.random.uniform(key, (n,))
rows = jax.random.uniform(key, (n // width, width))
table = jax.random.uniform(key, (places, width))
words = at[: n // width]
zeros = jnp.zeros
operations = [  # inputs are arguments: constants would be folded by the compiler
    (lambda at, x: zeros(places).at[at].add(x), at, x),
    (lambda at, x: zeros(places).at[at].add(x), hot, x),
    (lambda at, x: jnp.ones(places).at[at].mul(x), at, x),
    (lambda at, x: zeros(places).at[at].max(x), hot, x),
    (lambda at, x: jnp.ones(places).at[at].min(x), at, x),
    (lambda at, x: zeros(places, jnp.int32).at[at].add(x.astype(jnp.int32)), hot, x),
    (lambda at, x: zeros(places, jnp.bfloat16).at[at].add(x.astype(jnp.bfloat16)), at, x),
    (lambda at, x: zeros((places, width)).at[at].add(x), words, rows),
    (lambda at, x: zeros((places, width)).at[at].add(x), hot[: n // width], rows),
    (lambda at, x: jax.ops.segment_sum(x, at, num_segments=places), order, x),
    (lambda at, x: jax.ops.segment_sum(x, at, num_segments=places, indices_are_sorted=True), order, x),
    (lambda at, x: jax.ops.segment_max(x, at, num_segments=16), hot, x),
    (lambda at, x: jax.ops.segment_prod(x, at, num_segments=places), at, x),
    (lambda at, x: jnp.bincount(at, length=places), at, x),
    (lambda at, x: jnp.histogram(x, bins=256)[0], at, x),
    (lambda at, x: jax.grad(lambda t: (t[at] * x).sum())(table), words, rows),
]
operations = [lambda operation=jax.jit(operation), at=at, x=x: operation(at, x).block_until_ready()
              for operation, at, x in operations]
sys.exit(run(operations, int(sys.argv[1])))
