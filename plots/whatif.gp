# Figure: kernels with and without their atomics and fences, as whatif ran them: a bar each, as a share of the time as it is,
# and the time of a launch. The kernels with most to gain first.
load ARG1.".set"
row_px = 17
width = 480
keys = words(edits) < 6 ? 3 : (words(edits) + 1) / 2
height = 46 + 16 + (lines > 0 ? lines : 1) * row_px + 45 + 17 * keys
question = "What would these kernels gain without their atomics?"
call "style.gp" ARG1 ARG2 ARG3
shown = block("shown")
stats shown using 3 name "P" nooutput

kinds = "none shared global generic fences membar no-retry narrow as-loads unchanged"
said_of = "'as it is' 'without shared atomics' 'without global atomics' 'without generic atomics' 'without fences' ".\
    "'without MEMBAR' 'loops run once' 'narrower scopes' 'loads instead' 'nothing changed'"
colours = "#b9cbe6 #14366e #c4561b #8a8a8a #8fc7a9 #3d7896 #222222 #c00000 #d9a441 #6a4c93"
colour(kind) = word(colours, int(sum [k = 1:words(kinds)] (word(kinds, k) eq kind ? k : 0)))

left = 186
right = 74
top = heading_px + 12
bottom = 45 + 17 * keys
set label 1 "time of a launch, % of the time as it is" at screen px(left + (width - left - right) / 2), py(height - bottom + 30) center
n_shown = 0
do for [k = 1:words(kinds)] {
    if (strstrt(" ".edits." ", " ".word(kinds, k)." ")) {
        x = 8 + 235 * (n_shown / keys)
        y = height + 5 - 17 * keys + 17 * (n_shown % keys)
        set object 10 + k rectangle from screen px(x), py(y - 5) to screen px(x + 14), py(y + 5) \
            fillcolor rgb word(colours, k) fillstyle solid 1 noborder
        set label 10 + k word(said_of, k) at screen px(x + 20), py(y) left noenhanced
        n_shown = n_shown + 1
    }
}
do for [i = 1:words(names)] {
    set label 100 + i word(names, i) at screen px(left - 8), py(top + (word(places, i) - 0.5) * row_px) right noenhanced
    set label 200 + i word(sizes, i) at screen px(left - 8), py(top + (word(places, i) + 0.35) * row_px) right noenhanced \
        textcolor rgb faint font small_font
}
set lmargin at screen px(left)
set rmargin at screen px(width - right)
set tmargin at screen py(top)
set bmargin at screen py(height - bottom)
set yrange [lines + 0.7:0.3]
set xrange [0:P_max > 100 ? P_max : 100]
unset ytics
set xtics 0, 25 offset 0, 0.4
unset grid
set grid xtics linetype 1 linecolor rgb "#dddddd" linewidth 0.5 dashtype 1
plot for [k = 1:words(kinds)] shown using (strcol(2) eq word(kinds, k) ? $3 / 2 : NaN):1:($3 / 2):(0.42) \
        with boxxyerror linecolor rgb word(colours, k) fillstyle solid 1 noborder, \
    shown using 3:1:(sprintf("%.4g us", $4)) with labels left offset 0.5, 0 noenhanced textcolor rgb ink font small_font
