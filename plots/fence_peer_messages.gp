# Figure: how long it takes to hand a word or a line to another GPU, or to the host, and to meet, by way (a row each).
# At system scope, which is right; device scope and relaxed are a litmus test, with what failed.
width = 480
height = 470
question = "How long does a message to another GPU take?"
call "style.gp" ARG1 ARG2 ARG3

shown = block("shown")

ways = "store_load fences threadfence exchange seq_cst relaxed"
said_of = "'release/acquire' fences threadfence exchange 'seq\\_cst' 'relaxed (wrong)'"
payloads = "word line barrier"
way_place(way) = sum [i = 1:6] i * (word(ways, i) eq way)
payload_place(payload) = sum [i = 1:3] i * (word(payloads, i) eq payload)
place(payload, way) = 7 * payload_place(payload) - 7 + way_place(way)
stats shown using 4 name "T" nooutput

left = 172
right = 16
top = heading_px + 14
bottom = 96
row(_r) = py(height - bottom + 40 + 18 * _r)
set label 1 "time for one hand-over or one barrier, ns" center at screen px(left + (width - left - right) / 2), row(-0.3)
do for [i = 1:2] {
    set label 10 + i "" at screen px(26 + 220 * (i - 1)), row(1) point linetype i pointtype (5 + 2 * i) pointsize 0.8
    set label 20 + i word("'to another GPU' 'to the host'", i) at screen px(38 + 220 * (i - 1)), row(1)
}
set label 30 failed at screen px(14), row(2) textcolor rgb faint font small_font
set logscale x
set xrange [T_min / 1.4:T_max * 1.4]
set xtics (1)
do for [d = floor(log10(T_min)):ceil(log10(T_max)) + 1] { set xtics add (10.0 ** d, 2 * 10.0 ** d, 5 * 10.0 ** d) }
set format x "%.0s%c"
set xtics offset 0, 0.4
set yrange [20.5:0.3]
set lmargin at screen px(left)
set rmargin at screen px(width - right)
set tmargin at screen py(top)
set bmargin at screen py(height - bottom)
set ytics ("" 0)
do for [p = 1:3] {
    do for [w = 1:6] { set ytics add (word(payloads, p).", ".word(said_of, w) place(word(payloads, p), word(ways, w))) }
}
plot for [i = 1:2] shown using (strcol(1) eq (i == 1 ? "peer" : "host") ? $4 : NaN):(place(strcol(2), strcol(3))) \
    with points linetype i pointtype (5 + 2 * i) pointsize 0.8
