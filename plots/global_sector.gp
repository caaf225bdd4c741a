# Figure: what a warp's access to several words costs many warps, against the bound of its turns: a sector's words take
# the lanes one after another, so an access has sectors x lanes / words turns, and the bound is that many times the
# fastest turn of the table. Above, every placement of the words. Below, what is left to explain: the same turns over
# lines and pages, words that straddle a sector's edge, and one warp's latency by the pages that it touches.
width = 480
height = 560
question = "What does a warp's access to several words cost?"
call "style.gp" ARG1 ARG2 ARG3

many = block("many")
one = block("one")
do for [i = 1:words(all_words)] {
    set linetype 10 + i linecolor rgb shade(i, words(all_words)) pointtype point_of(i) pointsize 0.6 \
        linewidth 1.4 dashtype 1
}
most_words = word(all_words, words(all_words)) + 0

# Panels, in pixels: one across, then three.
left = 62
right = 12
top = heading_px + 30
top_end = top + 226
low = top_end + 98
low_end = low + 118
gap = 40
across = (width - left - right - 2 * gap) / 3.0

stats many using ($5 == 0 ? $8 : NaN) name "P" nooutput
stats many using ($5 == 0 ? $6 : NaN) name "M" nooutput
stats many using ($5 == 0 ? $6 / $8 : NaN) name "R" nooutput
has_many = exists("R_records") && R_records > 0
if (!has_many) { P_min = 0.1; P_max = 1; M_min = 0.1; M_max = 1; R_median = 1; R_max = 1 }

set multiplot
set label 1 "time for each warp's access, ns" at screen px(12), py((top + top_end) / 2) center rotate by 90
set label 2 sprintf("bound, ns: sectors × lanes / words turns of %.2g ns each", turn_ns) center \
    at screen px(left + (width - left - right) / 2), py(top_end + 32)
set label 3 "words:" at screen px(8), py(top_end + 56)
do for [i = 1:words(all_words)] {
    x = 66 + (words(all_words) > 6 ? 56 : 64) * (i - 1)
    set label 10 + i "" at screen px(x), py(top_end + 56) point linetype 10 + i pointsize 0.8
    set label 20 + i word(all_words, i) at screen px(x + 10), py(top_end + 56)
}
set label 30 sprintf("%s warps, no result used: %.2g times the bound on the median, %.2g at most", \
    most_warps, R_median, R_max) at screen px(8), py(heading_px + 8) textcolor rgb faint font small_font
under = "pages 'offset in the sector, bytes' pages"
do for [k = 1:3] {
    set label 40 + k word(under, k) center font small_font \
        at screen px(left + (k - 1) * (across + gap) + across / 2), py(low_end + 30)
}
set label 50 "ns" at screen px(12), py((low + low_end) / 2) center rotate by 90
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale xy
set lmargin at screen px(left)
set rmargin at screen px(width - right)
set tmargin at screen py(top)
set bmargin at screen py(top_end)
set xrange [P_min / 1.3:P_max * 1.3]
set yrange [P_min / 1.3:M_max * 1.3]
set ytics (1)
set xtics (1) offset 0, 0.4
do for [d = floor(log10(P_min)):ceil(log10(M_max))] {
    set ytics add (10.0 ** d, 2 * 10.0 ** d, 5 * 10.0 ** d)
    set xtics add (10.0 ** d, 2 * 10.0 ** d, 5 * 10.0 ** d)
}
set label 1 "the bound" at P_max / 2.6, P_max / 2.6 left offset 1, -0.6
set label 2 "2 × the bound" at P_max / 2.83, P_max / 2.83 * 2.8 center textcolor rgb faint font small_font
beside(i) = 1.035 ** (i - words(all_words)) # points that would hide each other
plot x with lines linetype 1 linewidth 1 linecolor rgb ink, 2 * x with lines linetype 4, \
    for [i = 1:words(all_words)] many using ($1 == word(all_words, i) && $5 == 0 ? $8 * beside(i) : NaN):6 \
        with points linetype 10 + i
unset label

# The same number of turns, spread over more lines and pages; words that straddle; one warp.
unset logscale
unset ytics
set ytics nomirror out scale 0.5
set tmargin at screen py(low)
set bmargin at screen py(low_end)
do for [k = 1:3] {
    set lmargin at screen px(left + (k - 1) * (across + gap))
    set rmargin at screen px(left + (k - 1) * (across + gap) + across)
    spread(dummy) = $1 == most_words && $2 == most_words && $5 == 0
    run(w) = $1 == w && $2 == (w > 8 ? w / 8 : 1) && $3 == 1
    set xrange [*:*]; set yrange [*:*]
    if (k == 1) { stats many using (spread(0) ? $6 : NaN) name "V" nooutput }
    if (k == 2) { stats many using (run(8) || run(16) || run(32) ? $6 : NaN) name "V" nooutput }
    if (k == 3) { stats one using 3 name "V" nooutput }
    highest = exists("V_records") && V_records > 0 ? V_max : 1.0
    undefine V_*
    set yrange [0:1.12 * highest]
    set ytics step_of(highest / 3)
    if (k != 2) {
        set logscale x 2
        set xrange [0.8:most_words * 1.25]
        set xtics (1, "" 2, 4, "" 8, 16, "" 32) offset 0, 0.4
    } else {
        unset logscale x
        set xrange [-2:30]
        set xtics (0, 4, 16, 28)
    }
    title = k == 1 ? sprintf("%d in %d sectors", most_words, most_words) : k == 2 ? "shifted" : \
        least_warps." warp".(least_warps eq "1" ? "" : "s").", latency"
    set label 1 title at graph 0.5, 1 center offset 0, 0.7
    if (k == 1) {
        plot many using (spread(0) ? $4 : NaN):6 with points linetype 10 + words(all_words)
    }
    if (k == 2) {
        plot for [i = 1:words(all_words)] many using (run(word(all_words, i) + 0) && word(all_words, i) >= 8 ? $5 : NaN):6 \
            with linespoints linetype 10 + i
    }
    if (k == 3) {
        plot for [i = 1:words(all_words)] one using ($1 == word(all_words, i) ? $2 * beside(i) : NaN):3 \
            with points linetype 10 + i
    }
    unset label 1
}
unset multiplot
