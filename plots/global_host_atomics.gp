# Figure: GPU and host on one word of the host's memory, for an add, a compare-and-swap and an exchange at system scope.
# Left: time of an access. Right: the share of all updates that was lost while both worked. A row for who works on the
# word; above, pinned memory, below, managed memory.
width = 480
height = 506
question = "What do atomics on the host's memory cost, and are any lost?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")
rows = "'host alone' 'GPU alone, 1 thread' 'GPU alone, 8 warps' '8 warps, no result' 'both, 1 GPU thread' ".\
    "'both, 8 warps' 'both, 8 w., no result'"
n = words(rows)
set style line 1 pointtype 7 pointsize 0.9 linecolor rgb dark
set style line 2 pointtype 9 pointsize 0.9 linecolor rgb middle
set style line 3 pointtype 4 pointsize 0.9 linecolor rgb ink
n_operations = words(operations) < 3 ? words(operations) : 3
n_memories = words(memories)
stats shown using 4 name "T" nooutput

left = 160
right = 14
top = heading_px + 26
bottom = 66
gap_across = 26
gap_down = 32
split_at = 0.58 * (width - left - right)
down = (height - top - bottom + gap_down) / (1.0 * n_memories)

set multiplot
set label 1 "time of an access, ns" at screen px(left + (split_at - gap_across) / 2), py(height - bottom + 30) center
set label 2 "lost updates, %" at screen px(left + split_at + (width - right - left - split_at) / 2), \
    py(height - bottom + 30) center
do for [i = 1:n_operations] {
    x = left - 80 + 140 * (i - 1)
    set label 10 + i word(operations, i) at screen px(x + 12), py(height - 12) left noenhanced
    set label 20 + i "" at screen px(x), py(height - 12) point linestyle i
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
unset grid
set grid xtics ytics linetype 1 linecolor rgb "#dddddd" linewidth 0.5 dashtype 1
set yrange [n + 0.6:0.4]
of(i, value) = strcol(1) eq memory && strcol(2) eq word(operations, i) ? value : NaN
place(i) = $3 + 0.2 * (i - 0.5 - n_operations / 2.0)
do for [m = 1:n_memories] {
    memory = word(memories, m)
    set tmargin at screen py(top + (m - 1) * down)
    set bmargin at screen py(top + m * down - gap_down)
    set lmargin at screen px(left)
    set rmargin at screen px(left + split_at - gap_across)
    set ytics ("" 0) scale 0
    do for [i = 1:n] { set ytics add (word(rows, i) i) }
    set ytics noenhanced
    set logscale x
    set xrange [T_min / 1.5:T_max * 1.5]
    set xtics (1)
    do for [d = 1:7] { set xtics add (10.0 ** d) }
    set xtics offset 0, 0.4
    set format x (m < n_memories ? "" : "%g")
    set label 1 "{/:Bold ".memory." memory}" at graph 0, 1 left offset 0, 0.7
    plot for [i = 1:n_operations] shown using (of(i, $4)):(place(i)) with points linestyle i
    unset label 1
    unset logscale
    set lmargin at screen px(left + split_at)
    set rmargin at screen px(width - right)
    set ytics ("" 1)
    do for [i = 2:n] { set ytics add ("" i) }
    set xrange [-4:104]
    set xtics 0, 25, 100 offset 0, 0.4
    plot for [i = 1:n_operations] shown using (of(i, $5)):(place(i)) with points linestyle i
}
unset multiplot
