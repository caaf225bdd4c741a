# Figure: GPU and host on one word of the host's memory, by operation. Left: time of an access, of each side alone and
# of the GPU while the host works too. Right: the share of all updates that was lost while both did. Above, pinned
# memory; below, managed memory. Of the rows those at system scope, as each panel says.
width = 480
height = 880
question = "What do atomics on the host's memory cost, and are any lost?"
call "style.gp" ARG1 ARG2 ARG3 ARG4

table = "global_host_atomics.csv"
scripts = GPVAL_PWD
cd in_dir
kept = '$at["scope"] == "system" && $at["rate_ops_per_s"] > 0'
memories = system("awk -F, '".by_name."&& (".kept.') && $at["memory"] ~ '.plain.\
    ' && !n[$at["memory"]]++ { print $at["memory"] }'."' ".table)
operations = system("awk -F, '".by_name."&& (".kept.') && !n[$at["operation"]]++ { print $at["operation"] }'."' ".table)
if (words(memories) == 0) {
    cd scripts
    @nothing_to_draw
    exit
}
# memory operation series ns lost: series as in `meaning`; lost in percent, of the GPU's and the host's together; -1 where not both work.
series = '{ s = $at["load"] == "latency" ? 2 : $at["load"] == "one_word" ? 3 : 4; '.\
    's = $at["who"] == "cpu" ? 1 : $at["who"] == "gpu" ? s : s + 3; '
rows = by_name."&& (".kept.') '.series.\
    'print $at["memory"], $at["operation"], s, 1e9 / $at["rate_ops_per_s"], '.\
    '($at["who"] == "both" && $at["expected_updates"] > 0 ? '.\
    '100 * $at["lost_updates"] / $at["expected_updates"] : -1) }'
set datafile separator whitespace
set datafile nocolumnheaders
set table $rows
plot "< awk -F, '".rows."' ".table using (strcol(1)):(strcol(2)):3:4:5 with table
unset table
set datafile missing NaN
meaning = "'host alone' 'GPU alone, one thread' 'GPU alone, 8 warps' 'GPU alone, 8 warps, results unused' ".\
    "'GPU, one thread, and host' 'GPU, 8 warps, and host' 'GPU, 8 warps, unused, and host'"
point_type = "2 7 9 5 6 8 4"
hue(s) = s == 1 || s == 4 || s == 7 ? ink : s == 2 || s == 5 ? dark : middle
set style line 1 pointtype 2 pointsize 0.7 linecolor rgb ink
do for [s = 2:7] {
    set style line s pointtype (word(point_type, s) + 0) pointsize 0.8 linecolor rgb hue(s)
}

left = 118
right = 14
top = heading_px + 26
bottom = 126
gap_across = 26
gap_down = 28
n_rows = words(memories)
split_at = 0.62 * (width - left - right)
down = (height - top - bottom + gap_down) / (1.0 * n_rows)
stats $rows using 4 name "T" nooutput
n = words(operations)
index_of(name) = (_f = NaN, sum [i = 1:n] (word(operations, i) eq name ? i : 0))

# The series that there are of a memory, from the first on.
series_of(memory, first) = system("awk -F, '".by_name."&& (".kept.') && $at["memory"] == "'.memory.'" '.series.\
    'if (s >= '.first.' && !n[s]++) print s }'."' ".table)

set multiplot
set label 1 "time of an access, ns" at screen px(left + (split_at - gap_across) / 2), py(height - bottom + 30) center
set label 2 "lost of all updates, %" at screen px(left + split_at + (width - right - left - split_at) / 2), \
    py(height - bottom + 30) center
do for [s = 1:7] {
    x = left - 100 + (s > 4 ? 235 : 0)
    y = height - bottom + 56 + 18 * ((s - 1) % 4)
    set label 10 + s word(meaning, s) at screen px(x + 12), py(y) left
    set label 20 + s "" at screen px(x), py(y) point linestyle s
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
unset grid
set grid ytics linetype 1 linecolor rgb "#dddddd" linewidth 0.5 dashtype 1
set yrange [n + 0.6:0.4]
do for [m = 1:n_rows] {
    memory = word(memories, m)
    set tmargin at screen py(top + (m - 1) * down)
    set bmargin at screen py(top + m * down - gap_down)
    set lmargin at screen px(left)
    set rmargin at screen px(left + split_at - gap_across)
    set ytics ("" 0)
    do for [i = 1:n] { set ytics add (word(operations, i) i) }
    set ytics noenhanced
    set logscale x
    set xrange [T_min / 1.5:T_max * 1.5]
    set xtics (1)
    do for [d = 1:7] { set xtics add (10.0 ** d) }
    set xtics offset 0, 0.4
    set format x (m < n_rows ? "" : "%g")
    set label 1 memory." memory, system scope" at graph 0, 1 left offset 0, 0.7
    plot for [s in series_of(memory, 1)] $rows using (strcol(1) eq memory && $3 == s + 0 ? $4 : NaN):(index_of(strcol(2))) \
        with points linestyle (s + 0)
    unset label 1
    unset logscale
    set lmargin at screen px(left + split_at)
    set rmargin at screen px(width - right)
    set ytics ("" 1)
    do for [i = 2:n] { set ytics add ("" i) }
    set xrange [-4:104]
    set xtics 0, 25, 100 offset 0, 0.4
    plot for [s in series_of(memory, 5)] $rows using (strcol(1) eq memory && $3 == s + 0 ? $5 : NaN):(index_of(strcol(2))) \
        with points linestyle (s + 0)
}
unset multiplot
