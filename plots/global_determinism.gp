# Figure: floats a second that are summed up, over the number of sums, by way; atomics alone differ from run to run.
question = "What does a reproducible sum cost?"
ways = "atomic fixed_point tree sorted"
meanings = "'atomic float adds' 'whole numbers, 64 bits' 'own sums and a tree' 'sorted beforehand'"
x_title = "sums (different keys)"
y_title = "floats per second"
logarithmic = 1
call "ways.gp" ARG1 ARG2 ARG3
