# Figure: what contention adds to a critical section, over how long the section is for one block alone: time with the
# contenders over time alone. Below, how evenly the turns fall. A line for each lock, in device memory; columns: who
# contends.
width = 480
height = 510
question = "Does a lock's overhead matter if the section is long?"
call "style.gp" ARG1 ARG2 ARG3
load "locks.gp"

# Panels, in pixels.
left = 68
right = 12
gap = 16
top = heading_px + 34
across = (width - left - right + gap) / 3.0
tall = 176
second = top + tall + 22
low = 112
legend = second + low + 62

set multiplot
set label 1 "time / time alone" at screen px(12), py(top + tall / 2) center rotate by 90
set label 2 "Jain's index" at screen px(12), py(second + low / 2) center rotate by 90
set label 3 "critical section of one block alone, µs" at screen px(left + (width - left - right) / 2), \
    py(second + low + 32) center
set label 4 sprintf("%s contenders, in device memory; 1: contention costs nothing, below 1: several at once", contenders) \
    at screen px(8), py(heading_px + 8) textcolor rgb faint font small_font
entry_of = 0
do for [i = 1:words(names)] {
    if (strstrt(present, " ".word(names, i)."/")) {
        eval entry(i, 8.0 + 158.0 * int(entry_of / 3), legend + 19.0 * (entry_of % 3))
        entry_of = entry_of + 1
    }
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale x
stats locks using ($4 * 1e-3) name "N" nooutput
stats locks using 5 name "R" nooutput
lowest = R_min / 1.25
highest = R_max * 1.25
set xtics (1) offset 0, 0.4
do for [d = floor(log10(N_min)):ceil(log10(N_max))] { set xtics add (10.0 ** d, 2 * 10.0 ** d, 5 * 10.0 ** d) }
do for [row = 1:2] {
    do for [k = 1:3] {
        kind = word(kinds, k)
        set xrange [N_min / 1.25:N_max * 1.25]
        set lmargin at screen px(left + (k - 1) * across)
        set rmargin at screen px(left + k * across - gap)
        set tmargin at screen py(row == 1 ? top : second)
        set bmargin at screen py((row == 1 ? top : second) + (row == 1 ? tall : low))
        if (row == 1) {
            set logscale y
            set yrange [lowest:highest]
            set ytics (0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5)
            set format y (k > 1 ? "" : "%g")
            set format x ""
            set label 1 word(kind_text, k) at graph 0.5, 1 center offset 0, 0.6
            set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead back linecolor rgb faint linewidth 0.8
        } else {
            unset logscale y
            set yrange [0:1.05]
            set ytics autofreq
            set ytics 0.25
            set format y (k > 1 ? "" : "%.2g")
            set format x "%g"
        }
        what(_x) = row == 1 ? column(5) : column(6)
        here = locks_of(kind, "device")
        if (here eq "") {
            plot NaN
        } else {
            plot NaN, for [i in here] locks using ($4 * 1e-3):(of(word(names, int(i)), kind, "device", what(0))) \
                with linespoints linetype 10 + int(i)
        }
        unset label 1
        unset arrow
    }
}
unset multiplot
