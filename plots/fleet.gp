# Figure: which card is unlike the others of its model? A panel a model, a line an answer, a dot a card, by its distance
# from the median card. Outliers are large, and named beside the panel; what is farther than the edge stands at it.
load ARG1.".set"
panels = words(models) > 0 ? words(models) : 1
rows = words(answers)
left = 170
names = 250
each = 240 + names
width = left + panels * each
row_px = 15
height = 46 + 34 + row_px * (rows > 0 ? rows : 1) + 46
question = "Which card is unlike the others of its model?"
call "style.gp" ARG1 ARG2 ARG3
shown = block("shown")

top = heading_px + 24
bottom = top + row_px * rows
set multiplot
do for [i = 1:rows] {
    set label i word(answers, i) at screen px(left - 8), py(top + row_px * (i - 0.5)) right noenhanced font small_font
}
set label 500 "distance from the median card, percent" at screen px(left + (width - left) / 2.0), py(bottom + 34) center
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set yrange [rows + 0.5:0.5]
set xrange [-1.08 * limit:1.08 * limit]
set xtics step_of(limit / 2.5) offset 0, 0.4
set tmargin at screen py(top)
set bmargin at screen py(bottom)
unset ytics
set ytics 1 format "" scale 0
of(p, is, x) = $1 == p && $4 == is ? x : NaN
do for [p = 1:words(models)] {
    set lmargin at screen px(left + (p - 1) * each)
    set rmargin at screen px(left + p * each - names)
    set label 1 word(models, p) at graph 0.5, 1 center offset 0, 0.7 noenhanced
    set arrow 1 from 0, graph 0 to 0, graph 1 nohead linetype 4 linewidth 1
    plot shown using (of(p, 0, $2)):3 with points linetype 1 pointtype 6 pointsize 0.5, \
        shown using (of(p, 1, $2)):3 with points linetype 2 pointtype 7 pointsize 0.8, \
        shown using ($1 == p ? 1.08 * limit : NaN):3:5 with labels left offset 0.5, 0 noenhanced font small_font
}
unset multiplot
