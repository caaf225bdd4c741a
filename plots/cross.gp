# What global_cross_direct.gp and global_cross_scattered.gp share: above, how long an access takes over the stride (the
# launch over the accesses of a thread), a line for each number of variables; below, the chip's rate as a map of both.
# Strides are 0 and powers of two. The stride of one variable means nothing: it is a line over all of them, with a mark
# and a cell at the first alone. A script sets the question.
width = 480
height = 556
call "style.gp" ARG1 ARG2 ARG3

cross = block("cross")
is_power(n) = n == 0 || n == 2 ** floor(log(n) / log(2) + 0.5)

# Strides and variables in steps of a factor of two; stride 0 is a step before 4 bytes.
octave(n) = log(n) / log(2)
place(stride) = stride > 0 ? (is_power(stride) ? octave(stride) : NaN) : 1
first_place = place(word(strides, 1) + 0)
last_place = place(word(strides, words(strides)) + 0)
level(n) = is_power(n) ? octave(n) : NaN
lowest_level = level(word(variables, 1))
highest_level = level(word(variables, words(variables)))

# Lines: one variable, and of the others every second, from the most down; nine at most.
step = words(variables) > 5 ? 2 : 1
lines = ""
do for [i = 1:words(variables):step] { lines = lines." ".word(variables, i) }
n_lines = words(lines)
stats cross using (is_power($2) ? $3 : NaN) name "T" nooutput

# Panels, in pixels.
left = 70
right = 100
top = heading_px + 30
top_end = top + 190
map = top_end + 44
map_end = map + 180
middle_px = left + (width - left - right) / 2
beside = width - right + 14

# Once, on the whole figure: heading, legend, titles of the axes. Then the panels.
set multiplot
set label 1 sprintf("%s warps, regime %s, %s scope, %s order%s", warps, regime, scope, order, \
    accesses eq "doubled" ? ", accesses doubled" : "") \
    at screen px(8), py(heading_px + 8) left textcolor rgb faint
set label 2 "launch / adds each, ns" at screen px(10), py((top + top_end) / 2) center rotate by 90
set label 3 "variables" at screen px(10), py((map + map_end) / 2) center rotate by 90
set label 4 "bytes from one variable to the next" at screen px(middle_px), py(map_end + 34) center
set label 5 "variables" at screen px(beside), py(top + 4)
do for [i = 1:n_lines] {
    y = py(top + 4 + 19 * i)
    set arrow i from screen px(beside), y to screen px(beside + 26), y nohead \
        linecolor rgb shade(i, n_lines) linewidth 1.4
    set label 10 + i "" at screen px(beside + 13), y \
        point pointtype point_of(i) pointsize 0.5 linecolor rgb shade(i, n_lines)
    set label 20 + i word(lines, i) at screen px(beside + 34), y
}
if (statement ne "") {
    if (boundary > 0) {
        set arrow 20 from screen px(8), py(height - 14) to screen px(34), py(height - 14) nohead \
            linetype 4 linecolor rgb ink
    }
    set label 6 "Maucher et al., PLOS'25: ".statement \
        at screen px(boundary > 0 ? 42 : 8), py(height - 14)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
set lmargin at screen px(left)
set rmargin at screen px(width - right)
set xrange [first_place - 0.5:last_place + 0.5]

set xtics () offset 0, 0.4
do for [i = 1:words(strides)] {
    stride = word(strides, i) + 0
    if (words(strides) < 9 || int(place(stride)) % 2 == 0 || stride == 0) {
        set xtics add (word(strides, i) place(stride))
    }
}
at_boundary = boundary > word(strides, 1) && boundary <= word(strides, words(strides)) ? place(boundary) : NaN
mark_boundary = "if (at_boundary == at_boundary) { set arrow 1 from at_boundary - before, graph 0 ".\
    "to at_boundary - before, graph 1 nohead front linetype 4 linecolor rgb ink }"

set tmargin at screen py(top)
set bmargin at screen py(top_end)
set logscale y
lowest = T_min / 1.5
highest = T_max * 1.5
set yrange [lowest:highest]
eval decades("y")
before = 0
@mark_boundary
has_mark(dummy) = $1 > 1 || $2 == word(strides, 1) + 0
is_shown(i) = $1 == word(lines, i) && is_power($2)
plot for [i = 1:n_lines] cross using (is_shown(i) && $2 > 0 ? place($2) : NaN):3 \
        with lines linetype 1 linecolor rgb shade(i, n_lines), \
    for [i = n_lines:1:-1] cross using (is_shown(i) && has_mark(0) ? place($2) : NaN):3 \
        with points pointtype point_of(i) pointsize 0.45 linecolor rgb shade(i, n_lines)

set tmargin at screen py(map)
set bmargin at screen py(map_end)
unset logscale y
unset grid
set format y "%g"
set yrange [lowest_level - 0.5:highest_level + 0.5]
set ytics ()
do for [i = 1:words(variables)] {
    n = word(variables, i)
    if (words(variables) < 9 || int(level(n)) % 2 == 0) { set ytics add (n level(n)) }
}
set logscale cb
set cbtics out scale 0.5 offset -0.6, 0
lowest = chip_low_rate
highest = chip_high_rate
set cbrange [lowest:highest]
eval decades("cb")
set colorbox user origin screen px(beside), screen py(map_end) \
    size screen px(14), screen (map_end - map - 22) / (1.0 * height + foot_px)
before = 0.5 # between two cells
@mark_boundary
set label 1 "accesses/s" at screen px(beside), py(map + 6)
plot cross using (has_mark(0) ? place($2) : NaN):(level($1)):(place($2) - 0.48):(place($2) + 0.48): \
    (level($1) - 0.46):(level($1) + 0.46):4 with boxxyerror palette
unset multiplot
