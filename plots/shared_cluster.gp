# Figure: another block's shared memory against a block's own and device memory, for adds, loads and asynchronous
# adds. Down: time of a dependent access by the distance of the blocks, in the largest cluster; by the size of the
# cluster (of asynchronous adds to another block, until one has come there and one back); and the accesses of all
# threads of a block, on words of their own, in a cycle. Where a cluster has several distances, the line is their
# median and the bars reach from the least to the most. A lone thread's time on device memory is a band, from the least
# to the most of all sizes: which SM a cluster starts on decides whether the word is near or far, and its size does not.
width = 640
height = 640
question = "What does another block's shared memory cost?"
call "style.gp" ARG1 ARG2 ARG3 ARG4

table = "shared_cluster.csv"
scripts = GPVAL_PWD
cd in_dir
# Of each operation and place: "d" by distance in the largest cluster; "c" and "r" by size: x middle least most.
shown = by_name.'&& $at["median_cycles"] > 0 && '.\
    '(($at["crew"] == "thread" && $at["regime"] == "dependent") || '.\
    ' ($at["crew"] == "own_words" && $at["regime"] == "independent")) { '.\
    'kind = $at["crew"] == "thread" ? "c" : "r"; size = $at["cluster"] + 0; '.\
    'v = kind == "c" ? $at["median_cycles"] / $at["ops"] : $at["ops"] / $at["median_cycles"]; '.\
    'key = $at["operation"] " " $at["place"] " " kind " " size; n[key]++; all[key, n[key]] = v; '.\
    'if (size > most) most = size; '.\
    'if (kind == "c") distance[$at["operation"] " " $at["place"] " " size " " $at["distance"]] = v } '.\
    'END { for (k in distance) { split(k, f, " "); if (f[2] == "global") { '.\
    '    if (!(f[1] in near) || distance[k] < near[f[1]]) near[f[1]] = distance[k]; '.\
    '    if (distance[k] > far[f[1]]) far[f[1]] = distance[k] } } '.\
    '  for (k in n) { m = n[k]; for (i = 1; i <= m; i++) for (j = i + 1; j <= m; j++) '.\
    '    if (all[k, j] < all[k, i]) { t = all[k, i]; all[k, i] = all[k, j]; all[k, j] = t } '.\
    '  split(k, f, " "); band = f[2] == "global" && f[3] == "c"; '.\
    '  print k, all[k, int((m + 1) / 2)], band ? near[f[1]] : all[k, 1], band ? far[f[1]] : all[k, m] } '.\
    '  for (k in distance) { split(k, f, " "); if (f[3] == most) { if (f[2] == "cluster") '.\
    '    print f[1], f[2], "d", f[4], distance[k], distance[k], distance[k]; else '.\
    '    for (x = 1; x < (most > 1 ? most : 2); x += most > 2 ? most - 2 : 1) '.\
    '      print f[1], f[2], "d", x, f[2] == "global" ? 0 : distance[k], '.\
    '        f[2] == "global" ? near[f[1]] : distance[k], f[2] == "global" ? far[f[1]] : distance[k] } } }'
n_shown = count('$at["median_cycles"] > 0 && ($at["regime"] == "dependent" || $at["regime"] == "independent")')
if (n_shown == 0) {
    cd scripts
    @nothing_to_draw
    exit
}
n_columns = count('$at["median_cycles"] > 0 && $at["operation"] == "add_async"') ? 3 : 2
set datafile separator whitespace
set datafile nocolumnheaders
set table $shown
plot "< awk -F, '".shown."' ".table." | sort -k1,1 -k2,2 -k3,3 -k4,4n" \
    using (strcol(1)):(strcol(2)):(strcol(3)):4:5:6:7 with table
unset table
cd scripts
set datafile missing NaN

places = "local cluster global"
line_of = "3 1 2"
meaning = "\"the block's own\" \"another block's\" \"device memory, near to far\""
operations = "add load add_async"
titles = "add load 'asynchronous add'"
n_places(k) = k == 3 ? 2 : 3 # asynchronous adds there are on shared memory alone
kinds = "d c r"
under = "'distance of the blocks, in ranks' 'blocks in the cluster' 'blocks in the cluster'"
beside = "'cycles an access' 'cycles an access' 'accesses a cycle'"
set linetype 1 pointsize 0.6
set linetype 2 pointsize 0.7
set linetype 3 pointsize 0.7 dashtype 1

left = 68
right = 14
top = heading_px + 26
bottom = 70
gap_across = 16
gap_down = 52
across = (width - left - right + gap_across) / n_columns
down = (height - top - bottom + gap_down) / 3.0

set multiplot
do for [r = 1:3] {
    set label r word(beside, r) at screen px(14), py(top + (r - 0.5) * down - gap_down / 2) center rotate by 90
    set label 10 + r word(under, r) at screen px(left + (width - left - right) / 2), \
        py(top + r * down - gap_down + 30) center
}
do for [p = 1:3] {
    x = left + (p - 1) * 155
    set arrow p from screen px(x - 12), py(height - 14) to screen px(x + 18), py(height - 14) nohead \
        linetype (word(line_of, p) + 0)
    set label 30 + p "" at screen px(x + 3), py(height - 14) point linetype (word(line_of, p) + 0) pointsize 0.8
    set label 20 + p word(meaning, p) at screen px(x + 26), py(height - 14)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

of(operation, place, kind, value) = strcol(1) eq operation && strcol(2) eq place && strcol(3) eq kind ? value : NaN
do for [r = 1:3] {
    kind = word(kinds, r)
    set xrange [*:*]; set yrange [*:*] # stats looks only at what lies within the ranges
    stats $shown using (strcol(3) eq kind ? 1 : 0) name "N" nooutput
    if (N_sum == 0) { M_max = 1; X_min = 1; X_max = 2 } else {
        stats $shown using (strcol(3) eq kind ? $7 : NaN) name "M" nooutput
        stats $shown using (strcol(3) eq kind ? $4 : NaN) name "X" nooutput
    }
    unset logscale
    if (r > 1) {
        set logscale x 2
        set xrange [X_min / 1.15:X_max * 1.15]
        set xtics (1)
        do for [d = 1:6] { set xtics add (2 ** d) }
    } else {
        set xrange [X_min - 0.5:X_max + 0.5]
        set xtics 0, X_max > 8 ? 2 : 1
    }
    set xtics offset 0, 0.4
    set yrange [0:M_max * 1.1]
    set ytics step_of(M_max / 4.0)
    do for [k = 1:n_columns] {
        operation = word(operations, k)
        set lmargin at screen px(left + (k - 1) * across)
        set rmargin at screen px(left + k * across - gap_across)
        set tmargin at screen py(top + (r - 1) * down)
        set bmargin at screen py(top + r * down - gap_down)
        set format y (k > 1 ? "" : "%g")
        if (r == 1) {
            set label 1 word(titles, k) at graph 0.5, 1 center offset 0, 0.7
        }
        if (k == 3 && r < 3) {
            set label 2 "there and back" at graph 0.5, 0.1 center textcolor rgb faint
        }
        n_lines = kind eq "r" ? n_places(k) : 2 # the third place is a band
        plot $shown using (kind eq "r" ? NaN : of(operation, "global", kind, $4)):6:7 \
                with filledcurves linecolor rgb middle fillstyle transparent solid 0.3 noborder, \
            $shown using (of(operation, "global", kind, $5 > 0 && kind ne "r" ? $4 : NaN)):5 \
                with points linetype word(line_of, 3) + 0, \
            for [p = 1:n_lines] $shown using 4:(of(operation, word(places, p), kind, $5)):6:7 \
                with yerrorbars linetype (word(line_of, p) + 0) pointtype 0 dashtype 1, \
            for [p = 1:n_lines] $shown using (strcol(1) eq operation && strcol(2) eq word(places, p) && \
                strcol(3) eq kind ? $4 : NaN):5 with linespoints linetype (word(line_of, p) + 0)
        unset label 1
        unset label 2
    }
}
unset multiplot
