# Figure: what is predicted of shared_histogram, against what was measured. First panel: passes of the data stage by
# the host, who counts them in the image, against the profiler's, in percent more. The others, one for each change:
# T' by `model predict` over the launch that has the change, by the share of T that this takes. A point is a launch;
# the band is 5 %. Drawn from histogram_predictions.csv, shared_histogram.csv and histogram_utilization.csv; without the
# latter two the first panel is empty.
width = 480
height = 480
question = "Are passes and times of a histogram predicted?"
call "style.gp" ARG1 ARG2 ARG3 ARG4

scripts = GPVAL_PWD
cd in_dir
set datafile separator whitespace
set datafile nocolumnheaders
# In awk, out: panel, size of the image (1: to 32 Ki pixels, 2: to 512 Ki, 3), guess, T' / T as measured, as predicted
# over that.
of_times = 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } '.\
    '{ match($at["kernel"], /pixels=[0-9]+/); pixels = substr($at["kernel"], RSTART + 7, RLENGTH - 7) + 0; '.\
    '  change = $at["change"]; panel = change == "reorder" ? 2 : change == "unused" ? 3 : change == "used" ? 4 : 0; '.\
    '  if (panel && $at["changed_cycles"] > 0 && $at["active_cycles"] > 0) print panel, '.\
    '    pixels <= 32768 ? 1 : pixels <= 524288 ? 2 : 3, $at["guess"] + 0, '.\
    '    $at["changed_cycles"] / $at["active_cycles"], $at["predicted_cycles"] / $at["changed_cycles"] }'
# Out: threads of a block, passes by the host, counted over that.
of_passes = 'FNR == 1 { split("", at); for (i = 1; i <= NF; i++) at[$i] = i; file++; next } '.\
    'file == 1 && $at["status"] == "ok" { label = "shared_histogram kernel=" $at["kernel"] " result=" $at["result"] '.\
    '  " counter=" $at["counter"] " image=" $at["image"] " pixels=" $at["pixels"] " threads=" $at["threads"] '.\
    '  " extra=" $at["extra"]; by_host[label] = $at["passes"]; threads[label] = $at["threads"] } '.\
    'file == 2 && by_host[$at["kernel"]] > 0 { counted[$at["kernel"]] = $at["passes"] } '.\
    'END { for (l in counted) print threads[l], by_host[l], counted[l] / by_host[l] }'
if (system("awk -F, '".of_times."' histogram_predictions.csv | sed -n 1p") eq "") {
    said = "the table has no prediction"
    @only_said
    exit
}
set table $times
plot "< awk -F, '".of_times."' histogram_predictions.csv | sort -n" using 1:2:3:4:5 with table
unset table
set table $passes
plot "< awk -F, '".of_passes."' shared_histogram.csv histogram_utilization.csv 2>/dev/null | ".\
    "sort -n; echo 0 0 0" using 1:2:3 with table
unset table
cd scripts

do for [i = 1:3] {
    set linetype 10 + i linecolor rgb shade(i, 3) linewidth 0.8 pointtype point_of(i) pointsize 0.45
}
left = 62
right = 14
gap_x = 70
top = heading_px + 22
tall = 132
gap_y = 70
across = (width - left - right - gap_x) / 2.0
bottom = top + 2 * tall + gap_y

set multiplot
set label 3 "pixels" at screen px(left), py(bottom + 58)
do for [i = 1:3] {
    set label 10 + i "" at screen px(left + 56 + (i - 1) * 116), py(bottom + 58) point linetype 10 + i
    set label 20 + i word("'to 32 Ki' '128, 512 Ki' '2, 4 Mi'", i) \
        at screen px(left + 65 + (i - 1) * 116), py(bottom + 58)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

panel(row, column) = sprintf("set lmargin at screen %f; set rmargin at screen %f; set tmargin at screen %f; ".\
    "set bmargin at screen %f", px(left + column * (across + gap_x)), px(left + column * (across + gap_x) + across), \
    py(top + row * (tall + gap_y)), py(top + row * (tall + gap_y) + tall))

# Passes.
eval panel(0, 0)
set logscale x 10
set format x "10^{%T}"
set xtics 1, 100 offset 0, 0.3
unset mxtics
set label 1 "{/:Bold passes}" at graph 0, 1 left offset 0, 0.7
set label 2 "counted, % more" at graph 0, 0.5 center offset -5.4, 0 rotate by 90
set label 3 "passes by the host" at graph 0.5, 0 center offset 0, -1.7
stats $passes using 2 name "N" nooutput
if (N_max > 0) {
    stats $passes using ($2 > 0 ? $2 : NaN) name "N" nooutput
    stats $passes using ($2 > 0 ? 100 * $3 - 100 : NaN) name "M" nooutput
    set xrange [N_min / 2:N_max * 2]
    set yrange [-0.2:M_max < 1 ? 1 : 1.1 * M_max]
    set ytics 1
    plot $passes using ($2 > 0 ? $2 : NaN):(100 * $3 - 100) with points pointtype 6 pointsize 0.4 linecolor rgb dark
} else {
    set label 4 "nothing was counted" at graph 0.5, 0.5 center textcolor rgb faint
    plot [1:100] [0:1] NaN
}
unset label

# Times: all on the same axes.
set xrange [*:*]; set yrange [*:*] # stats looks only at what lies within the ranges
stats $times using 4 name "T" nooutput
stats $times using 5 name "E" nooutput
set xrange [T_min / 1.3:T_max * 1.4]
lowest = E_min < 0.9 ? E_min / 1.05 : 0.85
highest = E_max > 1.1 ? E_max * 1.05 : 1.15
set logscale y 10
set yrange [lowest:highest]
set xtics autofreq offset 0, 0.3
set xtics ("0.1" 0.1, "" 0.2, "0.5" 0.5, "1" 1, "2" 2, "" 5, "10" 10)
set ytics (0.25, 0.4, 0.6, 0.8, 1, 1.5, 2.5, 4)
set format y "%g"
titles = "'channels reordered' 'results unused' 'results used'"
do for [k = 2:4] {
    eval panel((k - 1) / 2, (k - 1) % 2)
    set label 1 "{/:Bold ".word(titles, k - 1)."}" at graph 0, 1 left offset 0, 0.7
    set label 2 "predicted / measured" at graph 0, 0.5 center offset -5.4, 0 rotate by 90
    set label 3 "T' / T, measured" at graph 0.5, 0 center offset 0, -1.7
    set object 1 rectangle from graph 0, first 0.95 to graph 1, first 1.05 behind \
        fillcolor rgb band fillstyle solid 0.5 noborder
    plot for [i = 1:3] $times using ($1 == k && $2 == i ? $4 : NaN):5 with points linetype 10 + i
    unset label
    unset object
}
unset multiplot
