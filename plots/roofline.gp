# Figure: rooflines of the launches that "model roofline --csv" wrote of, one panel for each kind of operation that
# any of them has: floating-point operations, and warp instructions of atomics on shared and on global memory.
#
# A launch is a point: operations a second over operations for each byte of device memory. The slope is memory,
# the same for all. What else limits a launch (arithmetic of its type, the atomic unit for its lanes on a word, the
# busiest slice of the L2) is a bar of its own, and a thin line leads from the point to its lowest ceiling. A launch
# that used no byte of device memory stands at the right edge.
load ARG1.".set"
panels = 0 + words(kinds)
width = 480
height = 46 + 26 + (panels > 0 ? panels : 1) * 218 + 90
question = "Memory, arithmetic or atomics: what limits these kernels?"
call "style.gp" ARG1 ARG2 ARG3
shown = block("shown")

title_of(kind) = kind eq "flop" ? "floating-point operations" : \
    "warp instructions of atomics on ".kind." memory"
least(x, y) = x <= y ? x : y
lower(x, y) = x > 0 ? (y > 0 ? least(x, y) : x) : y > 0 ? y : NaN
set linetype 5 linecolor rgb middle linewidth 2.6 dashtype 1

# Panels, in pixels.
left = 66
right = 18
top = heading_px + 26
each = 218
gap = 56
bottom_of(p) = top + p * each - gap
key_row(i) = py(height - 72 + 18 * i)

set multiplot
set label 1 "operations a second" at screen px(12), py(top + (bottom_of(panels) - top) / 2) \
    center rotate by 90
set label 2 "operations for each byte of device memory" \
    at screen px(left + (width - left - right) / 2), py(bottom_of(panels) + 34) center
do for [i = 1:3] {
    set arrow i from screen px(left), key_row(i - 1) to screen px(left + 30), key_row(i - 1) nohead \
        linetype (i == 3 ? 5 : i)
}
set label 3 "device memory, as measured" at screen px(left + 38), key_row(0)
set label 4 "shared memory without conflicts" at screen px(left + 38), key_row(1)
set label 5 "the launch's arithmetic or atomic unit" at screen px(left + 38), key_row(2)
set label 6 "" at screen px(left + 15), key_row(3) point linetype 1 pointtype 7 pointsize 0.7
most = 0
do for [kind in kinds] {
    stats shown using (strcol(2) eq kind ? $4 : NaN) name "N" nooutput
    if (N_records > most) { most = N_records }
}
set label 7 most > 30 ? "what it had (launches)" : "what it had, with the launch's number" at screen px(left + 38), key_row(3)
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale xy
do for [p = 1:panels] {
    kind = word(kinds, p)
    of(x) = strcol(2) eq kind ? x : NaN
    # A range that holds all points, their ceilings, and the ridges.
    set xrange [*:*]; set yrange [*:*]
    stats shown using (of($3 > 0 ? $3 : NaN)) name "X" nooutput
    stats shown using (of($4)) name "Y" nooutput
    stats shown using (of(lower($5, $6))) name "U" nooutput
    stats shown using (of($5 > 0 ? $5 / $7 : NaN)) name "R" nooutput
    stats shown using (of($6 > 0 ? $6 : NaN)) name "S" nooutput
    stats shown using (of($7)) name "B" nooutput
    bandwidth = B_max
    has_x = exists("X_records") && X_records > 0
    has_u = exists("U_records") && U_records > 0
    has_s = exists("S_records") && S_records > 0
    x_low = has_x ? X_min : Y_min / bandwidth
    x_high = has_x ? X_max : Y_max / bandwidth
    if (has_u) { x_low = least(x_low, R_min) }
    if (has_u && R_max > x_high) { x_high = R_max }
    highest = Y_max
    if (has_u && U_max > highest) { highest = U_max }
    if (has_s && S_max > highest) { highest = S_max }
    x_first = 10 ** floor(log10(x_low / 2))
    x_last = 10 ** ceil(log10(x_high * 4))
    y_first = 10 ** floor(log10(least(Y_min, x_first * bandwidth * 10) / 2))
    y_last = 10 ** ceil(log10(highest * 2))
    edge = x_last / 2
    x(dummy) = of($3 > 0 ? $3 : edge)
    roof(dummy) = lower(lower($5, $6), $3 * $7)
    half = (x_last / x_first) ** 0.022 # of a bar
    x_step = ceil(log10(x_last / x_first) / 8.0)
    y_step = ceil(log10(y_last / y_first) / 5.0)
    set xrange [x_first:x_last]
    set yrange [y_first:y_last]
    set lmargin at screen px(left)
    set rmargin at screen px(width - right)
    set tmargin at screen py(top + (p - 1) * each)
    set bmargin at screen py(bottom_of(p))
    set xtics x_first, 10.0 ** x_step, x_last offset 0, 0.4
    set ytics y_first, 10.0 ** y_step, y_last
    set format x "10^{%T}"
    set format y "10^{%T}"
    set label 1 title_of(kind) at graph 0.5, 1 center offset 0, 0.7
    set samples 400
    plot (x * bandwidth <= y_last ? x * bandwidth : NaN) with lines linetype 1, \
        (has_s ? S_max : NaN) with lines linetype 2, \
        shown using (x(0)):4:(0):(roof(0) - $4) with vectors nohead linetype 4, \
        shown using (x(0) / half):($5 > 0 ? $5 : NaN):(x(0) * half - x(0) / half):(0) with vectors nohead linetype 5, \
        shown using (x(0)):4 with points linetype 1 pointtype 7 pointsize 0.6, \
        shown using (Y_records > 30 ? NaN : x(0)):4:1 with labels left offset 0.7, -0.3
    unset label 1
}
unset multiplot
