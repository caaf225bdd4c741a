# Figure: what decides the cost of a warp's access: how many words it has, or in how many sectors,
# lines and pages these lie.
#
# Above, with the most warps: the pace of memory, time of the launch for each warp's access
# (1 / rate_requests_per_s), none of which is waited for. A sector does all its words at once, but
# lanes on one word one after the other: a turn is what one sector does at once, so an access takes
# sectors * lanes / words turns. Below, one warp: its latency, and the pace at which it issues.
width = 480
height = 690
question = "Words, sectors, lines or pages: what costs?"
call "style.gp" ARG1 ARG2 ARG3 ARG4

scripts = GPVAL_PWD
cd in_dir
load = system("awk -F, '".ok_rows.'{ w = $at["warps"] + 0; most = w > most ? w : most; '.\
    'least = !least || w < least ? w : least } END { print least + 0, most + 0 }'."' global_sector.csv")
least = word(load, 1) + 0
most = word(load, 2) + 0
if (most == 0) {
    @nothing_to_draw
    exit
}
set table $shown
# 1 regime, 2 warps, 3 words, 4 sectors, 5 lines, 6 pages, 7 offset, 8 ns, 9 turns
set datafile separator whitespace
plot "< awk -F, '".'NR == 1 { print "a b c d e f g h i" } '.ok_rows.'$at["rate_requests_per_s"] > 0 '.\
    '{ print $at["regime"], $at["warps"], $at["words"], $at["sectors"], $at["lines"], $at["pages"], '.\
    '$at["offset_bytes"], 1e9 / $at["rate_requests_per_s"], '.\
    '$at["sectors"] * ($at["ops"] / $at["requests"]) / $at["words"] }'.\
    "' global_sector.csv | sort -k3n -k4n -k5n -k6n -k7n" \
    using (strcol(1)):2:3:4:5:6:7:8:9 with table
unset table
cd scripts
set datafile nocolumnheaders
ns(warps, regime) = strcol(1) eq regime && $2 == warps && $7 == 0 ? $8 : NaN
many(dummy) = ns(most, "unused")
few(regime) = ns(least, regime)
is_dense(dummy) = $6 == 1 && $5 == ($4 > 4 ? $4 / 4 : 1)

# Numbers of words, lines and points of their own.
stats $shown using 3 name "X" nooutput
all_words = "1 2 4 8 16 32".(X_max > 32 ? " 64" : "")
set linetype 11 linecolor rgb ink linewidth 1.4 dashtype 1 pointtype 2 pointsize 0.6
set linetype 12 linecolor rgb ink linewidth 1.4 dashtype 1 pointtype 4 pointsize 0.6
set linetype 13 linecolor rgb middle linewidth 1.4 dashtype 1 pointtype 9 pointsize 0.6
set linetype 14 linecolor rgb middle linewidth 1.4 dashtype (6, 3) pointtype 8 pointsize 0.6
set linetype 15 linecolor rgb light linewidth 1.4 dashtype 1 pointtype 7 pointsize 0.6
set linetype 16 linecolor rgb dark linewidth 1.4 dashtype 1 pointtype 5 pointsize 0.5
set linetype 17 linecolor rgb faint linewidth 1.4 dashtype 1 pointtype 6 pointsize 0.6

# Panels, in pixels: two across, three down.
left = 62
right = 10
top = heading_px + 26
gap_across = 44
gap_down = 72
bottom = 78
across = (width - left - right - gap_across) / 2.0
down = (height - top - bottom - 2 * gap_down) / 3.0
x_of(k) = left + k * (across + gap_across)
y_of(r) = top + r * (down + gap_down)
place = "set lmargin at screen px(x_of(k)); set rmargin at screen px(x_of(k) + across); ".\
    "set tmargin at screen py(y_of(r)); set bmargin at screen py(y_of(r) + down); ".\
    "set label 1 heading at graph 0.5, 1 center offset 0, 0.7"

set multiplot
set label 1 "time for each warp's access, ns" at screen px(12), py((top + height - bottom) / 2) \
    center rotate by 90
axis = "'sectors of the words, in fewest lines' '{/*0.85 turns: sectors × lanes / words}' ".\
    "'pages' 'offset in the sector, bytes' 'pages' 'turns'"
do for [i = 1:6] {
    set label 1 + i word(axis, i) center \
        at screen px(x_of((i - 1) % 2) + across / 2), py(y_of((i - 1) / 2) + down + 29)
}
set label 9 "words:" at screen px(left - 30), py(height - 20)
do for [i = 1:words(all_words)] {
    x_px = left - 24 + (words(all_words) > 6 ? 54 : 62) * i
    set label 10 + i "" at screen px(x_px), py(height - 20) point linetype 10 + i
    set label 20 + i word(all_words, i) at screen px(x_px + 10), py(height - 20)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

# The pace of memory, over sectors and over turns.
stats $shown using 9 name "P" nooutput
stats $shown using (many(0)) name "M" nooutput
stats $shown using (many(0) / $9) name "R" nooutput
if (!exists("M_records")) { M_min = 0.1; M_max = 1 }
a_turn = exists("M_records") ? R_median : 0
set logscale y
set yrange [M_min / 1.3:M_max * 1.3]
set ytics (1)
do for [d = floor(log10(M_min)):ceil(log10(M_max))] {
    set ytics add (10.0 ** d, 2 * 10.0 ** d, 5 * 10.0 ** d)
}
set xtics (1, 2, 4, 8, 16, 32, 64) offset 0, 0.4
set logscale x 2
set xrange [0.85:X_max * 1.2]
r = 0; k = 0
heading = sprintf("%d warps, unused", most)
@place
plot for [i = 1:words(all_words)] $shown \
    using ($3 == word(all_words, i) && is_dense(0) ? $4 : NaN):(many(0)) \
    with linespoints linetype 10 + i
k = 1
heading = "the same, every placement"
@place
set xrange [P_min / 1.3:P_max * 1.3]
beside(i) = 1.06 ** (i - 3.5) # points that would hide each other
if (a_turn > 0) { set label 2 sprintf("%.2g ns a turn", a_turn) at graph 0.96, 0.08 right }
plot a_turn * x with lines linetype 4, \
    for [i = 1:words(all_words)] $shown using ($3 == word(all_words, i) ? $9 * beside(i) : NaN):\
        (many(0)) \
    with points linetype 10 + i
unset label 2

# The same number of turns, spread over more lines and pages.
unset logscale y
unset ytics
set ytics nomirror out scale 0.5
from_zero = 'set xrange [*:*]; set yrange [*:*]; '.\
    'stats $shown using (panel(0)) name "V" nooutput; '.\
    'highest = exists("V_records") ? V_max : 1.0; '.\
    'set yrange [0:1.12 * highest]; set ytics step_of(highest / 4)'
step_of(raw) = (_m = 10 ** floor(log10(raw)), raw / _m < 1.5 ? _m : raw / _m < 3.5 ? 2 * _m : \
    raw / _m < 7.5 ? 5 * _m : 10 * _m)
r = 1; k = 0
spread(lines) = $3 == X_max && $4 == X_max && $5 == lines ? many(0) : NaN
panel(dummy) = $3 == X_max && $4 == X_max ? many(0) : NaN
@from_zero
heading = sprintf("%d words in %d sectors", X_max, X_max)
@place
all_lines = sprintf("%d %d %d", X_max / 4, X_max / 2, X_max)
set xrange [0.85:X_max * 1.2]
do for [i = 1:3] {
    set arrow 2 + i from graph 0.05, 0.02 + 0.13 * i to graph 0.18, 0.02 + 0.13 * i nohead linetype i
    set label 2 + i word(all_lines, i)." lines" at graph 0.21, 0.02 + 0.13 * i
}
plot for [i = 1:3] $shown using 6:(spread(word(all_lines, i) + 0)) with linespoints linetype i pointsize 0.5
unset arrow
unset label
k = 1
heading = "words side by side, shifted"
@place
unset logscale x
run(w) = $3 == w && $4 == (w > 8 ? w / 8 : 1) && $5 == 1 && strcol(1) eq "unused" && $2 == most ? $8 : NaN
panel(dummy) = (sum [i = 4:6] ($3 == 2 ** (i - 1) ? 1 : 0)) ? run($3) : NaN
@from_zero
set xrange [-2:30]
set xtics (0, 4, 16, 28)
plot for [i = 4:6] $shown using 7:(run(2 ** (i - 1))) with linespoints linetype 10 + i

# One warp: its latency, and the pace at which it issues.
r = 2; k = 0
who = sprintf("%s warp%s", least > 1 ? sprintf("%d", least) : "one", least > 1 ? "s" : "")
heading = who.", dependent"
@place
panel(dummy) = few("dependent")
@from_zero
set logscale x 2
set xrange [0.75:X_max * 1.3]
set xtics (1, 2, 4, 8, 16, 32, 64)
plot for [i = 1:words(all_words)] $shown using ($3 == word(all_words, i) ? $6 * beside(i) : NaN):\
    (few("dependent")) \
    with points linetype 10 + i
k = 1
heading = who.", unused"
@place
panel(dummy) = few("unused")
@from_zero
set xrange [P_min / 1.3:P_max * 1.3]
plot for [i = 1:words(all_words)] $shown using ($3 == word(all_words, i) ? $9 * beside(i) : NaN):\
    (few("unused")) \
    with points linetype 10 + i
unset multiplot
