# Figure: how many times as fast a histogram is if each thread begins with another channel, over the image's
# pixels. Rows: whether the results of the atomics are used; columns: image. A line for each number of threads
# in a block. Counters of 32 bits, no atomic more or less.
width = 480
height = 424
question = "Does it pay to visit the channels in another order?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")
n_threads = words(threads)
do for [i = 1:n_threads] {
    set linetype 10 + i linecolor rgb shade(i, n_threads) linewidth 1.3 dashtype 1 \
        pointtype point_of(i) pointsize 0.4
}
stats shown using 2 name "P" nooutput
stats shown using 3 name "S" nooutput
lowest = S_min < 0.9 ? S_min / 1.05 : 0.85
highest = S_max > 1.1 ? S_max * 1.05 : 1.15

# Panels, in pixels.
left = 62
right = 14
top = heading_px + 34
tall = 116
gap_y = 22
gap_x = 14
across = (width - left - right + gap_x) / 4.0
bottom = top + 2 * tall + gap_y
images = "solid uniform smooth patches"
results = "unused used"

set multiplot
set label 1 "time plain / reordered" at screen px(11), py((top + bottom) / 2) center rotate by 90
set label 2 "pixels of the image" at screen px(left + (width - left - right) / 2), py(bottom + 30) center
set label 3 "threads of a block" at screen px(14), py(bottom + 54)
do for [i = 1:n_threads] {
    at_x = 142.0 + (i - 1) * 320.0 / n_threads
    set arrow 10 + i from screen px(at_x), py(bottom + 54) to screen px(at_x + 18), py(bottom + 54) nohead \
        linetype 10 + i
    set label 10 + i "" at screen px(at_x + 9), py(bottom + 54) point linetype 10 + i
    set label 20 + i word(threads, i) at screen px(at_x + 21), py(bottom + 54)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale x 2
set logscale y
set xrange [P_min / 1.5:P_max * 1.5]
set yrange [lowest:highest]
set ytics (1)
if (highest / lowest > 3) {
    do for [d = -4:6] { set ytics add (2.0 ** d, 1.5 * 2.0 ** d) }
} else {
    do for [d = 2:30] { set ytics add (0.1 * d) }
}
# The lines that a panel has, by their place in the list.
lines_of(result, image) = (_list = "", sum [_i = 1:n_threads] \
    (strstrt(present, " ".result."/".image."/".word(threads, _i)." ") ? \
    (_list = _list.sprintf(" %d", _i), 0) : 0), _list)
in_panel(t, value) = strcol(5) eq word(results, r) && strcol(4) eq word(images, c) && \
    column(1) == t ? value : NaN
do for [r = 1:2] {
    do for [c = 1:4] {
        set lmargin at screen px(left + (c - 1) * across)
        set rmargin at screen px(left + c * across - gap_x)
        set tmargin at screen py(top + (r - 1) * (tall + gap_y))
        set bmargin at screen py(top + (r - 1) * (tall + gap_y) + tall)
        if (r < 2) { set xtics ("" 32, "" 512, "" 8192, "" 131072, "" 2097152) }
        if (r == 2) { set xtics ("" 32, "512" 512, "" 8192, "128Ki" 131072, "" 2097152) offset 0, 0.5 }
        set format y (c > 1 ? "" : "%g")
        if (r == 1) {
            set label 1 "{/:Bold ".word(images, c)."}" at graph 0.5, 1 center offset 0, 1.6
        }
        if (c == 1) { set label 2 word(results, r) at graph 0, 1 left offset 0, 0.5 textcolor rgb faint }
        set arrow 3 from graph 0, first 1 to graph 1, first 1 nohead back linecolor rgb faint linewidth 0.8
        lines = lines_of(word(results, r), word(images, c))
        if (words(lines) == 0) {
            plot NaN
        } else {
            plot for [i in lines] shown using 2:(in_panel(word(threads, int(i)) + 0, $3)) with linespoints \
                linetype 10 + int(i)
        }
        unset label
        unset arrow
    }
}
unset multiplot
