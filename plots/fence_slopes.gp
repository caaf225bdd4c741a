# Figure: what one more fence costs: the slope of the time over 0 to 64 of them, by scope (a panel each) and
# order, for one warp alone and in the company of others. The C dialect's fences stand beside those of the
# memory model. A fence that costs less than the axis begins with is drawn where it begins.
width = 480
height = 440
question = "What does one more fence cost?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")

scopes = "block device system"
orders = "acquire release acq_rel seq_cst threadfence"
place(order) = (order eq "acquire") + 2 * (order eq "release") + 3 * (order eq "acq_rel") + \
    4 * (order eq "seq_cst") + 5 * (order eq "threadfence")

# Who else is there: warps, sms, background; what it is called; how it is drawn.
n_series = 4
array warps_of[n_series] = [least, most, most, least]
sms_of = "one one all one"
background_of = "none none none writers"
warps_text(n) = sprintf("%s warp%s", n, n eq "1" ? "" : "s")
array said_of[n_series] = [warps_text(least)." alone", warps_text(most)." of the SM, each with fences", \
    warps_text(most)." of every SM, each with fences", \
    warps_text(least).", and stores from all other SMs"]
type_of = "1 3 2 5"
set linetype 5 linecolor rgb faint linewidth 1.4 pointtype 4
set linetype 1 pointtype 7
set linetype 2 pointtype 9
set linetype 3 pointtype 2
is_of(s) = column(3) == warps_of[s] && strcol(4) eq word(sms_of, s) && \
    strcol(5) eq word(background_of, s)

floor_ns = 0.5
set yrange [*:*]
stats shown using 6 name "S" nooutput
highest = S_max > 2 * floor_ns ? S_max * 1.6 : 10
lowest = floor_ns
at_least(ns) = ns > lowest ? ns : lowest

left = 78
top = heading_px + 22
right = 8
bottom = 172
gap = 12
across = (width - left - right + gap) / 3.0
row(i) = py(height - bottom + 90 + 18 * i)

set multiplot
set label 1 "time for one more fence, ns" at screen px(12), py(top + (height - top - bottom) / 2) \
    center rotate by 90
do for [s = 1:n_series] {
    set label 10 + s "" at screen px(left - 36), row(s) point linetype (word(type_of, s) + 0) pointsize 0.8
    set label 20 + s said_of[s] at screen px(left - 24), row(s)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
set logscale y
set yrange [lowest:highest]
eval decades("y")
set format y "%g"
set tmargin at screen py(top)
set bmargin at screen py(height - bottom)
set xrange [0.4:5.6]
do for [p = 1:3] {
    scope = word(scopes, p)
    set lmargin at screen px(left + (p - 1) * across)
    set rmargin at screen px(left + p * across - gap)
    if (p > 1) { set format y "" }
    unset xtics
    set xtics nomirror out scale 0.5 rotate by 90 right noenhanced
    do for [o = 1:5] { set xtics add (word(orders, o) o) }
    set label 1 scope at graph 0.5, 1 center offset 0, 0.7
    plot for [s = 1:n_series] shown using \
        (strcol(1) eq scope && is_of(s) ? place(strcol(2)) + 0.16 * (s - 2.5) : NaN):(at_least(column(6))) \
        with points linetype (word(type_of, s) + 0) pointsize 0.8
    unset label
}
unset multiplot
