# Figure: how long the first fence takes after writes. Above, alone: a panel for whose lines they go to, a hue for
# each scope, a point type for each order. Below, in company, after writes to a line of its own: a panel for each
# scope, a series for who else is there.
width = 480
height = 700
question = "How long does the first fence take after writes?"
call "style.gp" ARG1 ARG2 ARG3 ARG4

scripts = GPVAL_PWD
cd in_dir
table = "fence_pending.csv"
if (count("1") == 0) {
    @nothing_to_draw
    exit
}
least = system("awk -F, '".by_name."{ w = $at[\"warps\"] + 0; m = !m || w < m ? w : m } END { print m }' ".table)
most = system("awk -F, '".by_name."{ w = $at[\"warps\"] + 0; m = w > m ? w : m } END { print m }' ".table)
order = first_of("order", "acq_rel")
set datafile separator whitespace
set datafile nocolumnheaders
set table $shown
# 1 lines, 2 scope, 3 order, 4 writes, 5 ns, 6 warps, 7 sms, 8 background; sorted by writes
plot "< awk -F, '".by_name."{ print $at[\"lines\"], $at[\"scope\"], $at[\"order\"], $at[\"writes\"], ".\
    "$at[\"median_ns\"], $at[\"warps\"], $at[\"sms\"], $at[\"background\"] }' ".table.\
    " | sort -k1,1 -k2,2 -k3,3 -k6,6n -k7,7 -k8,8 -k4,4n" \
    using (strcol(1)):(strcol(2)):(strcol(3)):4:5:6:(strcol(7)):(strcol(8)) with table
unset table
cd scripts

lines = "own spread warps others"
titles = "'own line' 'a page each' '4 other warps' \"another SM's\""
scopes = "system device block"
orders = "acquire release acq_rel seq_cst threadfence"
points = "1 2 6 4 8"
x_of(writes) = writes > 0 ? writes : 0.5 # 0 has no place on the axis
stats $shown using 4 name "W" nooutput
stats $shown using 5 name "T" nooutput

# Who else is there: warps, sms, background; what it is called; how it is drawn.
n_series = 5
array warps_of[n_series] = [least, most, most, least, most]
sms_of = "one one all one one"
background_of = "none none none writers writers"
warps_text(n) = sprintf("%s warp%s", n, n eq "1" ? "" : "s")
array said_of[n_series] = [warps_text(least)." alone", warps_text(most)." of the SM", \
    warps_text(most)." of every SM", warps_text(least)."; all other SMs store", \
    warps_text(most)."; all other SMs store"]
type_of = "1 3 2 5 6"
set linetype 5 linecolor rgb faint linewidth 1.4 dashtype (4, 3) pointtype 4
set linetype 6 linecolor rgb ink linewidth 1.4 dashtype (1, 2) pointtype 8
is_alone = "(column(6) == least && strcol(7) eq 'one' && strcol(8) eq 'none')"
is_with(s) = column(6) == warps_of[s] && strcol(7) eq word(sms_of, s) && strcol(8) eq word(background_of, s)

left = 72
right = 12
gap = 12
upper_top = heading_px + 22
upper_bottom = 258
lower_top = 386
lower_bottom = 576
row(i) = py(upper_bottom + 46 + 19 * i)
lower_row(i) = py(lower_bottom + 46 + 18 * i)

set multiplot
set label 1 "time of the fence, ns" at screen px(12), py((upper_top + upper_bottom) / 2) center rotate by 90
set label 2 "time of the fence, ns" at screen px(12), py((lower_top + lower_bottom) / 2) center rotate by 90
set label 3 "writes before it, alone; where to, or whose" center \
    at screen px(left + (width - left - right) / 2), row(-0.4)
set label 4 "writes before it, to a line of each warp's own; order=".order center \
    at screen px(left + (width - left - right) / 2), lower_row(-0.4) noenhanced
do for [s = 1:3] {
    x = left - 46 + (s - 1) * 150
    set arrow 10 + s from screen px(x), row(1) to screen px(x + 30), row(1) nohead linetype 4 - s
    set label 10 + s word(scopes, s)." scope" at screen px(x + 38), row(1)
}
do for [o = 1:5] {
    x = left - 46 + (o - 1) * 84
    set label 20 + o "" at screen px(x), row(2) point pointtype (word(points, o) + 0) pointsize 0.7 \
        linecolor rgb ink
    set label 30 + o word(orders, o) at screen px(x + 10), row(2) noenhanced
}
do for [s = 1:n_series] {
    x = left - 46 + (s > 3 ? 190 : 0)
    y = lower_row(s > 3 ? s - 3 : s)
    set arrow 40 + s from screen px(x), y to screen px(x + 30), y nohead linetype (word(type_of, s) + 0)
    set label 40 + s "" at screen px(x + 15), y point linetype (word(type_of, s) + 0) pointsize 0.7
    set label 50 + s said_of[s] at screen px(x + 38), y
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
set logscale x 2
set logscale y
lowest = T_min / 1.5
highest = T_max * 1.5
eval decades("y")
set yrange [lowest:highest]
set xrange [0.35:(W_max > 0 ? W_max : 1) * 1.5]

set tmargin at screen py(upper_top)
set bmargin at screen py(upper_bottom)
across = (width - left - right + gap) / 4.0
set format y "%g"
do for [p = 1:4] {
    set lmargin at screen px(left + (p - 1) * across)
    set rmargin at screen px(left + p * across - gap)
    if (p > 1) { set format y "" }
    set xtics ("0" 0.5, "" 1, "8" 8, "64" 64, "" 128) offset 0, 0.4
    set label 1 word(titles, p) at graph 0.5, 1 center offset 0, 0.7
    is_of(s, o) = @is_alone && strcol(1) eq word(lines, p) && strcol(2) eq word(scopes, s) && \
        strcol(3) eq word(orders, o)
    plot for [s = 1:3] for [o = 1:5] $shown using (x_of(column(4))):(is_of(s, o) ? column(5) : NaN) \
        with linespoints linetype 4 - s linewidth 1 pointtype (word(points, o) + 0) pointsize 0.5
    unset label
}

set tmargin at screen py(lower_top)
set bmargin at screen py(lower_bottom)
across = (width - left - right + gap) / 3.0
set format y "%g"
do for [p = 1:3] {
    set lmargin at screen px(left + (p - 1) * across)
    set rmargin at screen px(left + p * across - gap)
    if (p > 1) { set format y "" }
    set xtics ("0" 0.5, "1" 1, "8" 8, "64" 64) offset 0, 0.4
    set label 1 word(scopes, 4 - p) at graph 0.5, 1 center offset 0, 0.7
    is_of(s) = is_with(s) && strcol(1) eq "own" && strcol(2) eq word(scopes, 4 - p) && strcol(3) eq order && \
        (s > 1 || column(4) < 2 || column(4) == 8 || column(4) > 32)
    plot for [s = 1:n_series] $shown using (x_of(column(4))):(is_of(s) ? column(5) : NaN) \
        with linespoints linetype (word(type_of, s) + 0) pointsize 0.6
    unset label
}
unset multiplot
