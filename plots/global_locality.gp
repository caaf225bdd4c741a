# Figure: how long one atomic add takes from every SM to every line of device memory, as a map (SM
# by line, colour: ns an add) and, below it, how many of the map's cells take how long: near and
# far parts of the L2 are humps of their own.
#
# SMs and lines are sorted, so that those that are alike stand together: in two groups, by the sign
# in the first singular vector of what is left of the map without the means of its rows and columns,
# and by their mean in each. SMs are near to lines at the bottom left and the top right.
width = 480
height = 500
question = "How far is each SM from each line of memory?"
call "style.gp" ARG1 ARG2 ARG3

map = block("map")
histogram = block("histogram")
stats histogram using 2 name "H" nooutput
ns_step = step_of((highest - lowest) / 5)

# Panels, in pixels.
left = 70
top = heading_px + 22
map_bottom = height - 192
second_top = height - 122
right = 84
bottom = 44

# Once, on the whole figure: heading, titles of the axes. Then the panels.
set multiplot
set label 1 "SM, sorted" at screen px(12), py((top + map_bottom) / 2) center rotate by 90
set label 2 "line of 128 bytes, sorted" \
    at screen px(left + (width - left - right) / 2), py(map_bottom + 26) center
set label 3 "cells" at screen px(12), py((second_top + height - bottom) / 2) center rotate by 90
set label 4 "time per add, ns" at screen px(left + (width - left - right) / 2), py(height - 12) center
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
set cbrange [line_low_ns:line_high_ns]
set lmargin at screen px(left)
set rmargin at screen px(width - right)

set tmargin at screen py(top)
set bmargin at screen py(map_bottom)
set xrange [-0.5:last_line + 0.5]
set yrange [-0.5:last_sm + 0.5]
set xtics ("1" 0, sprintf("%d", last_line + 1) last_line) offset 0, 0.5
set ytics ("1" 0, sprintf("%d", last_sm + 1) last_sm)
unset grid
set colorbox user origin screen px(width - right + 14), screen py(map_bottom) \
    size screen px(14), screen (map_bottom - top) / (1.0 * height + foot_px)
set cbtics 50 out scale 0.5 offset -0.6, 0
set label 1 "ns" at screen px(width - right + 14), py(top - 9) left
# An image needs two rows and two columns, and all its pixels.
unset datafile missing
if (last_line > 0 && last_sm > 0) {
    plot map using 1:2:3 with image
} else {
    plot map using 1:2:($1 - 0.5):($1 + 0.5):($2 - 0.5):($2 + 0.5):3 with boxxyerror palette
}
unset label

set datafile missing NaN
unset colorbox
set tmargin at screen py(second_top)
set bmargin at screen py(height - bottom)
set xrange [lowest:highest]
set yrange [0:*]
set xtics ns_step offset 0, 0.5
set grid ytics linetype 1 linecolor rgb "#dddddd" linewidth 0.5 dashtype 1
set ytics step_of(H_max / 2.0)
set boxwidth bin
set style fill solid 1 noborder
set label 1 sprintf("median of %d cells %.4g ns%s", n_cells, median_ns, \
    n_beyond > 0 ? sprintf(", %d cells are beyond", n_beyond) : "") at graph 1, 1 right offset 0, 0.7
plot histogram using 1:2:1 with boxes palette
unset multiplot
