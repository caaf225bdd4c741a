# Figure: what a warp's access costs, over its active lanes, if these do it in one instruction or in
# several, each in a branch of its own. Panels: across, one word for all or each lane's own; down,
# one warp in each regime, and many warps.
#
# Drawn is the time that the whole launch takes for a warp's access, lanes / rate_ops_per_s: with one
# warp its duration, with many the pace of memory, also where no thread waits for its results.
width = 480
height = 640
question = "What does divergent execution cost an atomic?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")
n_rows = words(kinds) / 2
all_words = "same own"
meaning = "'all on one word' 'each lane on a word of its own'"

# A way's times in a panel, NaN for other rows.
ns(way, of_words, warps, regime) = strcol(1) eq way && strcol(3) eq of_words && \
    column(4) == warps && strcol(5) eq regime ? column(6) : NaN

set linetype 5 linecolor rgb ink linewidth 1.4 dashtype 1 pointtype 4 pointsize 0.6
set linetype 6 linecolor rgb ink linewidth 1 pointtype 2 pointsize 0.7
set linetype 1 pointsize 0.5
set linetype 2 pointsize 0.6
set linetype 3 dashtype 1 pointtype 7 pointsize 0.5
ways = "predicated random half quarter lane"
line_of = "1 6 3 2 5"
text_of = "'one instruction, lanes evenly spread' 'one instruction, lanes at random' ".\
    "'a branch for each half of the warp' 'a branch for each quarter' 'a branch for each lane'"

# Panels, in pixels.
left = 68
top = heading_px + 26
right = 44
bottom = 168
gap_across = 16
gap_down = 12
across = (width - left - right + gap_across) / 2.0
down = (height - top - bottom + gap_down) / (1.0 * n_rows)
row(i) = py(height - bottom + 54 + 18 * i)

set multiplot
set label 1 "time for each warp's access, ns" at screen px(12), \
    py(top + (height - top - bottom) / 2) center rotate by 90
set label 2 "active lanes of a warp" at screen px(left + (width - left - right) / 2), \
    py(height - bottom + 30) center
do for [w = 1:words(ways)] {
    t = word(line_of, w) + 0
    if (t != 6) {
        set arrow 10 + w from screen px(left - 30), row(w - 1) to screen px(left + 2), row(w - 1) \
            nohead linetype t
    }
    set label 10 + w "" at screen px(left - 14), row(w - 1) point linetype t \
        pointsize (t == 1 || t == 3 ? 0.5 : 0.7)
    set label 20 + w word(ways, w).": ".word(text_of, w) at screen px(left + 10), row(w - 1)
}
set arrow 10 from screen px(left - 30), row(5) to screen px(left + 2), row(5) nohead linetype 4
set label 20 "lanes × the time of one lane alone, in one instruction" \
    at screen px(left + 10), row(5)
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale x 2
set logscale y
do for [r = 1:n_rows] {
    warps = word(kinds, 2 * r - 1) + 0
    regime = word(kinds, 2 * r)
    set xrange [*:*]; set yrange [*:*] # stats looks only at what lies within the ranges
    stats shown using (column(4) == warps && strcol(5) eq regime ? column(6) : NaN) name "T" nooutput
    stats shown using 2 name "L" nooutput
    if (!exists("T_records")) { T_min = 1; T_max = 10 }
    set xrange [0.85:L_max * 1.18]
    set yrange [T_min / 1.5:T_max * 1.5]
    set ytics ("0.1" 0.1)
    do for [d = floor(log10(T_min)) - 1:ceil(log10(T_max))] {
        set ytics add (10.0 ** d)
        if (T_max < 400 * T_min) { set ytics add (2 * 10.0 ** d, 5 * 10.0 ** d) }
    }
    set xtics (1)
    do for [d = 1:floor(log(L_max) / log(2))] { set xtics add (2 ** d) }
    set xtics offset 0, 0.4
    set format x (r < n_rows ? "" : "%g")
    do for [k = 1:2] {
        of_words = word(all_words, k)
        set lmargin at screen px(left + (k - 1) * across)
        set rmargin at screen px(left + k * across - gap_across)
        set tmargin at screen py(top + (r - 1) * down)
        set bmargin at screen py(top + r * down - gap_down)
        set format y (k > 1 ? "" : "%g")
        if (r == 1) {
            set label 1 word(meaning, k) at graph 0.5, 1 center offset 0, 0.7
        }
        if (k == 2) {
            set label 2 sprintf("%d warp%s\n%s", warps, warps > 1 ? "s" : "", regime) \
                at graph 1, 0.5 center rotate by -90 offset 3, 0
        }
        stats shown using (column(2) == 1 ? ns("predicated", "same", warps, regime) : NaN) \
            name "A" nooutput
        alone = exists("A_records") ? A_median : NaN
        plot shown using (ns("predicated", of_words, warps, regime) > 0 ? column(2) : NaN):\
                (column(2) * alone) with lines linetype 4, \
            for [w in "1 3 4 5"] shown using 2:(ns(word(ways, w + 0), of_words, warps, regime)) \
                with linespoints linetype (word(line_of, w + 0) + 0), \
            shown using 2:(ns("random", of_words, warps, regime)) with points linetype 6
        unset label 1
        unset label 2
    }
}
unset multiplot
