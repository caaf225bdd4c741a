# Figure: rate of a few words over that of one, by the stride between them and by who shares one.
width = 860
height = 360
question = "What do a few words take?"
call "style.gp" ARG1 ARG2 ARG3
n_panels = 3
titles = "'a word an SM, 64 SMs' '4 KiB apart, 64 SMs' '4 KiB apart, all SMs'"
ups = "'over one word' '' ''"
names = "'256 B' '1 KiB' '2 KiB' '4 KiB' 'a word an SM' 'every n-th warp' 'every n-th lane'"
across_name = "words, n"
x_log = 2; y_log = 2; x_turn = 0
load "panels.gp"
