# Figure: how long one word takes from one SM to another. Above: every pair of SMs, for a relaxed store at device scope
# to the nearest line of 64; SMs in order of their time from the first. Below: the first SM with others, by way, order and
# scope, with the line nearest to both and farthest.
width = 488
height = 720
question = "How long does one word take to another SM?"
call "style.gp" ARG1 ARG2 ARG3

map = block("map")
pairs = block("pairs")

left = 166
top = heading_px + 14
map_bottom = top + 272
right = 84
second_top = map_bottom + 62
bottom = 70
set multiplot
set label 1 "SM, sorted" at screen px(left - 44), py((top + map_bottom) / 2) center rotate by 90
set label 2 "SM, sorted" at screen px(left + (width - left - right) / 2), py(map_bottom + 28) center
set label 3 "time of a hand-over, ns" at screen px(left + (width - left - 16) / 2), py(height - bottom + 30) center
set label 4 "" at screen px(left), py(height - 16) point linetype 1 pointtype 7 pointsize 0.7
set label 5 "line nearest to both" at screen px(left + 12), py(height - 16)
set label 6 "" at screen px(left + 172), py(height - 16) point linetype 2 pointtype 2 pointsize 0.7
set label 7 "farthest from both" at screen px(left + 184), py(height - 16)
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set lmargin at screen px(left)
set rmargin at screen px(width - right)
set tmargin at screen py(top)
set bmargin at screen py(map_bottom)
set xrange [-0.5:n_sms - 0.5]
set yrange [-0.5:n_sms - 0.5]
set xtics ("1" 0, sprintf("%d", n_sms) n_sms - 1) offset 0, 0.5
set ytics ("1" 0, sprintf("%d", n_sms) n_sms - 1)
unset grid
set cbrange [pair_low_ns:pair_high_ns]
set colorbox user origin screen px(width - right + 14), screen py(map_bottom) \
    size screen px(14), screen (map_bottom - top) / (1.0 * height + foot_px)
set cbtics 50 out scale 0.5 offset -0.6, 0
set label 1 "ns" at screen px(width - right + 14), py(top - 9) left
unset datafile missing
plot map using 1:2:3 with image
unset label
set datafile missing NaN
unset colorbox

ways = "store add cas"
orders = "relaxed acq\\_rel"
scopes = "device system"
order_of(order) = order[1:3] eq "acq" ? 2 : 1
place_of(list, name) = sum [i = 1:words(list)] i * (word(list, i) eq name)
row(way, order, scope) = (place_of(ways, way) - 1) * 4.6 + (order_of(order) - 1) * 2 + place_of(scopes, scope)
set lmargin at screen px(left)
set rmargin at screen px(width - 16)
set tmargin at screen py(second_top)
set bmargin at screen py(height - bottom)
set xrange [0:most_ns * 1.05]
set yrange [14:0.2]
set xtics step_of(most_ns / 5.0) offset 0, 0.4
set ytics ("" 0)
do for [w in ways] {
    do for [o in orders] {
        do for [s in scopes] { set ytics add (w.", ".o.", ".s row(w, o, s)) }
    }
}
set grid xtics ytics linetype 1 linecolor rgb "#dddddd" linewidth 0.5 dashtype 1
plot pairs using (strcol(4) eq "near" ? $5 : NaN):(row(strcol(1), strcol(2), strcol(3))) \
        with points linetype 1 pointtype 7 pointsize 0.5, \
    pairs using (strcol(4) eq "far" ? $5 : NaN):(row(strcol(1), strcol(2), strcol(3))) \
        with points linetype 2 pointtype 2 pointsize 0.5
unset multiplot
