# Figure: one GPU on the memory of another, for every ordered pair: time of a dependent access, and the rate of
# one word and of many, as matrices (row: the GPU that works, column: the GPU whose memory it is). Below, what
# became of the updates where all GPUs work on the same words. The operation is add_u32, if it is in the table.
width = 480
height = 640
question = "What do atomics on another GPU's memory cost?"
call "style.gp" ARG1 ARG2 ARG3 ARG4

table = "global_peer_atomics.csv"
scripts = GPVAL_PWD
cd in_dir
operation = narrow("operation", "add_u32")
kept = kept.' && $at["load"] !~ /unused/'
of_operation = kept
# gpus from to panel value, of one GPU at work; of a panel the least and the most.
value = '($at["load"] == "latency" ? $at["median_ns"] / $at["ops"] : $at["rate_ops_per_s"] / '.\
    '($at["load"] == "one_word" ? 1e6 : 1e9))'
panel = '($at["load"] == "latency" ? 0 : $at["load"] == "one_word" ? 1 : 2)'
cells = "< awk -F, '".by_name."&& (".of_operation.') && $at["gpus"] == 1 && $at["median_ns"] > 0 '.\
    '{ print '.panel.', $at["from"], $at["to"], '.value." }' ".table
n_cells = count('$at["gpus"] == 1 && $at["median_ns"] > 0')
most_gpus = int(system("awk -F, '".by_name.'{ if ($at["gpus"] + 0 > n) n = $at["gpus"] + 0 } '.\
    "END { print n + 0 }' ".table))
totals = system("awk -F, '".by_name.'&& $at["gpus"] == '.most_gpus.\
    ' { expected += $at["expected_updates"]; lost += $at["lost_updates"] } '.\
    "END { printf \"%.0f %.0f\", expected, lost }' ".table)
if (n_cells == 0) {
    cd scripts
    @nothing_to_draw
    exit
}
set datafile separator whitespace
set datafile nocolumnheaders
set table $cells
plot cells using 1:2:3:4 with table
unset table
cd scripts
set datafile missing NaN

stats $cells using 2 name "F" nooutput
stats $cells using 3 name "T" nooutput
last = F_max > T_max ? F_max : T_max
left = 58
right = 20
top = heading_px + 24
bottom = 62
gap = 58
down = (height - top - bottom + gap) / 3.0

set multiplot
set label 1 "GPU whose memory it is" at screen px(left + (width - left - right) / 2), \
    py(height - bottom + 26) center
set label 2 "GPU that works on it" at screen px(12), py(top + (height - top - bottom) / 2) center rotate by 90
set label 3 sprintf("%d GPUs at once on the same words: of %s updates %s lost", most_gpus, \
    word(totals, 1), word(totals, 2)) at screen px(8), py(height - 10) left textcolor rgb ink
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
unset grid
unset colorbox
set cbrange [0:1]
set palette defined (0 "#f4f3e4", 0.35 light, 0.7 "#3d7896", 1 dark)
set xrange [-0.5:last + 0.5]
set yrange [last + 0.5:-0.5]
set xtics 1 scale 0 offset 0, 0.4
set ytics 1 scale 0
set border 0
titles = "'time of an access that the next one needs, ns' 'rate of one word, million accesses a second' ".\
    "'rate of many words, billion accesses a second'"
size = last < 4 ? 1.0 : 0.75
do for [p = 0:2] {
    set lmargin at screen px(left)
    set rmargin at screen px(width - right)
    set tmargin at screen py(top + p * down)
    set bmargin at screen py(top + (p + 1) * down - gap)
    low = high = NaN
    set xrange [*:*]; set yrange [*:*] # stats looks only at what lies within the ranges
    stats $cells using ($1 == p ? $4 : NaN) name "V" nooutput
    set xrange [-0.5:last + 0.5]
    set yrange [last + 0.5:-0.5]
    tint(v) = V_max > V_min ? (v - V_min) / (V_max - V_min) : 0.5
    set label 1 word(titles, p + 1).", ".operation at graph 0, 1 left offset 0, 0.7 noenhanced
    plot $cells using ($1 == p ? $3 : NaN):2:($3 - 0.48):($3 + 0.48):($2 - 0.48):($2 + 0.48):(tint($4)) \
            with boxxyerror palette, \
        "" using ($1 == p ? $3 : NaN):2:(sprintf("{/*%g %.3g}", size, $4)):(tint($4) > 0.6 ? 0xffffff : 0x222222) \
            with labels center textcolor rgb variable
    unset label 1
}
unset multiplot
