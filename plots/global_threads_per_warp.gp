# Figure: how long an access to one word takes when many threads access it, over the number of warps,
# a line for each number of active lanes in a warp. A column of panels for each regime: who waits for
# the results. In the middle, the same of few threads, on linear axes: the time over that of one thread. Below: how many
# accesses the whole chip makes, over the number of threads; where the lines are one, it does not matter which warps the
# threads are in.
#
# src: Maucher et al., PLOS'25, figures 3 and 4 (https://doi.org/10.1145/3764860.3768338). Added here:
# the time of an access if all threads share the word's saturated rate, and the chip's rate.
# Their statements are drawn where results/published is beside the plots' folder.
width = 480
height = 684
question = "One word, many threads: do their warps matter?"
call "style.gp" ARG1 ARG2 ARG3

crowd = block("crowd")
n_lines = words(all_lanes)
least_lanes = word(all_lanes, 1) + 0
most_lanes = word(all_lanes, n_lines) + 0
meaning(regime) = regime eq "dependent" ? "each access waits" : \
    regime eq "independent" ? "results are used" : "no result is used"

# Ranges, the same for all regimes.
stats crowd using ($4 > 0 ? $4 : NaN) name "T" nooutput
stats crowd using ($5 > 0 ? $5 : NaN) name "A" nooutput
stats crowd using 2 name "W" nooutput
stats crowd using 6 name "N" nooutput

# Statements: where they are marked, by letters.
letters = "a b c d e"
least_ns = T_min
do for [i = 1:n_published] {
    value = word(values, i) + 0
    if (word(quantities, i) eq "access_ns" && value < least_ns) { least_ns = value }
}

# Panels, in pixels.
left = 58
right = 10
gap = 12
top = heading_px + 60
top_end = top + 182
few = top_end + 46
few_end = few + 76
bottom = few_end + 46
bottom_end = bottom + 84
across = (width - left - right + gap) / (1.0 * words(regimes))
middle_px = left + (width - left - right) / 2
row(i) = py(bottom_end + 40 + 18 * i)

# Once, on the whole figure: heading, legend, titles of the axes. Then the panels.
set multiplot
set label 1 sprintf("%s scope, %s order%s", scope, order, barrier eq "none" ? "" : ", a barrier after each") \
    at screen px(8), py(heading_px + 8) left textcolor rgb faint
set label 2 "time per access, ns" at screen px(10), py((top + top_end) / 2) center rotate by 90
set label 3 "accesses/s" at screen px(10), py((bottom + bottom_end) / 2) center rotate by 90
set label 7 "time / alone" at screen px(10), py((few + few_end) / 2) center rotate by 90
set label 8 sprintf("threads, to %d", few_threads) at screen px(middle_px), py(few_end + 30) center
set label 4 "warps" at screen px(middle_px), py(top_end + 30) center
set label 5 "threads: warps × active lanes" at screen px(middle_px), py(bottom_end + 30) center
set label 6 "active lanes:" at screen px(8), row(1)
do for [i = 1:n_lines] {
    x = 96 + (i - 1) * (width - 100) / (n_lines > 6 ? n_lines : 6)
    set arrow i from screen px(x), row(1) to screen px(x + 24), row(1) nohead \
        linecolor rgb shade(i, n_lines) linewidth 1.4
    set label 10 + i "" at screen px(x + 12), row(1) \
        point pointtype point_of(i) pointsize 0.5 linecolor rgb shade(i, n_lines)
    set label 20 + i word(all_lanes, i) at screen px(x + 30), row(1)
}
set arrow 30 from screen px(8), row(2) to screen px(34), row(2) nohead linetype 2 linecolor rgb middle
set label 30 sprintf("threads / saturated rate, for %d%s lanes", least_lanes, \
    n_lines > 1 ? sprintf(" and %d", most_lanes) : "") at screen px(42), row(2)
if (n_published > 0) { set label 31 "Maucher et al., PLOS'25:" at screen px(8), row(3) }
do for [i = 1:n_published] {
    set label 31 + i sprintf("{/:Bold %s}  %s", word(letters, i), word(statements, i)) \
        at screen px(172), row(2 + i)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale xy
set grid xtics ytics
do for [r = 1:words(regimes)] {
    regime = word(regimes, r)
    steady = word(steady_rates, r) + 0
    if (steady == 0) { steady = NaN }
    is_shown(lanes) = $1 == lanes && strcol(3) eq regime
    set lmargin at screen px(left + (r - 1) * across)
    set rmargin at screen px(left + r * across - gap)

    set tmargin at screen py(top)
    set bmargin at screen py(top_end)
    set xrange [W_min / 1.5:W_max * 1.5]
    lowest = least_ns / 1.5
    highest = T_max * 1.6
    set yrange [lowest:highest]
    eval decades("y")
    if (r > 1) { set format y "" }
    set xtics ("1" 1, "64" 64, "4096" 4096, "" 8, "" 512, "" 32768) offset 0, 0.4
    set label 1 "{/:Bold ".regime."}" at graph 0.5, 1 center offset 0, 1.7
    set label 2 meaning(regime) at graph 0.5, 1 center offset 0, 0.7
    do for [i = 1:n_published] {
        value = word(values, i) + 0
        if (word(quantities, i) eq "access_ns") {
            set arrow i from graph 0, first value to graph 1, first value nohead linetype 4
            set label 2 + i word(letters, i) at graph 0.98, first value right offset 0, 0.5
        }
        if (word(quantities, i) eq "warps" && value > W_min && value < W_max) {
            set arrow i from value, graph 0 to value, graph 1 nohead linetype 4
            set label 2 + i word(letters, i) at value, graph 0 offset 0.5, 0.6
        }
    }
    plot x * least_lanes / steady * 1e9 linetype 2 linecolor rgb middle, \
        x * most_lanes / steady * 1e9 linetype 2 linecolor rgb middle, \
        for [i = 1:n_lines] crowd using (is_shown(word(all_lanes, i)) ? $2 : NaN):4 \
            with linespoints linetype 1 linecolor rgb shade(i, n_lines) pointtype point_of(i)
    unset label
    unset arrow

    unset logscale
    set tmargin at screen py(few)
    set bmargin at screen py(few_end)
    set xrange [0:few_threads + 2]
    highest = most_relative > 1 ? 1.1 * most_relative : 2.0
    set yrange [0:highest]
    set ytics autofreq
    set ytics 0, step_of(highest / 3)
    set format y (r > 1 ? "" : "%g")
    set xtics (1, 16, 32, few_threads)
    set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead back linecolor rgb faint linewidth 0.8
    plot for [i = 1:n_lines] crowd using (is_shown(word(all_lanes, i)) && $6 <= few_threads ? $6 : NaN):7 \
        with linespoints linetype 1 linecolor rgb shade(i, n_lines) pointtype point_of(i)
    unset arrow

    set logscale xy
    set tmargin at screen py(bottom)
    set bmargin at screen py(bottom_end)
    set xrange [N_min / 1.5:N_max * 1.5]
    lowest = A_min / 1.5
    highest = A_max * 2
    set yrange [lowest:highest]
    eval decades("y")
    if (r > 1) { set format y "" }
    set xtics ("1" 1, "10^2" 1e2, "10^4" 1e4, "10^6" 1e6)
    do for [i = 1:n_published] {
        value = word(values, i) + 0
        if (word(quantities, i) eq "threads" && value > N_min && value < N_max) {
            set arrow i from value, graph 0 to value, graph 1 nohead linetype 4
            set label 2 + i word(letters, i) at value, graph 0 offset 0.5, 0.6
        }
    }
    if (steady > 0) {
        set label 1 gprintf("%.2s %c/s", steady) at graph 0.97, first steady right \
            offset 0, -0.8
    }
    plot for [i = 1:n_lines] crowd using (is_shown(word(all_lanes, i)) ? $6 : NaN):5 \
        with linespoints linetype 1 linecolor rgb shade(i, n_lines) pointtype point_of(i)
    unset label
    unset arrow
}
unset multiplot
