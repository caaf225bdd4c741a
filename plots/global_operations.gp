# Figure: what every atomic operation costs, all on one page: for a thread, a warp and the whole device on one word;
# and, relaxed, what it costs if none waits, and how often one word is accessed. See operations.gp.
question = "What does every atomic operation cost?"
has_barrier_bars = 0
block_names = "'one thread' 'one warp' 'the device'"
drawn = "at %s scope"
bars_title = "none waits, relaxed"
bars_groups = "'{/:Bold one thread}, ns' '{/:Bold device}'"
group_at = "16 18"
bars_heads = "independent unused 'unused, 10^9/s'"
last_format = "%.2f"
call "operations.gp" ARG1 ARG2 ARG3
