# Figure: how many keys a second are counted, by how many different keys there are, one line for each way of
# counting (its best number of copies), one panel for each input. Where another way becomes the fastest has
# a ring, and the panel says from how many bins on; "=": ways that are within 3 % of it all along.
width = 480
question = "From where on does it pay to combine adds?"

load ARG1.".set"

# Panels, in pixels: two a row.
rows = (n_panels + 1) / 2
row_height = 166
legend = 84
height = 46 + (n_panels > 0 ? rows : 1) * row_height + legend
call "style.gp" ARG1 ARG2 ARG3
rates = block("rates")
rings = block("rings")
left = 66
right = 10
gap = 20
across = (width - left - right) / 2.0
names = "plain free match ballot shared partitioned"
meaning = "'plain: one add a key' 'free: combined by the compiler' 'match: combined in the warp' ".\
    "'ballot: likewise, by votes' 'shared: in each block first' 'partitioned: copies, summed'"
set linetype 11 linecolor rgb ink linewidth 1.6 dashtype 1 pointtype 7 pointsize 0.45
set linetype 12 linecolor rgb ink linewidth 1 dashtype 1 pointtype 2 pointsize 0.9
set linetype 13 linecolor rgb dark linewidth 1.4 dashtype (6, 3) pointtype 9 pointsize 0.5
set linetype 14 linecolor rgb dark linewidth 1.2 dashtype (2, 2) pointtype 8 pointsize 0.5
set linetype 15 linecolor rgb middle linewidth 1.4 dashtype 1 pointtype 5 pointsize 0.4
set linetype 16 linecolor rgb light linewidth 1.6 dashtype 1 pointtype 13 pointsize 0.6

stats rates using 4 name "R" nooutput
stats rates using 3 name "B" nooutput
# Once, on the whole figure: heading, legend, titles of the axes. Then the panels.
set multiplot
set label 1 "keys counted per second" at screen px(12), py(46 + rows * row_height / 2) center rotate by 90
set label 2 sprintf("bins (different keys); %s keys in a count", keys) \
    at screen px(left + across), py(height - legend + 6) center
do for [k = 1:6] {
    set label 10 + k "" at screen px(left - 40 + (k - 1) % 2 * 218), \
        py(height - legend + 28 + (k - 1) / 2 * 18) point linetype 10 + k pointsize 0.8
    set label 20 + k word(meaning, k) at screen px(left - 30 + (k - 1) % 2 * 218), \
        py(height - legend + 28 + (k - 1) / 2 * 18)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale x 2
set logscale y 10
set xrange [0.7:1.5 * (B_max > 1 ? B_max : 2)]
set yrange [R_min / 1.6:R_max * 1.6]
set format y "10^{%T}"
do for [i = 1:n_panels] {
    column_of = (i - 1) % 2
    row_of = (i - 1) / 2
    set lmargin at screen px(left + column_of * across + (column_of > 0 ? gap : 0))
    set rmargin at screen px(left + (column_of + 1) * across)
    set tmargin at screen py(46 + row_of * row_height + 34)
    set bmargin at screen py(46 + (row_of + 1) * row_height - 28)
    set format y (column_of > 0 ? "" : "10^{%T}")
    set xtics ("1" 1, "16" 16, "256" 256, "4Ki" 4096, "64Ki" 65536) offset 0, 0.5
    set label 1 word(titles, i) at graph 0, 1 offset 0, 1.5
    set label 2 word(wording, i) at graph 0, 1 offset 0, 0.55 font small_font textcolor rgb faint
    plot for [k = 1:6] rates using ($1 == i && strcol(2) eq word(names, k) ? $3 : NaN):4 with linespoints linetype 10 + k, \
        rings using ($1 == i ? $2 : NaN):3 with points pointtype 6 pointsize 1.2 linecolor rgb alarm
    unset label
}
unset multiplot
