# Figure: turns at a lock per second over the number of contenders, a line for each lock. Columns: who contends.
# Above the lock is in device memory, below in shared memory, where the contenders are of one block.
width = 480
height = 540
question = "How many turns a second does a lock allow?"
call "style.gp" ARG1 ARG2 ARG3 ARG4
over = "contenders"
load "locks.gp"
if (!has_locks) {
    @nothing_to_draw
    exit
}

# Panels, in pixels.
left = 52
right = 12
gap = 10
top = heading_px + 34
across = (width - left - right + gap) / 3.0
tall = 176
second = top + tall + 62
shown_scopes = "device block"

set multiplot
set label 3 "contenders" at screen px(left + (width - left - right) / 2), py(height - 12) center
set label 4 "{/:Bold in device memory}, device scope, turns a second" at screen px(left), py(heading_px + 8)
set label 5 "{/:Bold in shared memory}, turns a second" at screen px(left + across), py(second - 26)
do for [i = 1:words(names)] { eval entry(i, 8.0, second + 14 + 19.0 * (i - 1)) }
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale x 2
set logscale y
do for [s = 1:2] {
    scope = word(shown_scopes, s)
    set xrange [*:*]; set yrange [*:*]
    stats $locks using (strcol(3) eq scope ? $5 : NaN) name "R" nooutput
    stats $locks using (strcol(3) eq scope ? $4 : NaN) name "N" nooutput
    if (!exists("R_max") || R_records == 0) { continue }
    set xrange [0.8:N_max * 1.25]
    lowest = R_min / 1.25
    highest = R_max * 1.25
    set yrange [lowest:highest]
    set ytics (1)
    set format y "%.0s%c"
    do for [d = floor(log10(lowest)):ceil(log10(highest))] {
        set ytics add (10.0 ** d, 2 * 10.0 ** d, 5 * 10.0 ** d)
    }
    @contender_tics
    do for [k = 1:3] {
        kind = word(kinds, k)
        if (scope eq "block" && kind eq "block") { continue }
        set lmargin at screen px(left + (k - 1) * across)
        set rmargin at screen px(left + k * across - gap)
        set tmargin at screen py(s == 1 ? top : second)
        set bmargin at screen py((s == 1 ? top : second) + tall)
        if (k > (s == 1 ? 1 : 2)) { set format y "" }
        set label 1 word(kind_text, k) at graph 0.5, 1 center offset 0, 0.6
        here = locks_of(kind, scope)
        if (here eq "") { plot NaN; unset label 1; continue } # a list of nothing is gone through once
        plot NaN, for [i in here] $locks using 4:(of(word(names, int(i)), kind, scope, $5)) \
            with linespoints linetype 10 + int(i)
        unset label 1
    }
}
unset multiplot
