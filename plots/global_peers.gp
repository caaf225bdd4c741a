# Figure: one GPU on the memory of another, as a table: time of a dependent access, and the rates of one word and of many
# with the most warps. A row for each pair; of more than 16 pairs, the least and the most of own memory and of others'.
# Below, what became of the updates where several GPUs work on the same words.
width = 480
load ARG1.".set"
row_px = 24
n_rows = n_pairs > 16 ? 2 : n_pairs
height = 46 + 58 + n_rows * row_px + 56
question = "What do atomics on another GPU's memory cost?"
call "style.gp" ARG1 ARG2 ARG3

cells = block("cells")
kinds = block("kinds")
top = heading_px + 58
heads = "'latency' 'one word' 'many words'"
units = "'ns an access' 'million accesses/s' 'billion accesses/s'"
columns_at = "228 334 452"
digits(x) = x < 999.5 ? sprintf("%.3g", x) : sprintf("%.0f", x < 9999.5 ? x : 10 ** (floor(log10(x)) - 2) * \
    floor(x / 10 ** (floor(log10(x)) - 2) + 0.5))
row_y(i) = py(top + (i - 0.5) * row_px)

do for [p = 1:3] {
    set label 10 + p "{/:Bold ".word(heads, p)."}" at screen px(word(columns_at, p) + 0), py(heading_px + 20) right
    set label 20 + p word(units, p) at screen px(word(columns_at, p) + 0), py(heading_px + 38) right \
        textcolor rgb faint font small_font
}
set label 30 "{/:Bold ".(n_pairs > 16 ? "memory" : "GPU → memory of")."}" at screen px(8), py(heading_px + 20)
set label 31 operation at screen px(8), py(heading_px + 38) textcolor rgb faint noenhanced font small_font
do for [i = 0:n_rows] {
    set arrow 40 + i from screen px(8), py(top + i * row_px) to screen px(width - 16), py(top + i * row_px) nohead \
        linecolor rgb (i == 0 ? faint : "#dddddd") linewidth (i == 0 ? 1 : 0.6)
}
set label 60 "With the most warps. ≥: more warps may give more." at screen px(8), py(height - 32) \
    textcolor rgb faint font small_font
set label 61 (losses ne "" ? "Updates lost on words that GPUs share: ".losses : "One GPU at a time") \
    at screen px(8), py(height - 14) textcolor rgb ink font small_font
@whole_figure
set xrange [0:width]
set yrange [height + foot_px:0]
who(from, to) = sprintf("%s → %s%s", from, to, from eq to ? ", its own" : "")
place(i) = top + (i - 0.5) * row_px
x_of(panel) = word(columns_at, int(panel) + 1) + 0
# A row's number is that of the pair: own memory first.
if (n_pairs > 16) {
    said_of(name) = name eq "yes" ? "its own" : "another's"
    plot kinds using ($2 == 0 ? 8 : NaN):(place(strcol(1) eq "yes" ? 1 : 2)):(said_of(strcol(1))) with labels left, \
        kinds using (x_of($2)):(place(strcol(1) eq "yes" ? 1 : 2)):\
            (digits($3)." – ".digits($4)) with labels right
} else {
    plot block("pairs") using (8):(place($0 + 1)):(who(strcol(2), strcol(3))) with labels left, \
        cells using (x_of($4)):(place($7)):(($6 > 0 ? "" : "≥ ").digits($5)) with labels right
}
