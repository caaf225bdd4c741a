# Figure: one atomic add by one thread on device memory as a ladder of costs: a rung for each way to ask for it, with the
# time for each add in ns and in SM cycles.
#
# src: Maucher et al., PLOS'25, figure 2 (https://doi.org/10.1145/3764860.3768338): the marks at the foot of the ladder,
# where results/published is beside the plots' folder.
width = 480
load ARG1.".set"
row_px = 26
has_published = n_published > 0
height = 46 + 24 + (n_rungs + has_published) * row_px + 58
question = "What does one uncontended atomic add cost?"
call "style.gp" ARG1 ARG2 ARG3

rungs = block("rungs")
left = 186
right = 150
top = heading_px + 16
bottom = top + (n_rungs + has_published) * row_px
last = n_rungs + has_published

set label 1 "time for each add, ns" at screen px(left + (width - left - right) / 2), py(bottom + 34) center
if (has_published) {
    set label 2 "" at screen px(14), py(bottom + 52) point pointtype 2 pointsize 0.7 linecolor rgb ink
    set label 3 "128 and" at screen px(24), py(bottom + 52)
    set label 4 "" at screen px(88), py(bottom + 52) point pointtype 6 pointsize 0.8 linecolor rgb ink
    set label 5 "1024 adds on four other GPUs, Maucher et al., PLOS'25" at screen px(98), py(bottom + 52)
}
set lmargin at screen px(left)
set rmargin at screen px(width - right)
set tmargin at screen py(top)
set bmargin at screen py(bottom)
set logscale x
set xrange [lowest / 1.5:highest * 1.5]
set xtics (1) offset 0, 0.4
do for [d = floor(log10(lowest)):ceil(log10(highest))] { set xtics add (10.0 ** d) }
set yrange [last + 0.6:0.4]
set ytics ("" 0) scale 0
do for [i = 1:n_rungs] { set ytics add (word(names, i) i) }
if (has_published) { set ytics add ("published" n_rungs + 1) }
set ytics noenhanced textcolor rgb ink
unset grid
set grid xtics ytics linetype 1 linecolor rgb "#dddddd" linewidth 0.5 dashtype 1
set linetype 1 pointsize 0.9
set y2range [last + 0.6:0.4]
set y2tics ("" 0) scale 0 noenhanced textcolor rgb ink
do for [i = 1:n_rungs] { set y2tics add (word(costs, i) i) }
published = has_published ? block("published") : rungs
plot rungs using 1:($0 + 1) with points linetype 1, \
    published using (has_published && $1 < 1024 ? $2 : NaN):(n_rungs + 1) \
        with points pointtype 2 pointsize 0.7 linecolor rgb ink, \
    published using (has_published && $1 >= 1024 ? $2 : NaN):(n_rungs + 1) \
        with points pointtype 6 pointsize 0.8 linecolor rgb ink
