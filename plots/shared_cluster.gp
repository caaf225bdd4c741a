# Figure: another block's shared memory against a block's own and device memory, for adds, loads and asynchronous adds,
# over the size of the cluster. Above, the time of a lone thread's dependent access (of asynchronous adds to another block,
# until one has come there and one back); below, the accesses of all threads of a block, on words of their own, in a
# cycle. Bars: from the least to the most over the distances of the blocks. Device memory's time is a band, from the
# nearest to the farthest line that a cluster of any size met: which SM it starts on decides that, not its size.
width = 640
height = 468
question = "What does another block's shared memory cost?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")
places = "local cluster global"
line_of = "3 1 2"
meaning = "\"the block's own\" \"another block's\" \"device memory, near to far\""
operations = "add load add_async"
titles = "add load 'asynchronous add'"
n_places(k) = k == 3 ? 2 : 3 # asynchronous adds there are on shared memory alone
kinds = "time rate"
beside = "'cycles an access' 'accesses a cycle'"
set linetype 1 pointsize 0.6
set linetype 2 pointsize 0.7
set linetype 3 pointsize 0.7 dashtype 1

left = 68
right = 14
top = heading_px + 26
bottom = 70
gap_across = 16
gap_down = 30
across = (width - left - right + gap_across) / n_columns
down = (height - top - bottom + gap_down) / 2.0

set multiplot
do for [r = 1:2] {
    set label r word(beside, r) at screen px(14), py(top + (r - 0.5) * down - gap_down / 2) center rotate by 90
}
set label 10 "blocks in the cluster" at screen px(left + (width - left - right) / 2), py(height - bottom + 30) center
do for [p = 1:3] {
    x = left + (p - 1) * 155
    if (p < 3) {
        set arrow p from screen px(x - 12), py(height - 14) to screen px(x + 18), py(height - 14) nohead \
            linetype (word(line_of, p) + 0)
    } else {
        set object 3 rectangle from screen px(x - 12), py(height - 19) to screen px(x + 18), py(height - 9) \
            fillcolor rgb middle fillstyle transparent solid 0.3 noborder
    }
    set label 30 + p "" at screen px(x + 3), py(height - 14) point linetype (word(line_of, p) + 0) pointsize 0.8
    set label 20 + p word(meaning, p) at screen px(x + 26), py(height - 14)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

of(operation, place, kind, value) = strcol(1) eq operation && strcol(2) eq place && strcol(3) eq kind ? value : NaN
do for [r = 1:2] {
    kind = word(kinds, r)
    unset logscale
    set xrange [*:*]; set yrange [*:*] # stats looks only at what lies within the ranges
    stats shown using (strcol(3) eq kind ? 1 : 0) name "N" nooutput
    if (N_sum == 0) { M_max = 1; X_min = 1; X_max = 2 } else {
        stats shown using (strcol(3) eq kind ? $7 : NaN) name "M" nooutput
        stats shown using (strcol(3) eq kind ? $4 : NaN) name "X" nooutput
    }
    set logscale x 2
    set xrange [X_min / 1.15:X_max * 1.15]
    set xtics (1)
    do for [d = 1:6] { set xtics add (2 ** d) }
    set xtics offset 0, 0.4
    set yrange [0:M_max * 1.1]
    set ytics step_of(M_max / 4.0)
    set format x (r == 1 ? "" : "%g")
    do for [k = 1:n_columns] {
        operation = word(operations, k)
        set lmargin at screen px(left + (k - 1) * across)
        set rmargin at screen px(left + k * across - gap_across)
        set tmargin at screen py(top + (r - 1) * down)
        set bmargin at screen py(top + r * down - gap_down)
        set format y (k > 1 ? "" : "%g")
        if (r == 1) { set label 1 word(titles, k) at graph 0.5, 1 center offset 0, 0.7 }
        if (k == 3 && r == 1) { set label 2 "there and back" at graph 0.5, 0.1 center textcolor rgb faint }
        n_lines = kind eq "rate" ? n_places(k) : 2 # the third place is a band
        plot shown using (kind eq "rate" ? NaN : of(operation, "global", kind, $4)):6:7 \
                with filledcurves linecolor rgb middle fillstyle transparent solid 0.3 noborder, \
            for [p = 1:n_lines] shown using 4:(of(operation, word(places, p), kind, $5)):6:7 \
                with yerrorbars linetype (word(line_of, p) + 0) pointtype 0 dashtype 1, \
            for [p = 1:n_lines] shown using (strcol(1) eq operation && strcol(2) eq word(places, p) && \
                strcol(3) eq kind ? $4 : NaN):5 with linespoints linetype (word(line_of, p) + 0)
        unset label 1
        unset label 2
    }
}
unset multiplot
