# Figure: curves of two runs in one panel: a colour a line, the first run solid with full points, the second dashed with open
# ones.
width = 480
load ARG1.".set"
n_lines = words(lines)
height = 330 + 16 * ((n_lines + 2) / 3)
call "style.gp" ARG1 ARG2 ARG3
set label 1002 sprintf("%s (solid) and %s (dashed)", about, second) at screen px(8), py(33) left front noenhanced \
    textcolor rgb (is_stand_in || second_stand_in ? alarm : faint)
set label 1003 sprintf("measured %s and %s, commits %s and %s", day(origin), day(second_origin), commit(origin), \
    commit(second_origin)) at screen px(8), py(height + foot_px - 9) left front noenhanced textcolor rgb faint \
    font small_font

left = 62; right = 14; top = heading_px + 8
bottom = 62 + 16 * ((n_lines + 2) / 3)
set multiplot
do for [s = 1:n_lines] {
    x = left + (s - 1) % 3 * (width - left - right) / 3.0
    y = height - 8 - 16 * ((n_lines - 1) / 3 - (s - 1) / 3)
    set arrow s from screen px(x), py(y) to screen px(x + 26), py(y) nohead linecolor rgb shade(s, n_lines) linewidth 1.4
    set label 100 + s word(lines, s) at screen px(x + 33), py(y) noenhanced
}
set label 200 across at screen px(left + (width - left - right) / 2.0), py(height - bottom + 36) center
set label 201 up at screen px(12), py(top + (height - top - bottom) / 2.0) center rotate by 90
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
set lmargin at screen px(left)
set rmargin at screen px(width - right)
set tmargin at screen py(top)
set bmargin at screen py(height - bottom)
if (x_log > 0) {
    set logscale x x_log
    set xrange [x_least / 1.3:x_most * 1.3]
} else {
    set xrange [x_least - 0.03 * (x_most - x_least):x_most + 0.03 * (x_most - x_least)]
}
set format x "%g"
set xtics offset 0, 0.4
set logscale y 10
lowest = lowest / 1.4; highest = highest * 1.4
set yrange [lowest:highest]
eval decades("y")
first = block("first"); second_block = block("second")
plot for [s = 1:n_lines] first using (strcol(1) eq word(lines, s) ? $2 : NaN):3 with linespoints \
        linecolor rgb shade(s, n_lines) linewidth 1.4 dashtype 1 pointtype 7 pointsize 0.5, \
    for [s = 1:n_lines] second_block using (strcol(1) eq word(lines, s) ? $2 : NaN):3 with linespoints \
        linecolor rgb shade(s, n_lines) linewidth 1.4 dashtype (5, 3) pointtype 6 pointsize 0.6
unset multiplot
