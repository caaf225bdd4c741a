# Figure: latency of an add and of a load, and rates of adds, over the working set.
width = 700
height = 340
question = "What does an add cost when its word is not in the L2?"
call "style.gp" ARG1 ARG2 ARG3
n_panels = 2
titles = "'one thread, latency' 'all threads'"
ups = "'ns an access' '10^9/s'"
names = "'add, random' 'add, next line' 'add, next 2 MiB page' 'load, random' 'add, result used'"
across_name = "working set, MiB"
x_log = 16; y_log = 0; x_turn = 0
load "panels.gp"
