# Figure: how long one atomic add takes from every SM to every line of device memory, as a map (SM
# by line, colour: ns an add) and, below it, how many of the map's cells take how long: near and
# far parts of the L2 are humps of their own.
#
# SMs and lines are sorted, so that those that are alike stand together: in two groups, by the sign
# in the first singular vector of what is left of the map without the means of its rows and columns,
# and by their mean in each. SMs are near to lines at the bottom left and the top right.
width = 480
height = 500
question = "How far is each SM from each line of memory?"
call "style.gp" ARG1 ARG2 ARG3 ARG4

# In awk, because gnuplot cannot sort. In: the table, of which rows that are ok hold numbers. Out:
# rank of the line, rank of the SM, ns an add, for all pairs, SM by SM; NaN where there is none.
by_name = by_name.'!($at["median_ns"] > 0) { next } '
sorted_map = by_name.'{ s = $at["sm"]; l = $at["line"]; ns[s, l] = $at["median_ns"] / $at["ops"]; '.\
    '  if (!(s in has_sm)) { has_sm[s]; sm[++n_sm] = s } '.\
    '  if (!(l in has_line)) { has_line[l]; line[++n_line] = l } '.\
    '  sum += ns[s, l]; n++; sum_sm[s] += ns[s, l]; of_sm[s]++; sum_line[l] += ns[s, l]; of_line[l]++ } '.\
    'function rank(key, n, to,   i, j) { for (i = 1; i <= n; i++) { to[i] = 0; '.\
    '  for (j = 1; j <= n; j++) to[i] += key[j] < key[i] || (key[j] == key[i] && j < i) } } '.\
    'END { for (i = 1; i <= n_sm; i++) for (j = 1; j <= n_line; j++) { s = sm[i]; l = line[j]; '.\
    '    if ((s, l) in ns) '.\
    '      r[i, j] = ns[s, l] - sum_sm[s] / of_sm[s] - sum_line[l] / of_line[l] + sum / n } '.\
    '  for (j = 1; j <= n_line; j++) v[j] = r[1, j]; '.\
    '  for (t = 0; t < 10; t++) { size = 0; '.\
    '    for (i = 1; i <= n_sm; i++) { u[i] = 0; for (j = 1; j <= n_line; j++) u[i] -= r[i, j] * v[j]; '.\
    '      size += u[i] * u[i] } '.\
    '    for (j = 1; j <= n_line; j++) { v[j] = 0; '.\
    '      for (i = 1; size > 0 && i <= n_sm; i++) v[j] -= r[i, j] * u[i] / sqrt(size) } } '.\
    '  for (i = 1; i <= n_sm; i++) u[i] = (u[i] > 0) * sum + sum_sm[sm[i]] / of_sm[sm[i]]; '.\
    '  for (j = 1; j <= n_line; j++) v[j] = (v[j] > 0) * sum + sum_line[line[j]] / of_line[line[j]]; '.\
    '  rank(u, n_sm, y); rank(v, n_line, x); '.\
    '  for (i = 1; i <= n_sm; i++) for (j = 1; j <= n_line; j++) '.\
    '    print x[j], y[i], (sm[i], line[j]) in ns ? ns[sm[i], line[j]] : "NaN" }'
scripts = GPVAL_PWD
cd in_dir
if (system("awk -F, '".by_name."{ print 1; exit }' global_locality.csv") ne "1") {
    @nothing_to_draw
    exit
}
set datafile separator whitespace
set datafile nocolumnheaders
unset datafile missing
set table $map
plot "< awk -F, '".sorted_map."' global_locality.csv | sort -k2n -k1n" using 1:2:3 with table
unset table
cd scripts
set datafile missing NaN

# The colours' range: all cells, but for the few (beyond 0.5 and 99.5 %) that are far off the others.
stats $map using 1 name "X" nooutput
stats $map using 2 name "Y" nooutput
stats $map using 3 name "T" nooutput
set xrange [0:2 * T_max] # all fits; or else gnuplot warns where all values are the same
set yrange [0:2 * T_max + T_records]
set table $cumulative
plot $map using 3:(1.0 / T_records) smooth cumulative
unset table
stats $cumulative using ($2 > 0.005 && $2 - 1.0 / T_records < 0.995 ? $1 : NaN) name "M" nooutput
least(a, b) = a < b ? a : b
most(a, b) = a > b ? a : b
step_of(raw) = (_m = 10 ** floor(log10(raw)), raw / _m < 1.5 ? _m : raw / _m < 3.5 ? 2 * _m : \
    raw / _m < 7.5 ? 5 * _m : 10 * _m)
lowest = most(T_min, M_min - 0.25 * (M_max - M_min))
highest = least(T_max, M_max + 0.25 * (M_max - M_min))
bin = step_of(most(highest - lowest, 0.01 * highest) / 60) # not finer than noise
lowest = floor(lowest / bin) * bin
highest = (floor(highest / bin) + 1) * bin
ns_step = step_of((highest - lowest) / 5)
is_shown(ns) = ns >= lowest && ns < highest
stats $map using (is_shown($3) ? $3 : NaN) name "B" nooutput
n_beyond = T_records - B_records

set table $histogram
plot $map using (is_shown($3) ? (floor($3 / bin) + 0.5) * bin : NaN):(1) smooth frequency
unset table
stats $histogram using 2 name "H" nooutput

# Panels, in pixels.
left = 70
top = heading_px + 22
map_bottom = height - 192
second_top = height - 122
right = 84
bottom = 44

# Once, on the whole figure: heading, titles of the axes. Then the panels.
set multiplot
set label 1 "SM, sorted" at screen px(12), py((top + map_bottom) / 2) center rotate by 90
set label 2 "line of 128 bytes, sorted" \
    at screen px(left + (width - left - right) / 2), py(map_bottom + 26) center
set label 3 "cells" at screen px(12), py((second_top + height - bottom) / 2) center rotate by 90
set label 4 "time per add, ns" at screen px(left + (width - left - right) / 2), py(height - 12) center
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
set cbrange [lowest:highest]
set lmargin at screen px(left)
set rmargin at screen px(width - right)

set tmargin at screen py(top)
set bmargin at screen py(map_bottom)
set xrange [-0.5:X_max + 0.5]
set yrange [-0.5:Y_max + 0.5]
set xtics ("1" 0, sprintf("%d", X_max + 1) X_max) offset 0, 0.5
set ytics ("1" 0, sprintf("%d", Y_max + 1) Y_max)
unset grid
set colorbox user origin screen px(width - right + 14), screen py(map_bottom) \
    size screen px(14), screen (map_bottom - top) / (1.0 * height)
set cbtics ns_step out scale 0.5 offset -0.6, 0
set label 1 "ns" at screen px(width - right + 14), py(top - 9) left
# An image needs two rows and two columns, and all its pixels.
unset datafile missing
if (X_max > 0 && Y_max > 0) {
    plot $map using 1:2:3 with image
} else {
    plot $map using 1:2:($1 - 0.5):($1 + 0.5):($2 - 0.5):($2 + 0.5):3 with boxxyerror palette
}
unset label

set datafile missing NaN
unset colorbox
set tmargin at screen py(second_top)
set bmargin at screen py(height - bottom)
set xrange [lowest:highest]
set yrange [0:*]
set xtics ns_step offset 0, 0.5
set grid ytics linetype 1 linecolor rgb "#dddddd" linewidth 0.5 dashtype 1
set ytics step_of(H_max / 2.0)
set boxwidth bin
set style fill solid 1 noborder
set label 1 sprintf("median of %d cells %.4g ns%s", T_records, T_median, \
    n_beyond > 0 ? sprintf(", %d cells are beyond", n_beyond) : "") at graph 1, 1 right offset 0, 0.7
plot $histogram using 1:2:1 with boxes palette
unset multiplot
