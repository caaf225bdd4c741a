# Figure: what one uncontended atomic add to device memory costs, 128 and 1024 adds at a time, for
# measurements in the order taken, evenly spread and 64 at most, which is enough to see a drift: time of all adds, by the fixed-rate timer, over their
# number. One panel for each number of adds. Three regimes: who waits for the results.
#
# src: Maucher et al., PLOS'25, figure 2 (https://doi.org/10.1145/3764860.3768338). Their
# values, from the text, are a last panel where results/published is beside the plots' folder.
width = 480
height = 430
question = "What does one uncontended atomic add cost?"
call "style.gp" ARG1 ARG2 ARG3 ARG4

table = in_dir."/global_baseline_samples.csv"
published = "../results/published/maucher2025_figure2.csv"
has_published = system("test -r ".published." && echo 1") eq "1"

# What the table has: numbers of adds, and the scope (device, or else the first).
all_adds = ""
all_scopes = ""
set table $seen
plot table using (all_adds = add(all_adds, strcol("adds")), \
    all_scopes = add(all_scopes, strcol("scope")), 1) with table
unset table
if (words(all_adds) == 0) {
    said = "this table is empty"
    @only_said
    exit
}
scope = add(all_scopes, "device") eq all_scopes ? "device" : word(all_scopes, 1)
regimes = "dependent independent unused"
meaning = "'dependent: each add waits for the one before' ".\
    "'independent: results used, no waiting' 'unused: no result used, the pace of issuing'"

# Nanoseconds an add, NaN for other rows; 0, which a coarse timer can say, has no place on the axis.
ns(regime, ops) = strcol("regime") eq regime && strcol("scope") eq scope && strcol("adds") eq ops \
    && column("ns") > 0 ? column("ns") / column("adds") : NaN

# The range of all panels.
lowest = 1e300
highest = 0
fits(value) = (lowest = value < lowest ? value : lowest, \
    highest = value > highest ? value : highest, value)
last = 1
set table $seen
plot for [o = 1:words(all_adds)] for [g = 1:words(regimes)] table \
    using (last = column("sample") > last ? column("sample") : last, \
        fits(ns(word(regimes, g), word(all_adds, o)))) with table
gpus = "" # their names, each in a field of as many letters
field = 40
place(gpu) = (strstrt(gpus, gpu) - 1) / field + 1
seat(gpu) = strstrt(gpus, gpu) ? 0 : strlen(gpus = gpus.sprintf("%-40s", gpu))
if (has_published) {
    plot published using (seat(strcol("gpu")), fits(column("ns_per_access"))) with table
}
unset table
if (highest == 0) { lowest = 1; highest = 10 }
every_nth = last >= 64 ? int((last + 1) / 64) : 1
shown(regime, ops) = int(column("sample")) % every_nth == 0 ? ns(regime, ops) : NaN
lowest = lowest / 1.4
highest = highest * 1.6

# Panels, in pixels.
left = 62
top = heading_px + 26
right = 8
bottom = 126
gap = 18
last_across = has_published ? 92 : 0
across = (width - left - right - last_across) / (1.0 * words(all_adds))
row(i) = py(height - bottom + 34 + 18 * i)

# Once, on the whole figure: heading, legend, titles of the axes. Then the panels.
set multiplot
set label 1 "time per add, ns" at screen px(12), py(top + (height - top - bottom) / 2) center \
    rotate by 90
set label 2 "measurement, in order" center \
    at screen px(left + (width - left - right - last_across - gap) / 2), row(0)
do for [g = 1:words(regimes)] {
    set label 10 + g "" at screen px(left - 36), row(g + 0.2) point linetype g pointsize 0.8
    set label 20 + g word(meaning, g) at screen px(left - 26), row(g + 0.2)
}
if (has_published) {
    set label 5 "" at screen px(left - 36), row(4.2) \
        point pointtype 2 pointsize 0.7 linecolor rgb ink
    set label 6 "128," at screen px(left - 26), row(4.2)
    set label 7 "" at screen px(left + 12), row(4.2) \
        point pointtype 6 pointsize 0.8 linecolor rgb ink
    set label 8 "1024 adds: Maucher et al., PLOS'25" at screen px(left + 22), row(4.2)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale y
set yrange [lowest:highest]
set ytics (1)
first_decade = floor(log10(lowest))
last_decade = ceil(log10(highest))
do for [d = first_decade:last_decade] {
    set ytics add (10.0 ** d)
    if (last_decade - first_decade < 5) { set ytics add (2 * 10.0 ** d, 5 * 10.0 ** d) }
}
set tmargin at screen py(top)
set bmargin at screen py(height - bottom)
set xrange [-0.05 * last:1.05 * last]
set xtics (0, (last + 1) / 2, last + 1) offset 0, 0.5
array median[words(regimes)]
do for [o = 1:words(all_adds)] {
    ops = word(all_adds, o)
    set lmargin at screen px(left + (o - 1) * across)
    set rmargin at screen px(left + o * across - gap)
    set format y (o > 1 ? "" : "%g")
    set label 1 ops." adds" at graph 0.5, 1 center offset 0, 0.7
    do for [g = 1:words(regimes)] {
        stats table using (ns(word(regimes, g), ops)) name "R" nooutput
        median[g] = exists("R_median") ? R_median : NaN # if the table has the series
    }
    # The median above its points, where no other series is in the way.
    do for [g = 1:words(regimes)] {
        near = sum [i = 1:words(regimes)] (median[i] > median[g] / 1.3 && \
            median[i] < median[g] * 2)
        if (near == 1) {
            set label 10 + g sprintf("median %.3g ns", median[g]) \
                at graph 0.05, first 1.3 * median[g]
        }
    }
    plot for [g = 1:words(regimes)] table using (column("sample")):(shown(word(regimes, g), ops)) \
        with points linetype g pointsize 0.3
    unset label
}

# The published values: a column for each GPU, its name without the maker's.
if (has_published) {
    set lmargin at screen px(width - right - last_across)
    set rmargin at screen px(width - right)
    set format y ""
    set label 1 "published" at graph 0.5, 1 center offset 0, 0.7
    set xrange [0.4:strlen(gpus) / field + 0.6]
    unset xtics
    set xtics nomirror out scale 0.5 rotate by 90 right
    model(gpu) = substr(gpu, strstrt(gpu, " ") + 1, strlen(gpu))
    few(yes) = (column("ops") < 1024) == yes ? column("ns_per_access") : NaN
    plot published using (place(strcol("gpu"))):(few(1)):xticlabels(model(strcol("gpu"))) \
            with points pointtype 2 pointsize 0.7 linecolor rgb ink, \
        published using (place(strcol("gpu"))):(few(0)) \
            with points pointtype 6 pointsize 0.8 linecolor rgb ink
}
unset multiplot
