# Panels of curves, side by side. A script has called style.gp and says: n_panels; titles and ups (what the y axis is), a
# quoted word a panel; across_name; names, a quoted word a series; block "shown": panel, series, x, y. x_log and y_log:
# the base, or 0. y_low, y_high: NaN, or the axis' ends.
shown = block("shown")
n_series = words(names)
left = 62; right = 14; gap = 66; top = heading_px + 24
bottom = 60 + 16 * ((n_series + 2) / 3)
wide = (width - left - right + gap) / (1.0 * n_panels)
of(p, s, panel, series) = panel == p && series == s

set multiplot
do for [s = 1:n_series] {
    x = left + (s - 1) % 3 * (width - left - right) / 3.0
    y = height - 8 - 16 * ((n_series - 1) / 3 - (s - 1) / 3)
    set arrow s from screen px(x), py(y) to screen px(x + 26), py(y) nohead \
        linecolor rgb shade(s, n_series) linewidth 1.4
    set label s "" at screen px(x + 13), py(y) point pointtype point_of(s) pointsize 0.6 \
        linecolor rgb shade(s, n_series)
    set label 100 + s word(names, s) at screen px(x + 33), py(y)
}
set label 200 across_name at screen px(left + (width - left - right) / 2.0), \
    py(height - bottom + 36) center
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

if (x_log > 0) {
    set logscale x x_log
    set xrange [x_least / 1.5:x_most * 1.5]
} else {
    set xrange [x_least - 4:x_most + 4]
}
if (y_log > 0) { set logscale y y_log }
set format x "%g"
set format y "%g"
set xtics rotate by x_turn
do for [p = 1:n_panels] {
    set lmargin at screen px(left + (p - 1) * wide)
    set rmargin at screen px(left + p * wide - gap)
    set tmargin at screen py(top)
    set bmargin at screen py(height - bottom)
    low = word(lows, p) + 0; high = word(highs, p) + 0
    if (y_log > 0) {
        set yrange [low / 1.5:high * 1.5]
    } else {
        set yrange [low < 0 ? low - 0.08 * (high - low) : 0:high > 0 ? high * 1.08 : 1]
    }
    set label 1 word(titles, p) at graph 0.5, 1 center offset 0, 0.7
    set label 2 word(ups, p) at screen px(left + (p - 1) * wide - 50), \
        py(top + (height - top - bottom) / 2.0) center rotate by 90
    plot for [s = 1:n_series] shown using (of(p, s, $1, $2) ? $3 : NaN):4 with linespoints \
        linecolor rgb shade(s, n_series) linewidth 1.4 pointtype point_of(s) pointsize 0.6
    unset label 1
    unset label 2
}
unset multiplot
