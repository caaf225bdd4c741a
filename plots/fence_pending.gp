# Figure: how long the first fence takes after writes, at device and at system scope, by who else is there. Bars: from the
# least to the most median of all runs of this GPU model that stand beside the one drawn. The grey band: one warp alone,
# with every order but acquire and every place of its writes.
width = 480
height = 430
question = "How long does the first fence take after writes?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")
alone = block("alone")
scopes = "device system"
x_of(writes) = writes > 0 ? writes : 0.5 # 0 has no place on the axis
stats shown using 5 name "W" nooutput
stats shown using (strcol(1) ne "block" ? $8 : NaN) name "T" nooutput
stats shown using (strcol(1) ne "block" ? $7 : NaN) name "L" nooutput
stats shown using (strcol(1) eq "block" ? $6 : NaN) name "B" nooutput

# Who else is there: warps, sms, background; what it is called; how it is drawn.
n_series = 4
warps_of = least_warps." ".most_warps." ".most_warps." ".least_warps
sms_of = "one one all one"
background_of = "none none none writers"
warps_text(n) = sprintf("%s warp%s", n, n eq "1" ? "" : "s")
array said_of[n_series] = [warps_text(least_warps)." alone", warps_text(most_warps)." of the SM", \
    warps_text(most_warps)." of every SM", warps_text(least_warps)."; all other SMs store"]
type_of = "1 3 2 5"
set linetype 1 pointsize 0.6
set linetype 2 pointsize 0.7
set linetype 3 pointsize 0.7
set linetype 5 linecolor rgb ink linewidth 1.4 dashtype (4, 3) pointtype 4 pointsize 0.6
is_with(s) = strcol(2) eq word(warps_of, s) && strcol(3) eq word(sms_of, s) && strcol(4) eq word(background_of, s)

left = 70
right = 12
gap = 14
top = heading_px + 26
bottom = 262 + heading_px
row(i) = py(bottom + 34 + 19 * i)
across = (width - left - right + gap) / 2.0

set multiplot
set label 1 "time of the fence, ns" at screen px(9), py((top + bottom) / 2) center rotate by 90
set label 2 "writes before it" center at screen px(left + (width - left - right) / 2), row(-0.2)
do for [s = 1:n_series] {
    x = 8 + (s > 2 ? 216 : 0)
    y = row(1 + (s - 1) % 2)
    set arrow 40 + s from screen px(x), y to screen px(x + 30), y nohead linetype (word(type_of, s) + 0)
    set label 40 + s "" at screen px(x + 15), y point linetype (word(type_of, s) + 0)
    set label 50 + s said_of[s] at screen px(x + 38), y
}
set label 60 sprintf("order=%s; bars: %d sets of this GPU model; band: all orders and places alone", order, n_runs) \
    at screen px(8), py(height - 26) textcolor rgb faint noenhanced font small_font
if (n_runs < 2) {
    set label 60 sprintf("order=%s, one set; band: all orders and places, alone", order)
}
if (exists("B_records") && B_records > 0) {
    set label 61 sprintf("At block scope: %.3g to %.3g ns.", B_min, B_max) \
        at screen px(8), py(height - 10) textcolor rgb faint font small_font
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
set logscale x 2
set logscale y
lowest = L_min / 1.3
highest = T_max * 1.3
eval decades("y")
set yrange [lowest:highest]
set xrange [0.35:(W_max > 0 ? W_max : 1) * 1.5]
set tmargin at screen py(top)
set bmargin at screen py(bottom)
set format y "%g"
set xtics ("0" 0.5, "1" 1, "" 2, "" 4, "8" 8, "" 16, "" 32, "64" 64, "" 128) offset 0, 0.4
do for [p = 1:2] {
    set lmargin at screen px(left + (p - 1) * across)
    set rmargin at screen px(left + p * across - gap)
    if (p > 1) { set format y "" }
    set label 1 word(scopes, p)." scope" at graph 0.5, 1 center offset 0, 0.7
    is_of(s) = strcol(1) eq word(scopes, p) && is_with(s)
    plot alone using (strcol(1) eq word(scopes, p) ? x_of($2) : NaN):3:4 with filledcurves linecolor rgb "#e4e4e4", \
        for [s = 1:n_series] shown using (is_of(s) ? x_of($5) : NaN):6:7:8 \
            with yerrorbars linetype (word(type_of, s) + 0) pointtype 0 dashtype 1 linewidth 0.9, \
        for [s = 1:n_series] shown using (x_of($5)):(is_of(s) ? $6 : NaN) with linespoints linetype (word(type_of, s) + 0)
    unset label
}
unset multiplot
