"""jax_add.py TIMES: what JAX adds up at indices."""
import sys

import jax
import jax.numpy as jnp

n, places = 1 << 22, 1 << 16
add = jax.jit(lambda at, x: jnp.zeros(places, jnp.float32).at[at].add(x))
most = jax.jit(lambda at, x: jnp.zeros(places, jnp.float32).at[at].max(x))
total = jax.jit(lambda at, x: jax.ops.segment_sum(x, at, num_segments=256))
key = jax.random.key(1)
inputs = [
    (jax.random.randint(key, (n + (k << 16),), 0, highest), jax.random.uniform(key, (n + (k << 16),)))
    for k, highest in enumerate((places, 256, 1))
]
for _ in range(int(sys.argv[1])):
    for at, x in inputs:
        add(at, x).block_until_ready()
        most(at, x).block_until_ready()
        total(at % 256, x).block_until_ready()
