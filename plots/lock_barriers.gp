# Figure: what a barrier costs, a line for each kind, over the threads that it is for, from a warp to the whole grid.
width = 480
height = 470
question = "Which barrier?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")

kinds = "warp block named mbarrier mbarrier_tx cluster cluster_relaxed cooperative central tree launch"
said_of = "warp block 'block, named' mbarrier 'mbarrier, bytes' cluster 'cluster, relaxed' cooperative 'central (ours)' ".\
    "'tree (ours)' 'a new kernel'"
set linetype 11 linecolor rgb faint dashtype 1 pointtype 7 pointsize 0.6 linewidth 1.2
set linetype 12 linecolor rgb dark dashtype 1 pointtype 7 pointsize 0.6 linewidth 1.2
set linetype 13 linecolor rgb dark dashtype (2, 2) pointtype 6 pointsize 0.6 linewidth 1.2
set linetype 14 linecolor rgb "#3d7896" dashtype 1 pointtype 5 pointsize 0.6 linewidth 1.2
set linetype 15 linecolor rgb "#3d7896" dashtype (2, 2) pointtype 4 pointsize 0.6 linewidth 1.2
set linetype 16 linecolor rgb light dashtype 1 pointtype 9 pointsize 0.7 linewidth 1.2
set linetype 17 linecolor rgb light dashtype (2, 2) pointtype 8 pointsize 0.7 linewidth 1.2
set linetype 18 linecolor rgb middle dashtype 1 pointtype 13 pointsize 0.7 linewidth 1.2
set linetype 19 linecolor rgb middle dashtype (6, 3) pointtype 12 pointsize 0.7 linewidth 1.2
set linetype 20 linecolor rgb middle dashtype (2, 2) pointtype 11 pointsize 0.7 linewidth 1.2
set linetype 21 linecolor rgb ink dashtype (6, 3) pointtype 2 pointsize 0.6 linewidth 1.2

left = 62
top = heading_px + 16
right = 16
bottom = 142
set label 1 "time of a barrier, ns" at screen px(12), py(top + (height - top - bottom) / 2) center rotate by 90
set label 2 sprintf("warps that it is for; of clusters and grids blocks of %s warps", most_warps) at screen px(left + (width - left - right) / 2), py(height - bottom + 32) center
do for [i = 1:words(kinds)] {
    x = 8.0 + 160 * ((i - 1) / 4)
    y = height - bottom + 58 + 19 * ((i - 1) % 4)
    set arrow 10 + i from screen px(x), py(y) to screen px(x + 24), py(y) nohead linetype 10 + i
    set label 10 + i "" at screen px(x + 12), py(y) point linetype 10 + i
    set label 30 + i word(said_of, i) at screen px(x + 30), py(y) noenhanced
}
set lmargin at screen px(left)
set rmargin at screen px(width - right)
set tmargin at screen py(top)
set bmargin at screen py(height - bottom)
stats shown using 2 name "N" nooutput
stats shown using 3 name "T" nooutput
set logscale x 2
set logscale y
lowest = T_min / 1.5
highest = T_max * 1.5
eval decades("y")
set format y "%g"
set yrange [lowest:highest]
set xrange [N_min / 1.3:N_max * 1.3]
set format x "2^{%L}"
set xtics offset 0, 0.4
plot NaN, for [i = 1:words(kinds)] shown using 2:(strcol(1) eq word(kinds, i) ? column(3) : NaN) \
    with linespoints linetype 10 + i
