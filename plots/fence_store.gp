# Figure: what one more store or load costs, by kind and scope (a row each), for one thread alone, one of every
# SM on a line of its own, and these on one word.
width = 480
height = 500
question = "What does an order cost a store or a load?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")

rows = "'plain thread' 'volatile system' 'mmio system' 'relaxed device' 'relaxed system' ".\
    "'ordered device' 'ordered system' 'seq_cst device' 'seq_cst system'"
store_rows = "'plain' 'volatile' 'mmio' 'relaxed, device' 'relaxed, system' 'release, device' ".\
    "'release, system' 'seq\\_cst, device' 'seq\\_cst, system'"
load_rows = "'plain' 'volatile' 'mmio' 'relaxed, device' 'relaxed, system' 'acquire, device' ".\
    "'acquire, system' 'seq\\_cst, device' 'seq\\_cst, system'"
place(kind, scope) = sum [i = 1:9] i * (word(rows, i) eq kind." ".scope)
contentions = "thread own shared"
said_of = "'one thread' 'one thread of every SM, lines of their own' 'one thread of every SM, one word'"
set linetype 1 pointtype 7
set linetype 2 pointtype 9
set linetype 3 pointtype 2
stats shown using 5 name "T" nooutput

left = 128
top = heading_px + 22
right = 16
bottom = 116
gap = 48
down = (height - top - bottom + gap) / 2.0
row(i) = py(height - bottom + 42 + 18 * i)

set multiplot
set label 1 "time for one more, ns" center at screen px(left + (width - left - right) / 2), row(-0.3)
do for [c = 1:3] {
    set label 10 + c "" at screen px(left - 36), row(c) point linetype c pointsize 0.8
    set label 20 + c word(said_of, c) at screen px(left - 24), row(c)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
set logscale x
set xrange [T_min / 1.6:T_max * 1.6]
set xtics (1)
do for [d = floor(log10(T_min)):ceil(log10(T_max))] {
    set xtics add (10.0 ** d, 2 * 10.0 ** d, 5 * 10.0 ** d)
}
set xtics offset 0, 0.4
set yrange [9.7:0.3]
set lmargin at screen px(left)
set rmargin at screen px(width - right)
do for [p = 1:2] {
    access = p == 1 ? "store" : "load"
    set tmargin at screen py(top + (p - 1) * down)
    set bmargin at screen py(top + p * down - gap)
    unset ytics
    set ytics nomirror out scale 0.5
    do for [i = 1:9] { set ytics add (word(p == 1 ? store_rows : load_rows, i) i) }
    set label 1 p == 1 ? "stores, none needs the one before" : "loads, each needs the one before" \
        at graph 0.5, 1 center offset 0, 0.7
    plot for [c = 1:3] shown using (strcol(1) eq access && strcol(4) eq word(contentions, c) ? \
        column(5) : NaN):(place(strcol(2), strcol(3)) + 0.22 * (c - 2)) \
        with points linetype c pointsize 0.8
    unset label
}
unset multiplot
