# Figure: turns at a lock per second, and how evenly they fall to its contenders, over the length of a turn, a line for
# each lock in device memory. Columns: who contends. A faint line: one who is alone.
width = 480
height = 510
question = "What do longer turns change?"
call "style.gp" ARG1 ARG2 ARG3 ARG4
over = "work"
load "locks.gp"
if (!has_locks) {
    @nothing_to_draw
    exit
}
cd in_dir # a shell gets no directory's name
alone = "< awk -F, '".by_name."&& $at[\"order\"] == \"".order."\" && $at[\"lock\"] == \"tas_exchange\" && ".\
    "$at[\"scope\"] == \"device\" && $at[\"contender\"] == \"block\" && $at[\"contenders\"] == 1 { ".\
    "print $at[\"work\"], $at[\"rate_ops_per_s\"] }' ".table." | sort -n"

# Panels, in pixels.
left = 74
right = 12
gap = 20
top = heading_px + 34
across = (width - left - right + gap) / 3.0
tall = 176
second = top + tall + 22
low = 112
legend = second + low + 62

set multiplot
set label 1 "turns a second" at screen px(12), py(top + tall / 2) center rotate by 90
set label 2 "Jain's index" at screen px(12), py(second + low / 2) center rotate by 90
set label 3 "adds in a turn" at screen px(left + (width - left - right) / 2), py(second + low + 32) center
set label 4 sprintf("%s contenders, in device memory; faint: one block, alone", contenders) \
    at screen px(left), py(heading_px + 8) textcolor rgb faint
do for [i = 1:words(names)] {
    eval entry(i, 8.0 + 158.0 * int((i - 1) / 3), legend + 19.0 * ((i - 1) % 3))
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale x 2
stats $locks using (strcol(3) eq "device" ? $4 : NaN) name "N" nooutput
stats $locks using (strcol(3) eq "device" ? $5 : NaN) name "R" nooutput
lowest = R_min / 1.5
highest = R_max * 1.5
set xtics (1, 16, 256) offset 0, 0.4
set xtics add ("" 4, "" 64, "" 1024)
do for [row = 1:2] {
    do for [k = 1:3] {
        kind = word(kinds, k)
        set xrange [0.8:(N_max > 1 ? N_max : 2) * 1.25]
        set lmargin at screen px(left + (k - 1) * across)
        set rmargin at screen px(left + k * across - gap)
        set tmargin at screen py(row == 1 ? top : second)
        set bmargin at screen py((row == 1 ? top : second) + (row == 1 ? tall : low))
        if (row == 1) {
            set logscale y
            set yrange [lowest:highest]
            set ytics (1)
            do for [d = floor(log10(lowest)):ceil(log10(highest))] {
                set ytics add (10.0 ** d, 2 * 10.0 ** d, 5 * 10.0 ** d)
            }
            set format y (k > 1 ? "" : "%.0s%c")
            set format x ""
            set label 1 word(kind_text, k) at graph 0.5, 1 center offset 0, 0.6
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
            plot NaN, for [one = 1:(row == 1 ? 1 : 0)] alone using 1:2 with lines linetype 4, \
                for [i in here] $locks using 4:(of(word(names, int(i)), kind, "device", what(0))) \
                with linespoints linetype 10 + int(i)
        }
        unset label 1
    }
}
unset multiplot
