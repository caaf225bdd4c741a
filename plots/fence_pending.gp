# Figure: how long the first fence takes after writes: a panel for whose writes they are and where, a hue for
# each scope, a point type for each order.
width = 480
height = 420
question = "How long does the first fence take after writes?"
call "style.gp" ARG1 ARG2 ARG3 ARG4

scripts = GPVAL_PWD
cd in_dir
table = "fence_pending.csv"
if (count("1") == 0) {
    @nothing_to_draw
    exit
}
set datafile separator whitespace
set datafile nocolumnheaders
set table $shown
# 1 lines, 2 scope, 3 order, 4 writes, 5 ns; sorted by writes
plot "< awk -F, '".by_name."{ print $at[\"lines\"], $at[\"scope\"], $at[\"order\"], $at[\"writes\"], ".\
    "$at[\"median_ns\"] }' ".table." | sort -k1,1 -k2,2 -k3,3 -k4,4n" \
    using (strcol(1)):(strcol(2)):(strcol(3)):4:5 with table
unset table
cd scripts

lines = "own spread warps"
titles = "'one line' 'a page each' 'by 4 other warps'"
scopes = "system device block"
orders = "acquire release acq_rel seq_cst threadfence"
points = "1 2 6 4 8"
x_of(writes) = writes > 0 ? writes : 0.5 # 0 has no place on the axis
stats $shown using 4 name "W" nooutput
stats $shown using 5 name "T" nooutput

left = 62
top = heading_px + 22
right = 12
bottom = 120
gap = 14
across = (width - left - right + gap) / 3.0
row(i) = py(height - bottom + 46 + 20 * i)

set multiplot
set label 1 "time of the fence, ns" at screen px(12), py(top + (height - top - bottom) / 2) \
    center rotate by 90
set label 2 "writes before it" center at screen px(left + (width - left - right) / 2), row(-0.4)
do for [s = 1:3] {
    x = left - 36 + (s - 1) * 150
    set arrow 10 + s from screen px(x), row(1) to screen px(x + 30), row(1) nohead linetype 4 - s
    set label 10 + s word(scopes, s)." scope" at screen px(x + 38), row(1)
}
do for [o = 1:5] {
    x = left - 36 + (o - 1) * 84
    set label 20 + o "" at screen px(x), row(2) point pointtype (word(points, o) + 0) pointsize 0.7 \
        linecolor rgb ink
    set label 30 + o word(orders, o) at screen px(x + 10), row(2) noenhanced
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
set logscale x 2
set yrange [0:T_max * 1.08]
set ytics step_of(T_max / 5)
set xrange [0.4:(W_max > 0 ? W_max : 1) * 1.25]
set tmargin at screen py(top)
set bmargin at screen py(height - bottom)
do for [p = 1:3] {
    set lmargin at screen px(left + (p - 1) * across)
    set rmargin at screen px(left + p * across - gap)
    set format y (p > 1 ? "" : "%g")
    set xtics ("0" 0.5, "1" 1, "4" 4, "16" 16, "64" 64) offset 0, 0.4
    set label 1 word(titles, p) at graph 0.5, 1 center offset 0, 0.7
    is_of(s, o) = strcol(1) eq word(lines, p) && strcol(2) eq word(scopes, s) && strcol(3) eq word(orders, o)
    plot for [s = 1:3] for [o = 1:5] $shown using (x_of(column(4))):(is_of(s, o) ? column(5) : NaN) \
        with linespoints linetype 4 - s linewidth 1 pointtype (word(points, o) + 0) pointsize 0.5
    unset label
}
unset multiplot
