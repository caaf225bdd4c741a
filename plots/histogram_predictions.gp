# Figure: how far the predicted time of a changed histogram is off the measured one, against who says that the change
# changes nothing. A panel for each change; a line is the share of launches that are off by at most so much. Drawn from
# histogram_predictions.csv; the note on passes from shared_histogram.csv and histogram_utilization.csv.
width = 480
height = 340
question = "Are times of a changed histogram predicted?"
call "style.gp" ARG1 ARG2 ARG3

errors = block("errors")
changes = "reorder unused used"
titles = "'reordered' 'results unused' 'results used'"
least = 0.3
most = 300

left = 58
right = 14
gap = 14
top = heading_px + 42
bottom = top + 156
across = (width - left - right + gap) / 3.0
set linetype 1 linewidth 1.8
set linetype 2 linewidth 1.8

set multiplot
set label 1 "launches, %" at screen px(12), py((top + bottom) / 2) center rotate by 90
set label 2 "error of T', % of the measured T'" at screen px(left + (width - left - right) / 2), py(bottom + 34) center
set arrow 1 from screen px(8), py(bottom + 58) to screen px(38), py(bottom + 58) nohead linetype 1
set label 3 "model predict" at screen px(44), py(bottom + 58)
set arrow 2 from screen px(178), py(bottom + 58) to screen px(208), py(bottom + 58) nohead linetype 2
set label 4 "“the change changes nothing”" at screen px(214), py(bottom + 58)
set label 5 n_passes > 0 ? sprintf("Passes, the profiler's against the host's: %+.2g %% on the median, %+.2g %% at most.", \
    passes_median_percent, passes_most_percent) : "Passes: nothing was counted." \
    at screen px(8), py(height - 12) textcolor rgb faint font small_font
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
set logscale x
set xrange [least:most]
set yrange [0:104]
set ytics 25
set xtics (1, 10, 100) offset 0, 0.4
set tmargin at screen py(top)
set bmargin at screen py(bottom)
within(error) = error < least ? least : error
do for [p = 1:3] {
    change = word(changes, p)
    set lmargin at screen px(left + (p - 1) * across)
    set rmargin at screen px(left + p * across - gap)
    set format y (p > 1 ? "" : "%g")
    set label 1 "{/:Bold ".word(titles, p)."}" at graph 0, 1 left offset 0, 1.8
    set label 2 (word(predicted_medians, p) eq "nan" ? "no launch" : \
        sprintf("medians %s and %s %%", word(predicted_medians, p), word(nothing_medians, p))) \
        at graph 0, 1 left offset 0, 0.7 textcolor rgb faint font small_font
    plot errors using (strcol(1) eq change && strcol(2) eq "nothing" ? within($3) : NaN):4 \
            with lines linetype 2, \
        errors using (strcol(1) eq change && strcol(2) eq "predicted" ? within($3) : NaN):4 \
            with lines linetype 1
    unset label
}
unset multiplot
