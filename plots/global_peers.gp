# Figure: one GPU on the memory of another, for every ordered pair: time of a dependent access, and the rates of one
# word and of many with the most warps, as matrices (row: the GPU that works, column: the GPU whose memory it is). Below,
# what became of the updates where several GPUs work on the same words. The operation is add_u32, if it is in the table.
width = 480
height = 660
question = "What do atomics on another GPU's memory cost?"
call "style.gp" ARG1 ARG2 ARG3 ARG4

table = "global_peer_atomics.csv"
scripts = GPVAL_PWD
cd in_dir
operation = narrow("operation", "add_u32")
kept = kept.' && $at["load"] !~ /unused/'
of_operation = kept
# panel from to value limit, of one GPU at work; limit: 1 where the rate is seen to be one, which is where twice the warps
# give no more.
cells = "< awk -F, '".by_name."&& (".of_operation.') && $at["gpus"] == 1 && $at["median_ns"] > 0 '.\
    '{ p = $at["load"] == "latency" ? 0 : $at["load"] == "one_word" ? 1 : 2; '.\
    'v = p == 0 ? $at["median_ns"] / $at["ops"] : $at["rate_ops_per_s"] / (p == 1 ? 1e6 : 1e9); '.\
    'k = p " " $at["from"] " " $at["to"]; w = "warps" in at ? $at["warps"] + 0 : 1; '.\
    'if (w > most[k]) { most[k] = w; rate[k] = v } '.\
    'limit[k, w] = p == 0 || $at["saturation"] == "saturated" } '.\
    "END { for (k in most) print k, rate[k], (limit[k, most[k]] || limit[k, most[k] / 2]) }' ".table." | sort"
n_cells = count('$at["gpus"] == 1 && $at["median_ns"] > 0')
# A line for each number of GPUs above one: of all updates how many were lost.
losses = "awk -F, '".by_name.'&& $at["gpus"] > 1 { k = $at["gpus"]; all[k] += $at["expected_updates"]; '.\
    'lost[k] += $at["lost_updates"] } END { for (k in all) printf "%d %.2g %.3g\n", k, all[k], lost[k] }'.\
    "' ".table." | sort -n"
totals = system(losses)
if (n_cells == 0) {
    cd scripts
    @nothing_to_draw
    exit
}
set datafile separator whitespace
set datafile nocolumnheaders
set table $cells
plot cells using 1:2:3:4:5 with table
unset table
cd scripts
set datafile missing NaN

stats $cells using 2 name "F" nooutput
stats $cells using 3 name "T" nooutput
last = F_max > T_max ? F_max : T_max
left = 58
right = 20
top = heading_px + 24
bottom = 80
gap = 58
down = (height - top - bottom + gap) / 3.0

digits(x) = x < 999.5 ? sprintf("%.3g", x) : sprintf("%.0f", 10 * floor(x / 10 + 0.5))
set multiplot
set label 1 "GPU whose memory it is" at screen px(left + (width - left - right) / 2), \
    py(height - bottom + 26) center
set label 2 "GPU that works on it" at screen px(12), py(top + (height - top - bottom) / 2) center rotate by 90
said = "lost, by GPUs at once on the same words: "
do for [i = 1:words(totals) / 3] {
    said = said.sprintf("%s%s: %s of %s", i > 1 ? ", " : "", word(totals, 3 * i - 2), word(totals, 3 * i), \
        word(totals, 3 * i - 1))
}
set label 3 "With the most warps; ≥: more of them may give more" at screen px(8), py(height - 26) left textcolor rgb ink
set label 4 words(totals) ? said : "one GPU at a time" at screen px(8), py(height - 10) left textcolor rgb ink
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
    set xrange [*:*]; set yrange [*:*] # stats looks only at what lies within the ranges
    stats $cells using ($1 == p ? $4 : NaN) name "V" nooutput
    if (!exists("V_max")) { V_min = V_max = 0 } # a load that the table does not have
    set xrange [-0.5:last + 0.5]
    set yrange [last + 0.5:-0.5]
    tint(v) = V_max > V_min ? (v - V_min) / (V_max - V_min) : 0.5
    set label 1 word(titles, p + 1).", ".operation at graph 0, 1 left offset 0, 0.7 noenhanced
    plot $cells using ($1 == p ? $3 : NaN):2:($3 - 0.48):($3 + 0.48):($2 - 0.48):($2 + 0.48):(tint($4)) \
            with boxxyerror palette, \
        "" using ($1 == p ? $3 : NaN):2:(sprintf("{/*%g %s%s}", size, $5 > 0.5 ? "" : "≥", digits($4))):(tint($4) > 0.6 ? 0xffffff : 0x222222) \
            with labels center textcolor rgb variable
    unset label 1
}
unset multiplot
