# Shared by the figures of global_operations.csv: a row for each operation of a type; columns for each order in three
# blocks, by contention or by scope, each access waiting for the one before; and three columns of bars beside them.
#
# A figure says: question; blocks_by, the axis, and blocks, its labels; block_names, quoted; drawn, what the rows are,
# with %s for the label of the other axis, scope or contention; bars, in awk: calls of cell() and more() for the columns
# 16, 17 and 18; bars_title, bars_groups, quoted, which begin at the columns group_at; bars_heads, words; and
# last_format, of the numbers in column 18.
row_px = 15
gap_px = 4 # between types
by_scope = blocks_by eq "scope"

# The rows in the order of the table, types together: number, which type, operation, name of the
# type where it begins. Counted before style.gp, which needs the height; so its ok_rows is here too.
columns_ok_rows = 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } '.\
    '$at["status"] != "ok" { next } '
pick = columns_ok_rows.'{ s = $at["scope"]; b = $at["barrier"]; t = $at["type"]; o = $at["operation"]; '.\
    'c = $at["contention"]; any_s = s == "device" || any_s == "" ? s : any_s; '.\
    'any_b = b == "none" || any_b == "" ? b : any_b; any_c = c == "thread" || any_c == "" ? c : any_c; '.\
    'if (!(s in has_scope)) { has_scope[s]; n_scopes++ } if (!(b in has_barrier)) { has_barrier[b]; n_barriers++ } '.\
    'if (!(t in has_type)) { has_type[t]; type[++n_types] = t } '.\
    'if (!(o in has_op)) { has_op[o]; op[++n_ops] = o } has[t, o]; '.\
    'k = t SUBSEP o SUBSEP s SUBSEP b SUBSEP $at["order"] '.\
    'SUBSEP $at["contention"] SUBSEP $at["regime"]; '.\
    'ns[k] = $at["access_ns"]; rate[k] = $at["rate_ops_per_s"]; native[k] = "native" in at ? $at["native"] : "native" } '
each_row = 'END { for (i = 1; i <= n_types; i++) for (j = 1; j <= n_ops; j++) '.\
    'if ((type[i], op[j]) in has) { row++; '
here = GPVAL_PWD
cd ARG1
rows_of = system("awk -F, '".pick.each_row.'last = i } print row + 0, n_types + 0, n_scopes + 0, n_barriers + 0, '.\
    (by_scope ? 'any_c' : 'any_s').', any_b }'."' global_operations.csv")
one_scope = by_scope && word(rows_of, 3) == 1
n_rows = one_scope ? 0 : word(rows_of, 1) + 0
n_types = word(rows_of, 2) + 0
cd here
top = 112
bottom = 52
width = by_scope && word(rows_of, 4) + 0 < 2 ? 760 : 960 # without barriers there are no bars of them
height = top + bottom + (n_rows > 8 ? n_rows : 8) * row_px + n_types * gap_px
call "style.gp" ARG1 ARG2 ARG3 ARG4
if (one_scope) {
    said = "every row of this table is at one scope: run --axis scope=all measures the others"
    @only_said
    exit
}
if (n_rows == 0) {
    @nothing_to_draw
    exit
}

# Cells: row, type, column 1 .. 15 (order in block) of ns, 16 .. 18 of bars; value, 1 if emulated. And rows' names.
cells = pick.'function key(order, block, regime, barrier) { '.\
    (by_scope ? 's = block; c = any_c; ' : 's = any_s; c = block; ').\
    'return type[i] SUBSEP op[j] SUBSEP s SUBSEP barrier SUBSEP order SUBSEP c SUBSEP regime } '.\
    'function cell(column, order, block, regime, is_rate,   k, v) { '.\
    'k = key(order, block, regime, any_b); if (!(k in ns)) return; v = is_rate ? rate[k] / 1e9 : ns[k]; '.\
    'if (v > 0) print row, i, column, v, native[k] == "emulated", ".", "." } '.\
    'function more(column, order, block,   k, l) { '.\
    'k = key(order, block, "dependent", "none"); l = key(order, block, "dependent", "block"); '.\
    'if (k in ns && l in ns) print row, i, column, ns[l] - ns[k], native[k] == "emulated", ".", "." } '.\
    each_row.'new = i != last; last = i; print row, i, 0, 0, 0, op[j], new ? type[i] : "."; '.\
    'n = split("'.blocks.'", who, " "); m = split("relaxed acquire release acq_rel seq_cst", order, " "); '.\
    'for (g = 1; g <= n; g++) for (d = 1; d <= m; d++) '.\
    'cell((g - 1) * m + d, order[d], who[g], "dependent"); '.bars.' } }'
cd in_dir
set datafile separator whitespace
set datafile nocolumnheaders
set table $cells
plot "< awk -F, '".cells."' global_operations.csv" \
    using 1:2:3:4:5:(strcol(6)):(strcol(7)) with table
unset table
cd here

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

stats $cells using ($3 >= 1 && $3 <= 15 ? $4 : NaN) name "T" nooutput
has_cells = exists("T_records")
if (!has_cells) { T_min = 1; T_max = 10 }
if (T_max < 1.1 * T_min) { T_max = 1.1 * T_min }
array longest[3]
n_bars = 0
do for [c = 16:18] {
    stats $cells using ($3 == c ? $4 : NaN) name "B" nooutput
    n_bars = n_bars + (exists("B_records") ? B_records : 0)
    longest[c - 15] = exists("B_records") && B_max > 0 ? B_max : 1
    undefine B_*
}

if (!has_cells && n_bars == 0) {
    said = "this table has no rows for this figure"
    @only_said
    exit
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
set label 141 small(sprintf(drawn, word(rows_of, 5)).(word(rows_of, 6) eq "none" ? "" : ", barrier")) \
    at screen px(8), py(top - 10)
set label 142 "ns" at screen px(block_left(1) + 5 * cell_px - 24), py(base + 31)

@whole_figure
set xrange [0:width]
set yrange [height:0]
set logscale cb
set cbrange [T_min:T_max]
set colorbox horizontal user origin screen px(block_left(1)), screen py(base + 36) \
    size screen (4.2 * cell_px) / width, screen 10.0 / height
unset cbtics
set cbtics (1) scale 0.4 offset 0, 0.6
do for [d = floor(log10(T_min)):ceil(log10(T_max))] {
    do for [f in "1 2 5"] {
        tick = f * 10.0 ** d
        if (tick >= T_min && tick <= T_max) { set cbtics add (small(sprintf("%g", tick)) tick) }
    }
}
shade(ns) = log(ns / T_min) / log(T_max / T_min)
is_cell(c) = c >= 1 && c <= 15
x(c) = from_left(c)
edge = 0.5 * row_px
bar(c, value) = c > 15 ? (side_px - 6) * (value > 0 ? value : 0) / longest[int(c) - 15] : NaN
plain(name) = (_u = strstrt(name, "_"), _u ? name[1:_u - 1]."\\\\_".name[_u + 1:*] : name)
plot $cells using (is_cell($3) ? x($3) : NaN):(from_top($1, $2)):(x($3) - 0.5 * cell_px):\
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
