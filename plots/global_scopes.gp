# Figure: what a scope costs, in every order, of every operation; and what a barrier of the block behind it adds. See
# operations.gp.
question = "What does a scope cost?"
blocks_by = "scope"
blocks = "block device system"
block_names = "'block scope' 'device scope' 'system scope'"
drawn = "by: %s"
bars = 'more(16, "seq_cst", "block"); more(17, "seq_cst", "device"); more(18, "seq_cst", "system")'
bars_title = "with a barrier, seq\\_cst"
bars_groups = "'ns more'"
group_at = "16"
bars_heads = "block device system"
last_format = "%.3g"
call "operations.gp" ARG1 ARG2 ARG3 ARG4
