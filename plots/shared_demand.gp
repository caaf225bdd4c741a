# Figure: cycles of an SM for each warp instruction on shared memory in the steady state, over the
# lanes of the warp. Panels: what the hardware has an instruction for, and what is a compare-and-swap
# loop; drawn at the most warps, where no result is used, on one word and on each warp's own words.
width = 480
height = 430
question = "How long does an instruction keep shared memory busy?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")
# The lines: an operation in a pattern each.
native = "add-u32 cas-u32 count-u32 cas-u64"
loops = "add-f32 add-u64 max-u64"
cycles(what, pattern) = strcol(2) eq what && strcol(3) eq pattern ? column(4) : NaN
set linetype 1 pointsize 0.5
set linetype 2 pointsize 0.6
set linetype 3 dashtype 1 pointsize 0.6
set linetype 5 linecolor rgb ink linewidth 1.4 dashtype (2, 2) pointtype 4 pointsize 0.5

hue = dark." ".middle." ".light." ".ink # of the marked lines

# Panels, in pixels.
left = 62
top = heading_px + 26
right = 14
bottom = 142
gap = 52
across = (width - left - right + gap) / 2.0
row(i) = py(height - bottom + 56 + 18 * i)

set multiplot
set label 1 "SM cycles for each warp instruction" at screen px(12), \
    py(top + (height - top - bottom) / 2) center rotate by 90
set label 2 "active lanes of a warp" at screen px(left + (width - left - right) / 2), \
    py(height - bottom + 30) center
do for [p = 1:2] {
    list = p == 1 ? native : loops
    do for [i = 1:words(list)] {
        x = left + (p - 1) * across - 20
        t = i == 4 ? 5 : i
        set arrow 10 * p + i from screen px(x), row(i - 1) to screen px(x + 30), row(i - 1) nohead \
            linetype t
        set label 10 * p + i "" at screen px(x + 15), row(i - 1) point linetype t pointsize 0.6
        set label 20 + 10 * p + i word(list, i)." on one word" at screen px(x + 36), row(i - 1)
    }
}
set arrow 50 from screen px(left + across - 20), row(3) to screen px(left + across + 10), row(3) \
    nohead linetype 4
set label 50 "thin: each warp's own" at screen px(left + across + 16), row(3)
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale x 2
set logscale y
do for [p = 1:2] {
    list = p == 1 ? native : loops
    set xrange [*:*]; set yrange [*:*] # stats looks only at what lies within the ranges
    stats shown using (strstrt(" ".list." ", " ".strcol(2)." ") ? $4 : NaN) name "D" nooutput
    stats shown using 1 name "L" nooutput
    lowest = exists("D_records") ? D_min / 1.5 : 1
    highest = exists("D_records") ? D_max * 1.5 : 10
    set xrange [0.85:L_max * 1.18]
    set yrange [lowest:highest]
    set lmargin at screen px(left + (p - 1) * across)
    set rmargin at screen px(left + p * across - gap)
    set tmargin at screen py(top)
    set bmargin at screen py(height - bottom)
    set xtics (1) offset 0, 0.4
    do for [d = 1:floor(log(L_max) / log(2))] { set xtics add (2 ** d) }
    if (p == 1 && highest <= 1024) {
        set format y "%g"
        set ytics (1)
        do for [d = 0:10] { set ytics add (2 ** d) }
    } else {
        eval decades("y")
    }
    set label 1 (p == 1 ? "instructions" : "loops on NVIDIA") at graph 0.5, 1 center \
        offset 0, 0.7
    plot for [i = 1:words(list)] shown using 1:(cycles(word(list, i), "own")) with lines \
            linetype 4 linecolor rgb word(hue, i), \
        for [i = 1:words(list)] shown using 1:(cycles(word(list, i), "same")) with linespoints \
            linetype (i == 4 ? 5 : i)
    unset label 1
}
unset multiplot
