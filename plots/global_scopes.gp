# Figure: what a scope costs, in every order, of every operation; and what a barrier of the block behind it adds. See
# operations.gp.
question = "What does a scope cost?"
has_barrier_bars = 1
block_names = "'block scope' 'device scope' 'system scope'"
drawn = "by: %s"
bars_title = "with a barrier, seq\\_cst"
bars_groups = "'ns more'"
group_at = "16"
bars_heads = "block device system"
last_format = "%.3g"
call "operations.gp" ARG1 ARG2 ARG3
