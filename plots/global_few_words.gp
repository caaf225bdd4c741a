# Figure: rate of a few words over that of one, by the stride between them and by who shares one.
width = 860
height = 376
question = "What do a few words take?"
call "style.gp" ARG1 ARG2 ARG3
n_panels = 3
titles = "'64 SMs, neighbouring threads' '4 KiB apart, 64 SMs' '4 KiB apart, all SMs'"
ups = "'over one word' '' ''"
names = "'256 B' '1 KiB' '2 KiB' '4 KiB' 'neighbouring threads' 'every n-th warp' 'every n-th lane' 'its nearest SMs' 'its farthest SMs'"
across_name = "words, n"
x_log = 2; y_log = 2; x_turn = 0
load "panels.gp"
