# Figure: values added a second over the values of a row, by how many are added at once: f32 and bf16, onto the rows of a
# table that the L2 holds and onto one row.
width = 860
height = 330
question = "How many values a second arrive, added one by one, as vectors or in bulk?"
call "style.gp" ARG1 ARG2 ARG3
n_panels = 4
titles = "'f32, 8 MiB of rows' 'f32, one row' 'bf16, 8 MiB of rows' 'bf16, one row'"
ups = "'10^9 values/s' '' '' ''"
names = "'one by one' 'two' 'four' 'eight' 'bulk, a row'"
across_name = "values of a row"
x_log = 16; y_log = 10; x_turn = 0
load "panels.gp"
