# Figure: how long the blocks of a tile take to sum their parts, over their number, a line for each method; panels: words of
# the tile.
width = 480
height = 330
question = "Turns, atomics, or a second kernel?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")

methods = "turns atomics kernels"
said_of = "'in turns' 'atomics, all at once' 'a second kernel'"
do for [i = 1:3] { set linetype i pointsize 0.6 }
set linetype 3 linecolor rgb "#3d7896"

left = 62
right = 14
gap = 14
top = heading_px + 28
bottom = 76
n = words(sizes)
across = (width - left - right + gap) / (1.0 * n)
set multiplot
set label 1 "time, µs" at screen px(12), py(top + (height - top - bottom) / 2) center rotate by 90
set label 2 "blocks with a part of the tile" at screen px(left + (width - left - right) / 2), py(height - bottom + 32) center
do for [i = 1:3] {
    x = 8.0 + 158 * (i - 1)
    y = height - bottom + 58
    set arrow 10 + i from screen px(x), py(y) to screen px(x + 20), py(y) nohead linetype i
    set label 10 + i "" at screen px(x + 10), py(y) point linetype i
    set label 20 + i word(said_of, i) at screen px(x + 24), py(y)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
set logscale x 2
set logscale y
stats shown using 3 name "N" nooutput
stats shown using 4 name "T" nooutput
lowest = T_min / 1.3
highest = T_max * 1.3
set xrange [N_min / 1.3:N_max * 1.3]
set xtics (1, 4, 16, 64) offset 0, 0.4
do for [p = 1:n] {
    set lmargin at screen px(left + (p - 1) * across)
    set rmargin at screen px(left + p * across - gap)
    set tmargin at screen py(top)
    set bmargin at screen py(height - bottom)
    eval decades("y")
    set format y (p > 1 ? "" : "%g")
    set yrange [lowest:highest]
    set label 1 word(sizes, p)." words" at graph 0.5, 1 center offset 0, 0.7
    plot NaN, for [m = 1:3] shown using 3:(strcol(1) eq word(methods, m) && strcol(2) eq word(sizes, p) ? $4 : NaN) \
        with linespoints linetype m
    unset label 1
}
unset multiplot
