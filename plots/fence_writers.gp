# Figure: what one more fence costs over the number of other SMs that write, a line for each distance of what they write;
# panels: what the leader writes before each fence, and its scope. Where nobody writes there is one point, left of the lines.
width = 560
height = 320
question = "What does a fence wait for while other SMs write?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")
scopes = "device device device system"
owns = "none near far none"
said_of = "'no own write' 'a near line' 'a far line' 'no own write'"
distances = "near mixed far"
lines_of = "'near lines' 'near and far ones' 'far lines'"
do for [i = 1:3] { set linetype i pointsize 0.6 }
set linetype 2 linecolor rgb "#3d7896"
set linetype 3 linecolor rgb middle
x_of(sms) = sms > 0 ? sms : 0.5 # 0 has no place on the axis

left = 74
right = 12
gap = 12
top = heading_px + 42
bottom = 82
across = (width - left - right + gap) / 4.0
set multiplot
set label 1 "time for one more fence, ns" at screen px(12), py(top + (height - top - bottom) / 2) center rotate by 90
set label 2 "other SMs that write, 32 warps each" at screen px(left + (width - left - right) / 2), py(height - bottom + 34) center
do for [i = 1:3] {
    x = 56.0 + 156 * (i - 1)
    y = height - bottom + 62
    set arrow 10 + i from screen px(x), py(y) to screen px(x + 24), py(y) nohead linetype i
    set label 10 + i "" at screen px(x + 12), py(y) point linetype i
    set label 20 + i word(lines_of, i) at screen px(x + 30), py(y)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
stats shown using 4 name "N" nooutput
stats shown using 5 name "T" nooutput
lowest = 1 # of the stand-in a slope can be below 0
lowest = T_min > lowest ? T_min / 1.3 : lowest
highest = T_max > 2 * lowest ? T_max * 1.3 : 10 * lowest
set logscale x 2
set logscale y
set xrange [0.35:(N_max > 1 ? N_max : 1) * 1.6]
set tmargin at screen py(top)
set bmargin at screen py(height - bottom)
eval decades("y")
set format y "%g"
set yrange [lowest:highest]
set xtics ("0" 0.5, "1" 1, "" 2, "4" 4, "" 8, "16" 16, "" 32, "64" 64) offset 0, 0.4
do for [p = 1:4] {
    set lmargin at screen px(left + (p - 1) * across)
    set rmargin at screen px(left + p * across - gap)
    if (p > 1) { set format y "" }
    set label 1 word(scopes, p) . "\n" . word(said_of, p) at graph 0.5, 1 center offset 0, 1.7
    plot NaN, for [d = 1:3] shown using (x_of($4)):(strcol(1) eq word(scopes, p) && strcol(2) eq word(owns, p) && \
        strcol(3) eq word(distances, d) ? ($5 > lowest ? $5 : lowest) : NaN) with linespoints linetype d
    unset label 1
}
unset multiplot
