# Figure: how long one word takes from one SM to another. Above: every pair of SMs, for a relaxed store at device scope
# to a line near to both; SMs in order of their time from the first. Below: the first SM with others, by way, order and
# scope, near and far.
width = 480
height = 720
question = "How long does one word take to another SM?"
call "style.gp" ARG1 ARG2 ARG3 ARG4

scripts = GPVAL_PWD
cd in_dir
table = "global_ping_pong.csv"
if (count("1") == 0) {
    @nothing_to_draw
    exit
}
is_ok(x) = strcol("status") eq "ok" ? x : NaN
ns = "is_ok(column('median_ns') / column('ops'))"
in_map = "strcol('way').strcol('scope').strcol('order').strcol('line') eq 'storedevicerelaxednear'"
set table $all # 1 ns, 2 sm, 3 partner, 4 of the map, 5 way, 6 order, 7 scope, 8 line
plot table using (@ns):(column("sm")):(column("partner")):(@in_map ? 1 : 0):(strcol("way")):\
    (strcol("order")):(strcol("scope")):(strcol("line")) with table
unset table
cd scripts
set datafile separator whitespace
set datafile nocolumnheaders
stats $all using 1 name "T" nooutput
stats $all using 3 name "P" nooutput
n = int(P_max) + 1

# An image needs all its pixels; a pair's time is the same either way.
array map[n * n]
do for [i = 1:n * n] { map[i] = NaN }
put(a, b, x) = (map[a * n + b + 1] = x, map[b * n + a + 1] = x, x)
stats $all using ($4 > 0 ? put(int($2), int($3), $1) : NaN) name "M" nooutput

# The rank of an SM: by its time from the first.
from_first(i) = i == 1 || map[i] != map[i] ? 0 : map[i]
array rank[n]
do for [i = 1:n] {
    rank[i] = sum [j = 1:n] (from_first(j) < from_first(i) || (from_first(j) == from_first(i) && j < i))
}
array sorted[n * n]
do for [a = 1:n] {
    do for [b = 1:n] { sorted[rank[a] * n + rank[b] + 1] = map[(a - 1) * n + b] }
}

left = 158
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
set label 5 "line near to both SMs" at screen px(left + 12), py(height - 16)
set label 6 "" at screen px(left + 160), py(height - 16) point linetype 2 pointtype 2 pointsize 0.7
set label 7 "far from both" at screen px(left + 172), py(height - 16)
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set lmargin at screen px(left)
set rmargin at screen px(width - right)
set tmargin at screen py(top)
set bmargin at screen py(map_bottom)
set xrange [-0.5:n - 0.5]
set yrange [-0.5:n - 0.5]
set xtics ("1" 0, sprintf("%d", n) n - 1) offset 0, 0.5
set ytics ("1" 0, sprintf("%d", n) n - 1)
unset grid
set cbrange [M_min:M_max > M_min ? M_max : M_min + 1]
set colorbox user origin screen px(width - right + 14), screen py(map_bottom) \
    size screen px(14), screen (map_bottom - top) / (1.0 * height)
set cbtics step_of((M_max > M_min ? M_max - M_min : 1) / 4.0) out scale 0.5 offset -0.6, 0
set label 1 "ns" at screen px(width - right + 14), py(top - 9) left
unset datafile missing
plot sorted using (int($1 - 1) % n):(int($1 - 1) / n):2 with image pixels
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
set xrange [0:T_max * 1.05]
set yrange [14:0.2]
set xtics step_of(T_max / 5.0) offset 0, 0.4
set ytics ("" 0)
do for [w in ways] {
    do for [o in orders] {
        do for [s in scopes] { set ytics add (w.", ".o.", ".s row(w, o, s)) }
    }
}
set grid xtics ytics linetype 1 linecolor rgb "#dddddd" linewidth 0.5 dashtype 1
plot $all using ($2 == 0 && strcol(8) eq "near" ? $1 : NaN):(row(strcol(5), strcol(6), strcol(7))) \
        with points linetype 1 pointtype 7 pointsize 0.5, \
    $all using ($2 == 0 && strcol(8) eq "far" ? $1 : NaN):(row(strcol(5), strcol(6), strcol(7))) \
        with points linetype 2 pointtype 2 pointsize 0.5
unset multiplot
