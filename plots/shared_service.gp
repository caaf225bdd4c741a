# Figure: the service time S(n, e, c) of an SM's shared-memory atomic unit, as a grid of small
# plots: a row for each n (warp instructions at once), a column for each e (lanes of each on one
# word), x = c (how many of the n are compare-and-swap, the others fetch-and-add).
#
# src: Dong and Pai, GPGPU'25, figure 1 (Titan V). Added here: the median's 95 % interval, and the
# straight line between c = 0 and c = n, from which a mix that is not "roughly linear" departs.
width = 480
height = 560
question = "How long does an SM take for n shared-atomic instructions?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")

# The grid, in pixels. Fewer rows or columns make larger panels.
left = 66
legend_px = heading_px + 12
top = heading_px + 48
right = 24
bottom = 22
across = (width - left - right) / (1.0 * words(columns))
down = (height - top - bottom) / (1.0 * words(rows))
gap_across = 12
gap_down = 24

# Once, on the whole figure: heading, legend, titles of the axes. Then the panels.
set multiplot
set label 1 "c, how many of the n are compare-and-swap" \
    at screen px(left + (width - left - right - gap_across) / 2), py(height - 11) center
set label 2 "S(n, e, c), SM cycles per warp instruction" \
    at screen px(12), py(top + (height - top - bottom - gap_down) / 2) center rotate by 90
set arrow 1 from screen px(left), py(legend_px) to screen px(left + 26), py(legend_px) nohead \
    linetype 1
set label 3 "median" at screen px(left + 32), py(legend_px)
set object 3 rectangle from screen px(left + 98), py(legend_px - 5) to screen px(left + 124), \
    py(legend_px + 5) fillcolor rgb band fillstyle solid 1 noborder
set label 4 "95 % interval" at screen px(left + 130), py(legend_px)
set arrow 2 from screen px(left + 226), py(legend_px) to screen px(left + 252), py(legend_px) \
    nohead linetype 4
set label 5 "straight, c = 0 to n" at screen px(left + 258), py(legend_px)
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
do for [r = 1:words(rows)] {
    n = word(rows, r) + 0
    set xrange [*:*]; set yrange [*:*] # stats looks only at what lies within the ranges
    stats shown using ($1 == n ? $4 : NaN) name "S" nooutput
    stats shown using ($1 == n ? $6 : NaN) name "Q" nooutput
    # Intervals far off may leave the panel; medians never do.
    highest = Q_max < 2 * S_max ? Q_max : 2 * S_max
    highest = highest > 0 ? 1.1 * highest : 1
    step = step_of(highest / 3)
    few = 4 * n < across # dots that keep apart
    set yrange [0:highest]
    set xrange [-0.07 * n:1.07 * n]
    set xtics (0, n) offset 0, 0.5
    if (n > 1) { set xtics add (n / 2) }
    do for [k = 1:words(columns)] {
        e = word(columns, k) + 0
        set lmargin at screen px(left + (k - 1) * across)
        set rmargin at screen px(left + k * across - gap_across)
        set tmargin at screen py(top + (r - 1) * down)
        set bmargin at screen py(top + r * down - gap_down)
        set ytics step
        set format y (k > 1 ? "" : highest >= 10000 ? "%.0s%c" : "%g")
        if (r == 1) {
            set label 1 sprintf("e = %d", e) at graph 0.5, 1 center offset 0, 0.7
        }
        if (k == words(columns)) {
            set label 2 sprintf("n = %d", n) at graph 1, 0.5 center rotate by -90 \
                offset 1.2, 0
        }
        plot shown using ($1 == n && $2 == e ? $3 : NaN):5:6 with filledcurves \
                linecolor rgb band, \
            "" using ($1 == n && $2 == e && ($3 == 0 || $3 == n) ? $3 : NaN):4 \
                with lines linetype 4, \
            "" using ($1 == n && $2 == e ? $3 : NaN):4 with linespoints linetype 1 \
                pointtype (few ? 7 : 0)
        unset label 1
        unset label 2
    }
}
unset multiplot
