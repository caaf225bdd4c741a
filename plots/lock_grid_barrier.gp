# Figure: how long all blocks of a grid take to meet at a barrier, over their number, a line for each barrier
# and size of block; panels: what orders the barrier's accesses. Below: the largest grids that met, red where they
# are not the formula's.
width = 480
height = 400
question = "How long do all blocks of a grid take to meet?"
call "style.gp" ARG1 ARG2 ARG3

times = block("times")

set linetype 1 pointsize 0.5
set linetype 2 pointsize 0.7 pointtype 8
set linetype 11 linecolor rgb dark linewidth 1.4 dashtype (6, 3) pointtype 6 pointsize 0.6
set linetype 12 linecolor rgb middle linewidth 1.4 dashtype 1 pointtype 9 pointsize 0.6
set linetype 2 dashtype (6, 3)
barriers = "central tree"
line_of(b, w) = w eq least_warps ? (b == 1 ? 11 : 2) : (b == 1 ? 1 : 12)

# Panels, in pixels.
left = 62
right = 20
gap = 16
top = heading_px + 26
across = (width - left - right + gap) / 3.0
bottom = 150
sizes = least_warps eq most_warps ? least_warps : least_warps." ".most_warps

set multiplot
set label 1 "time for a round, µs" at screen px(12), py(top + (height - top - bottom) / 2) center rotate by 90
set label 2 "blocks, at ".scope." scope" at screen px(left + (width - left - right) / 2), py(height - bottom + 30) center
i = 0
do for [b = 1:2] {
    do for [w in sizes] {
        i = i + 1
        x = 8.0 + 236 * ((i - 1) / 2)
        y = height - bottom + 56 + 19 * ((i - 1) % 2)
        set arrow 10 + i from screen px(x), py(y) to screen px(x + 28), py(y) nohead linetype line_of(b, w)
        set label 10 + i "" at screen px(x + 14), py(y) point linetype line_of(b, w)
        set label 20 + i sprintf("%s, blocks of %s warp%s", word(barriers, b), w, w eq "1" ? "" : "s") \
            at screen px(x + 34), py(y)
    }
}
do for [g = 1:words(grids) / 4] {
    part(k) = word(grids, 4 * (g - 1) + k)
    if (part(1) eq least_warps || part(1) eq most_warps) {
        set label 30 + g sprintf("largest grid seen to meet, blocks of %s warp%s: %s%s; by the formula %s", part(1), \
            part(1) eq "1" ? "" : "s", part(2) eq part(3) ? "" : part(2)." to ", part(3), part(4)) \
            at screen px(8), py(height - (part(1) eq least_warps ? 40 : 20)) \
            textcolor rgb (part(2) eq part(4) && part(3) eq part(4) ? ink : alarm)
    }
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale x 2
stats times using 5 name "T" nooutput
stats times using 4 name "N" nooutput
set xrange [0.8:N_max * 1.25]
set yrange [0:T_max * 1.08]
set ytics step_of(T_max / 5)
set xtics (1)
do for [d = 1:floor(log(N_max) / log(2))] { set xtics add (d % 5 ? "" : sprintf("%d", 2 ** d) 2 ** d) }
set xtics offset 0, 0.4
orders = "atomics fences threadfence"
titles = "'acquire, release' 'fences' 'threadfence'"
do for [o = 1:words(orders)] {
    order = word(orders, o)
    set lmargin at screen px(left + (o - 1) * across)
    set rmargin at screen px(left + o * across - gap)
    set tmargin at screen py(top)
    set bmargin at screen py(height - bottom)
    set format y (o > 1 ? "" : "%g")
    set label 1 word(titles, o) at graph 0.5, 1 center offset 0, 0.7
    shown = ""
    do for [b = 1:2] {
        do for [w in sizes] {
            if (strstrt(present, word(barriers, b)."/".w."/".order." ")) { shown = shown.sprintf(" %d:%s", b, w) }
        }
    }
    plot NaN, for [s in shown] times using 4:(strcol(1) eq word(barriers, int(s[1:1])) && strcol(2) eq s[3:*] && \
        strcol(3) eq order ? $5 : NaN) with linespoints linetype line_of(int(s[1:1]), s[3:*])
    unset label 1
}
unset multiplot
