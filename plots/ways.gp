# What the figures of several ways share: operations a second over a size, a line for each way, two panels a row. A script
# sets question, ways and meanings (lists), x_title and y_title, then says call "ways.gp" ARG1 ARG2 ARG3, its own arguments.
width = 480
load ARG1.".set"
rows = (n_panels + 1) / 2
row_height = 180
legend_rows = (words(ways) + 1) / 2
height = 46 + rows * row_height + 34 + legend_rows * 18
call "style.gp" ARG1 ARG2 ARG3
left = 66
right = 10
gap = 20
across = (width - left - right) / 2.0
hue(k) = word(dark." ".middle." ".light, (k - 1) % 3 + 1)
dash(k) = k > 6 ? 3 : k > 3 ? 2 : 1
do for [k = 1:words(ways)] {
    set linetype 10 + k linecolor rgb hue(k) linewidth 1.3 dashtype dash(k) \
        pointtype point_of(k) pointsize 0.6
}
set multiplot
set label 1 y_title at screen px(12), py(46 + rows * row_height / 2) center rotate by 90
set label 2 x_title at screen px(left + across), py(46 + rows * row_height + 6) center
do for [k = 1:words(ways)] {
    set label 10 + k "" at screen px(left - 40 + (k - 1) % 2 * 218), \
        py(46 + rows * row_height + 30 + (k - 1) / 2 * 18) point linetype 10 + k pointsize 0.8
    set label 30 + k word(meanings, k) at screen px(left - 30 + (k - 1) % 2 * 218), \
        py(46 + rows * row_height + 30 + (k - 1) / 2 * 18)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale y 10
if (logarithmic) { set logscale x 2 }
set xrange [(logarithmic ? least_x / 1.4 : least_x - 4):(logarithmic ? most_x * 1.4 : most_x + 4)]
set yrange [least_rate / 1.6:most_rate * 1.6]
do for [i = 1:n_panels] {
    column_of = (i - 1) % 2
    row_of = (i - 1) / 2
    set lmargin at screen px(left + column_of * across + (column_of > 0 ? gap : 0))
    set rmargin at screen px(left + (column_of + 1) * across)
    set tmargin at screen py(46 + row_of * row_height + 24)
    set bmargin at screen py(46 + (row_of + 1) * row_height - 20)
    set format y (column_of > 0 ? "" : "10^{%T}")
    if (logarithmic) {
        set xtics ("1" 1, "16" 16, "256" 256, "4Ki" 4096, "64Ki" 65536, "1Mi" 1048576, "16Mi" 16777216) offset 0, 0.5
    } else {
        set xtics 25 offset 0, 0.5
    }
    set label 1 word(titles, i) at graph 0, 1 offset 0, 0.8
    plot for [k = 1:words(ways)] block(sprintf("panel%d", i)) \
        using (strcol(1) eq word(ways, k) ? $2 : NaN):3 with linespoints linetype 10 + k
    unset label
}
unset multiplot
