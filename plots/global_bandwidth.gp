# Figure: bytes a second of reading, writing and copying, over the blocks on an SM: of an array that fits into the
# L2, and of one that does not.
width = 480
height = 330
question = "How many bytes a second?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")
kinds = "read write copy"
panels = "l2 memory"
title_of(array) = array eq "l2" ? "fits into the L2" : "does not"
rate(access, array) = strcol(3) eq access && strcol(4) eq array ? $2 / unit : NaN
do for [i = 1:3] { set linetype i pointsize 0.6 }

# Panels, in pixels.
left = 62
right = 14
top = heading_px + 26
bottom = 78
gap = 34
across = (width - left - right + gap) / 2.0

stats shown using 2 name "Y" nooutput
thousands = floor(log10(Y_max / 2) / 3)
unit = 1000.0 ** thousands
unit_name = word("B kB MB GB TB PB", (thousands > 0 ? thousands : 0) + 1)

set multiplot
set label 1 unit_name."/s read and written" at screen px(12), \
    py(top + (height - top - bottom) / 2) center rotate by 90
set label 2 "blocks on an SM" at screen px(left + (width - left - right) / 2), \
    py(height - bottom + 34) center
do for [i = 1:3] {
    x = left + (i - 1) * 130
    set arrow i from screen px(x), py(height - 18) to screen px(x + 30), py(height - 18) nohead \
        linetype i
    set label 10 + i "" at screen px(x + 15), py(height - 18) point linetype i pointsize 0.6
    set label 20 + i word(kinds, i) at screen px(x + 38), py(height - 18)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

first = word(all_blocks, 1) + 0
last = word(all_blocks, words(all_blocks)) + 0
set logscale x 2
set xrange [first / 1.2:last * 1.2]
set yrange [0:Y_max / unit * 1.12]
set ytics 0, step_of(Y_max / unit / 5)
set format y "%g"
do for [p = 1:2] {
    array = word(panels, p)
    set lmargin at screen px(left + (p - 1) * across)
    set rmargin at screen px(left + p * across - gap)
    set tmargin at screen py(top)
    set bmargin at screen py(height - bottom)
    set xtics (1) offset 0, 0.4
    do for [i = 1:words(all_blocks)] {
        b = word(all_blocks, i) + 0
        set xtics add (b)
    }
    if (p == 2) { set format y "" }
    set label 1 title_of(array) at graph 0.5, 1 center offset 0, 0.7
    plot for [i = 1:3] shown using 1:(rate(word(kinds, i), array)) with linespoints linetype i
    unset label 1
}
unset multiplot
