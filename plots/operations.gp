# Shared by the figures of global_operations.csv: a row for each operation of a type; columns for each order in three
# blocks, by contention or by scope, each access waiting for the one before; and three columns of bars beside them.
#
# A figure says: question; block_names, quoted; drawn, what the rows are, with %s for the label of the other axis, scope or
# contention; of the bars, columns 16, 17 and 18: bars_title; bars_groups, quoted, which begin at the columns group_at;
# bars_heads, words; and last_format, of the numbers in column 18.
row_px = 15
gap_px = 4 # between types

load ARG1.".set"
top = 112
bottom = 52
width = has_barrier_bars && n_barriers < 2 ? 760 : 960 # without barriers there are no bars of them
height = top + bottom + (n_rows > 8 ? n_rows : 8) * row_px + n_types * gap_px
call "style.gp" ARG1 ARG2 ARG3
cells = block("cells")

# The page, in pixels: x and y of a cell's middle. Columns 1 .. 15 in three blocks, 16 .. 18.
left = 112
cell_px = 40
block_gap = 12
side_px = 62
block_left(b) = left + (b - 1) * (5 * cell_px + block_gap)
side_left = block_left(4) + 6
wide(c) = c <= 15 ? cell_px : side_px
from_left(c) = c <= 15 ? block_left(int((c - 1) / 5) + 1) + (int(c - 1) % 5 + 0.5) * cell_px : \
    side_left + (c - 15.5) * side_px + (c == 18 ? block_gap : 0)
from_top(row, type) = top + (row - 0.5) * row_px + (type - 1) * gap_px

array longest[3]
n_bars = 0
do for [c = 16:18] {
    stats cells using ($3 == c ? $4 : NaN) name "B" nooutput
    n_bars = n_bars + (exists("B_records") ? B_records : 0)
    longest[c - 15] = exists("B_records") && B_max > 0 ? B_max : 1
    undefine B_*
}

# Headings.
small(text) = "{/*0.77 ".text."}"
orders = "relaxed acquire release acq\\_rel seq\\_cst"
do for [b = 1:3] {
    set label 100 + b "{/:Bold ".word(block_names, b)."}" \
        at screen px(block_left(b) + 2.5 * cell_px), py(top - 30) center
    do for [o = 1:5] {
        set label 110 + 5 * b + o small(word(orders, o)) \
            at screen px(from_left(5 * (b - 1) + o)), py(top - 10) center
    }
}
set label 131 "each access waits for the one before: ns per access" \
    at screen px(block_left(1)), py(top - 50)
if (n_bars > 0) {
    set label 132 bars_title at screen px(side_left), py(top - 50)
    do for [g = 1:words(group_at)] {
        set label 132 + g word(bars_groups, g) at screen px(side_left + (word(group_at, g) - 16) * side_px + \
            (word(group_at, g) eq "18" ? block_gap : 0)), py(top - 30)
    }
    do for [c = 16:18] {
        set label 120 + c small(word(bars_heads, c - 15)) at screen px(from_left(c)), py(top - 10) center
    }
}
base = height - bottom
set object 140 rectangle from screen px(block_left(2)), py(base + 24) \
    to screen px(block_left(2) + cell_px), py(base + 24 + row_px - 2) \
    fillstyle empty border linecolor rgb middle linewidth 1.4
set label 140 "emulated: a compare-and-swap loop" at screen px(block_left(2) + cell_px + 8), py(base + 31)
set label 141 small(sprintf(drawn, all_at).(barrier eq "none" ? "" : ", barrier")) \
    at screen px(8), py(top - 10)
set label 142 "ns" at screen px(block_left(1) + 5 * cell_px - 24), py(base + 31)

@whole_figure
set xrange [0:width]
set yrange [height:0]
set logscale cb
set cbrange [operation_low_ns:operation_high_ns]
set colorbox horizontal user origin screen px(block_left(1)), screen py(base + 36) \
    size screen (4.2 * cell_px) / width, screen 10.0 / (height + foot_px)
unset cbtics
set cbtics (1) scale 0.4 offset 0, 0.6
do for [d = 0:4] {
    do for [f in "1 2 5"] {
        tick = f * 10.0 ** d
        if (tick >= operation_low_ns && tick <= operation_high_ns) { set cbtics add (small(sprintf("%g", tick)) tick) }
    }
}
shade(ns) = log(ns / operation_low_ns) / log(1.0 * operation_high_ns / operation_low_ns)
is_cell(c) = c >= 1 && c <= 15
x(c) = from_left(c)
edge = 0.5 * row_px
bar(c, value) = c > 15 ? (side_px - 6) * (value > 0 ? value : 0) / longest[int(c) - 15] : NaN
plain(name) = (_u = strstrt(name, "_"), _u ? name[1:_u - 1]."\\\\_".name[_u + 1:*] : name)
plot cells using (is_cell($3) ? x($3) : NaN):(from_top($1, $2)):(x($3) - 0.5 * cell_px):\
        (x($3) + 0.5 * cell_px):(from_top($1, $2) - edge):(from_top($1, $2) + edge):4 \
        with boxxyerror palette, \
    "" using ($3 > 15 ? x($3) : NaN):(from_top($1, $2)):(x($3) - 0.5 * side_px + 2):\
        (x($3) - 0.5 * side_px + 2 + bar($3, $4)):\
        (from_top($1, $2) - edge + 1):(from_top($1, $2) + edge - 1) with boxxyerror linecolor rgb band, \
    "" using ($5 == 1 ? x($3) : NaN):(from_top($1, $2)):(x($3) - 0.5 * wide($3) + 1):\
        (x($3) + 0.5 * wide($3) - 1):(from_top($1, $2) - edge + 1):(from_top($1, $2) + edge - 1) \
        with boxxyerror linecolor rgb middle linewidth 1.2 dashtype 1 fillstyle empty border, \
    "" using (is_cell($3) && shade($4) <= 0.55 ? x($3) : NaN):(from_top($1, $2)):\
        (small(sprintf("%.3g", $4))) with labels center textcolor rgb ink, \
    "" using (is_cell($3) && shade($4) > 0.55 ? x($3) : NaN):(from_top($1, $2)):\
        (small(sprintf("%.0f", $4))) with labels center textcolor rgb "#ffffff", \
    "" using ($3 > 15 ? x($3) - 0.5 * side_px + 6 : NaN):(from_top($1, $2)):\
        (small(sprintf($3 == 18 ? last_format : "%.3g", $4))) with labels left textcolor rgb ink, \
    "" using ($3 == 0 ? left - 6 : NaN):(from_top($1, $2)):("{/*0.85 ".plain(strcol(6))."}") \
        with labels right textcolor rgb ink, \
    "" using ($3 == 0 && strcol(7) ne "." ? 8 : NaN):(from_top($1, $2)):("{/:Bold ".strcol(7)."}") \
        with labels left textcolor rgb ink
