# Figure: how long it takes to hand a word to another SM, by way and scope (a row each). Ways that do not order
# word and flag are drawn apart, with how often the word was old or the flag did not come.
width = 480
height = 540
question = "How long does handing over a word take?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")

ways = "store_load fences threadfence exchange seq_cst relaxed cached"
said_of = "'release/acquire' 'fences' 'threadfence' 'exchange' 'seq\\_cst' 'relaxed' 'cached word'"
scopes = "device system block"
way_place(way) = sum [i = 1:7] i * (word(ways, i) eq way)
scope_place(scope) = sum [i = 1:3] i * (word(scopes, i) eq scope)
# Rows: correct ones (device, then system), a gap, the others.
is_correct(scope, way) = scope ne "block" && way_place(way) < 6
place(scope, way) = is_correct(scope, way) ? (scope_place(scope) - 1) * 5 + way_place(way) : \
    scope ne "block" ? 11.5 + (scope_place(scope) - 1) * 2 + way_place(way) - 6 : 15.5 + way_place(way) - 1
stats shown using 3 name "T" nooutput

left = 172
top = heading_px + 22
right = 16
bottom = 98
row(i) = py(height - bottom + 42 + 18 * i)
set label 1 "time for one hand-over, ns" center at screen px(left + (width - left - right) / 2), row(-0.3)
set label 2 "" at screen px(26), row(1) point linetype 1 pointtype 7 pointsize 0.8
set label 3 "word and flag are ordered" at screen px(38), row(1)
set label 4 "" at screen px(26), row(2) point linetype 2 pointtype 2 pointsize 0.8
set label 5 "not ordered: word old, % of flags seen; or flag unseen for 10 us" at screen px(38), row(2)
set logscale x
set xrange [T_min / 1.5:T_max * 1.5 > 50 * T_min ? T_max * 1.5 : 50 * T_min]
set xtics (1)
do for [d = floor(log10(T_min)):ceil(log10(T_max)) + 1] {
    set xtics add (10.0 ** d, 2 * 10.0 ** d, 5 * 10.0 ** d)
}
set format x "%.0s%c"
set xtics offset 0, 0.4
set yrange [21.3:0.3]
set lmargin at screen px(left)
set rmargin at screen px(width - right)
set tmargin at screen py(top)
set bmargin at screen py(height - bottom)
set ytics ("" 0)
do for [s = 1:3] {
    do for [w = 1:7] {
        if (s < 3 || w < 7) {
            set ytics add (word(said_of, w).", ".word(scopes, s) \
                place(word(scopes, s), word(ways, w)))
        }
    }
}
found(old, unseen) = (unseen < 100 ? sprintf("  %.3g %% old", old) : "  flag unseen").\
    (unseen > 0 && unseen < 100 ? sprintf(", %.3g %% unseen", unseen) : "")
beside(ns) = ns > T_min * 8
plot shown using (is_correct(strcol(1), strcol(2)) ? column(3) : NaN):(place(strcol(1), strcol(2))) \
        with points linetype 1 pointtype 7 pointsize 0.8, \
    shown using (is_correct(strcol(1), strcol(2)) ? NaN : column(3)):(place(strcol(1), strcol(2))) \
        with points linetype 2 pointtype 2 pointsize 0.8, \
    shown using (is_correct(strcol(1), strcol(2)) || beside(column(3)) ? NaN : column(3)):\
        (place(strcol(1), strcol(2))):(found(column(4), column(5))) with labels left, \
    shown using (is_correct(strcol(1), strcol(2)) || !beside(column(3)) ? NaN : column(3)):\
        (place(strcol(1), strcol(2))):(found(column(4), column(5))."  ") with labels right
