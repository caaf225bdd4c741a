# Figure: atomics on another GPU's memory by operation and width: time of a dependent access, and the rates of one word
# and of many with the most warps, in million accesses a second. Own memory, another GPU's, and another's while all GPUs
# of the table work on the same words, if with as many warps each; the mean over the GPUs or pairs. A note says where
# an operation has fewer warps on one word than others, because its threads need a bit each.
width = 480
height = 660
question = "Which atomics cost what on another GPU's memory?"
call "style.gp" ARG1 ARG2 ARG3

points = block("points")
n = words(operations)
index_of(name) = (_f = NaN, sum [i = 1:n] (word(operations, i) eq name ? i : 0))

meaning = "'own memory' 'another GPU’s' ".sprintf("'another’s, %d GPUs at work'", most_gpus)
n_series = most_gpus > 1 ? 3 : 2
set style line 1 pointtype 7 pointsize 0.8 linecolor rgb light
set style line 2 pointtype 9 pointsize 0.8 linecolor rgb dark
set style line 3 pointtype 8 pointsize 1.0 linecolor rgb middle
titles = "'latency, ns' 'one word, M/s' 'many words, G/s'"

left = 124
right = 14
top = heading_px + 24
bottom = has_few ? 84 : 62
gap = 14
across = (width - left - right + gap) / 3.0
set multiplot
do for [s = 1:n_series] {
    x = left - 112 + (s - 1) * 126
    y = py(height - bottom + 48)
    set label 10 + s word(meaning, s) at screen px(x + 12), y left
    set label 20 + s "" at screen px(x), y point linestyle s
}
if (has_few) {
    set label 1 "xor, or_and on one word: no more warps than the word has bits" \
        at screen px(left - 116), py(height - 14) left noenhanced
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
unset grid
set grid xtics ytics linetype 1 linecolor rgb "#dddddd" linewidth 0.5 dashtype 1
set tmargin at screen py(top)
set bmargin at screen py(height - bottom)
set ytics noenhanced
set logscale x
do for [p = 0:2] {
    set lmargin at screen px(left + p * across)
    set rmargin at screen px(left + (p + 1) * across - gap)
    set yrange [*:*]; set xrange [*:*] # stats looks only at what lies within the ranges
    stats points using ($1 == p ? $4 : NaN) name "V" nooutput
    if (!exists("V_records")) { V_records = 0 } # a load that the table does not have
    set yrange [n + 0.6:0.4]
    if (V_records > 0) { set xrange [V_min / 1.3:V_max * 1.3] } else { set xrange [1:10] }
    set ytics ("" 0)
    do for [i = 1:n] { set ytics add ((p == 0 ? word(operations, i) : "") i) }
    set xtics (1) offset 0, 0.4
    do for [d = -1:7] {
        set xtics add (10.0 ** d)
        if (V_records > 0 && V_max < 8 * V_min) { set xtics add (2 * 10.0 ** d, 5 * 10.0 ** d) }
    }
    set format x "%.0s%c"
    set label 1 word(titles, p + 1) at graph 0, 1 left offset 0, 0.7
    plot for [s = 1:n_series] points using ($1 == p && $3 == s ? $4 : NaN):(index_of(strcol(2))) \
        with points linestyle s
    unset label 1
}
unset multiplot
