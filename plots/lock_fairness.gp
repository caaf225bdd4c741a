# Figure: how evenly a lock's turns fall to its contenders, and how long the least lucky one waited, over the
# number of contenders, a line for each lock in device memory. Columns: who contends.
width = 480
height = 540
question = "Whom does a lock let wait?"
call "style.gp" ARG1 ARG2 ARG3
load "locks.gp"

# Panels, in pixels.
left = 78
right = 12
gap = 10
top = heading_px + 34
across = (width - left - right + gap) / 3.0
tall = 150
second = top + tall + 40
legend = second + tall + 62

set multiplot
set label 1 "Jain's index of fairness" at screen px(12), py(top + tall / 2) center rotate by 90
set label 2 "longest wait" at screen px(12), py(second + tall / 2) center rotate by 90
set label 3 "contenders" at screen px(left + (width - left - right) / 2), py(second + tall + 32) center
set label 4 "1: all have the same number of turns" at screen px(left), py(heading_px + 8) textcolor rgb faint
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

set logscale x 2
@contender_tics
stats locks using 4 name "N" nooutput
stats locks using 6 name "W" nooutput
if (!exists("W_max") || !(W_max > 0)) { W_min = 1e-7; W_max = 1e-6 } # nobody waited
W_min = W_min > 0 ? W_min : W_max
do for [row = 1:2] {
    do for [k = 1:3] {
        kind = word(kinds, k)
        set xrange [0.8:N_max * 1.25]
        set lmargin at screen px(left + (k - 1) * across)
        set rmargin at screen px(left + k * across - gap)
        set tmargin at screen py(row == 1 ? top : second)
        set bmargin at screen py((row == 1 ? top : second) + tall)
        if (row == 1) {
            unset logscale y
            set yrange [0:1.05]
            set ytics 0.2
            set format y (k > 1 ? "" : "%.1f")
            set label 1 word(kind_text, k) at graph 0.5, 1 center offset 0, 0.6
        } else {
            set logscale y
            set yrange [W_min / 2:W_max * 2]
            set ytics autofreq
            set ytics ("100 ns" 1e-7, "1 µs" 1e-6, "10 µs" 1e-5, "100 µs" 1e-4, "1 ms" 1e-3, "10 ms" 1e-2, \
                "100 ms" 1e-1, "1 s" 1)
            if (k > 1) { set ytics ("" 1e-7, "" 1e-6, "" 1e-5, "" 1e-4, "" 1e-3, "" 1e-2, "" 1e-1, "" 1) }
        }
        what(_x) = row == 1 ? column(5) : column(6)
        here = locks_of(kind, "device")
        if (here eq "") { plot NaN; unset label 1; continue } # a list of nothing is gone through once
        plot NaN, for [i in here] locks using \
            4:(of(word(names, int(i)), kind, "device", what(0))) with linespoints linetype 10 + int(i)
        unset label 1
    }
}
unset multiplot
