# Figure: time of a critical section, from one turn's begin to the next one's, over the number of contenders, a line for
# each lock. Columns: who contends. Above the lock is in device memory, below in shared memory, where the contenders are
# of one block. Of the test-and-set locks one is drawn; a note says how far the others are from it.
width = 480
height = 560
question = "How long does a critical section take?"
call "style.gp" ARG1 ARG2 ARG3
load "locks.gp"

# Panels, in pixels.
left = 58
right = 12
gap = 10
top = heading_px + 34
across = (width - left - right + gap) / 3.0
tall = 176
second = top + tall + 62
shown_scopes = "device block"

set multiplot
set label 3 "contenders" at screen px(left + (width - left - right) / 2), py(second + tall + 34) center
set label 4 "{/:Bold lock in device memory}, ns a critical section" at screen px(left), py(heading_px + 8)
set label 5 "{/:Bold in shared memory}, ns" at screen px(left + across), py(second - 26)
entry_of = 0
do for [i = 1:words(names)] {
    if (strstrt(present, " ".word(names, i)."/")) {
        eval entry(i, 8.0, second + 14 + 21.0 * entry_of)
        entry_of = entry_of + 1
    }
}
if (others_median_percent == others_median_percent) {
    set label 6 sprintf("Test-and-set is by %s; the others are %.2g %% off on the median, %.0f %% at most.", \
        test_and_set, others_median_percent, others_most_percent) \
        at screen px(8), py(height - 10) textcolor rgb faint noenhanced font small_font
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale x 2
set logscale y
do for [s = 1:2] {
    scope = word(shown_scopes, s)
    set xrange [*:*]; set yrange [*:*]
    stats locks using (strcol(3) eq scope ? $5 : NaN) name "R" nooutput
    stats locks using (strcol(3) eq scope ? $4 : NaN) name "N" nooutput
    if (!exists("R_max") || R_records == 0) { continue }
    set xrange [0.8:N_max * 1.25]
    lowest = R_min / 1.25
    highest = R_max * 1.25
    set yrange [lowest:highest]
    set ytics (1)
    set format y "%g"
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
        plot NaN, for [i in here] locks using 4:(of(word(names, int(i)), kind, scope, $5)) \
            with linespoints linetype 10 + int(i)
        unset label 1
    }
}
unset multiplot
