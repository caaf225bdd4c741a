# Figure: what adds and what goes on beside them lose, over how much of it there is.
width = 860
height = 330
question = "What do adds and the accesses beside them cost each other?"
call "style.gp" ARG1 ARG2 ARG3
n_panels = 4
titles = "'adds, one word' 'adds, a word each' 'beside, one word' 'beside, a word each'"
ups = "'lost, %' '' '' ''"
names = "'read, L2' 'read, memory' 'write, L2' 'write, memory' 'poll a flag'"
across_name = "of what goes on beside the adds, % of its own rate"
x_log = 0; y_log = 0; x_turn = 0
load "panels.gp"
