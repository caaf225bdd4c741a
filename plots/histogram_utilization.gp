# Figure: how busy the shared-memory atomic unit is with a histogram, over the image's pixels: by the paper's
# formula, by demand and by the hardware's own count. Rows: kernel, and whether results are used; columns: image.
# A colour for each number of threads in a block. Drawn from the model's answer on launches that have the name
# of their point, with 32-bit counters and no atomic more or less.
width = 480
height = 600
question = "How busy are shared memory's atomics?"
call "style.gp" ARG1 ARG2 ARG3

busy = block("busy")
n_shown = words(shown)
do for [i = 1:n_shown] {
    set linetype 10 + i linecolor rgb shade(i, n_shown) linewidth 1.5 dashtype 1
    set linetype 20 + i linecolor rgb shade(i, n_shown) linewidth 1.1 dashtype (5, 3)
    set linetype 30 + i linecolor rgb shade(i, n_shown) linewidth 1 pointtype point_of(i) pointsize 0.45
}

# The panels' common axis ends at 200 %, whatever the formula gives.
stats busy using 4 name "P" nooutput
stats busy using 5 name "F" nooutput
stats busy using 6 name "D" nooutput
stats busy using 7 name "H" nooutput
highest = 100
if (F_records > 0) { highest = F_max > highest ? F_max : highest }
highest = highest > 200 ? 200 : 20 * ceil(highest / 20)

# Panels, in pixels.
left = 62
right = 14
top = heading_px + 32
tall = 94
gap_y = 17
gap_x = 14
across = (width - left - right + gap_x) / 4.0
bottom = top + 4 * (tall + gap_y) - gap_y
images = "solid uniform smooth patches"
row_text = "'plain, unused' 'plain, used' 'reordered, unused' 'reordered, used'"

set multiplot
set label 1 "busy, % of an SM's active cycles" at screen px(11), py((top + bottom) / 2) center rotate by 90
set label 2 "pixels of the image" at screen px(left + (width - left - right) / 2), py(bottom + 30) center
do for [i = 1:n_shown] {
    y = bottom + 54.0
    x = left + 74.0 + (i - 1) * 108
    set arrow 30 + i from screen px(x), py(y) to screen px(x + 26), py(y) nohead linetype 10 + i
    set label 30 + i "" at screen px(x + 13), py(y) point linetype 30 + i
    set label 40 + i word(shown, i) at screen px(x + 32), py(y)
}
set label 50 "threads of a block" at screen px(left + 60), py(bottom + 54) right
y = bottom + 74.0
set arrow 60 from screen px(left - 40), py(y) to screen px(left - 14), py(y) nohead linetype 10 + n_shown
set label 60 "N D / T, by demand" at screen px(left - 8), py(y)
set label 61 "" at screen px(left + 142), py(y) point linetype 30 + n_shown
set label 62 "hardware's" at screen px(left + 152), py(y)
set arrow 63 from screen px(left + 238), py(y) to screen px(left + 264), py(y) nohead linetype 20 + n_shown
set label 63 "N S / T, paper" at screen px(left + 270), py(y)
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale x 2
set xrange [P_min / 1.5:P_max * 1.5]
set yrange [0:highest]
# The lines that a panel has, by their place in the list.
lines_of(row, column) = (_list = "", sum [_i = 1:n_shown] \
    (strstrt(present, sprintf(" %d/%d/%s ", row, column, word(shown, _i))) ? \
    (_list = _list.sprintf(" %d", _i), 0) : 0), _list)
in_panel(t, value) = column(1) == r && column(2) == c && column(3) == t ? value : NaN
do for [r = 1:4] {
    do for [c = 1:4] {
        set lmargin at screen px(left + (c - 1) * across)
        set rmargin at screen px(left + c * across - gap_x)
        set tmargin at screen py(top + (r - 1) * (tall + gap_y))
        set bmargin at screen py(top + (r - 1) * (tall + gap_y) + tall)
        if (r < 4) { set xtics ("" 32, "" 512, "" 8192, "" 131072, "" 2097152) }
        if (r == 4) { set xtics ("" 32, "512" 512, "" 8192, "128Ki" 131072, "" 2097152) offset 0, 0.5 }
        set ytics 50
        set format y (c > 1 ? "" : "%g")
        if (r == 1) {
            set label 1 "{/:Bold ".word(images, c)."}" at graph 0.5, 1 center offset 0, 1.5
        }
        if (c == 1) { set label 2 word(row_text, r) at graph 0, 1 left offset 0, 0.45 textcolor rgb faint }
        set arrow 3 from graph 0, first 100 to graph 1, first 100 nohead back linecolor rgb faint \
            linewidth 0.8
        lines = lines_of(r, c)
        if (words(lines) == 0) {
            plot NaN
        } else {
            stats [*:*] [*:*] busy using ($1 == r && $2 == c ? $5 : NaN) name "A" nooutput
            if (A_records > 0 && A_max > highest) {
                set label 4 sprintf("to %.0f", A_max) at graph 0.04, 0.9 left textcolor rgb faint
            }
            plot for [i in lines] busy using 4:(in_panel(word(shown, int(i)) + 0, $5)) with lines \
                    linetype 20 + int(i), \
                for [i in lines] busy using 4:(in_panel(word(shown, int(i)) + 0, $6)) with lines \
                    linetype 10 + int(i), \
                for [i in lines] busy using 4:(in_panel(word(shown, int(i)) + 0, $7)) with points \
                    linetype 30 + int(i)
        }
        unset label
        unset arrow
    }
}
unset multiplot
