# Figure: two words in use, half of the warps on each: the rate of both over the limit of one alone, a launch without an
# end, over every distance that was measured. 2: they do not disturb each other; 1: they are as one; less: worse.
# Above, up to 288 bytes; below, what lies about each further power of two, and the ratios of what lies between them.
#
# src: Maucher et al., PLOS'25, section 4.4 (https://doi.org/10.1145/3764860.3768338): strides around
# the powers of two. The ratio is ours.
width = 480
height = 470
question = "At which distances do two variables disturb each other?"
call "style.gp" ARG1 ARG2 ARG3

two = block("two")
stats two using 2 name "R" nooutput
about_power(stride) = 2 ** int(log(stride) / log(2) + 0.5)
is_power(stride) = stride == about_power(stride)
is_by_power(stride) = abs(stride - about_power(stride)) <= beside

# Panels, in pixels.
left = 46
right = 12
gap = 10
top = heading_px + 26
top_end = top + (words(powers) > 0 ? 132 : 276)
bottom = top_end + 34
bottom_end = words(powers) > 0 ? bottom + 110 : top_end
across = (width - left - right + gap) / (1.0 * words(powers) + (words(powers) == 0))
middle_px = left + (width - left - right) / 2
row(i) = py(bottom_end + 24 + 18 * i)

# Once, on the whole figure: heading, legend, titles of the axes. Then the panels.
set multiplot
set label 1 sprintf("%s warps, regime %s, %s scope, %s order", warps, regime, scope, order) \
    at screen px(8), py(heading_px + 8) left textcolor rgb faint
set label 2 "rate of two / limit of one variable" at screen px(12), py((top + bottom_end) / 2) \
    center rotate by 90
set label 3 words(powers) > 0 ? sprintf("bytes from one variable to the other; below, ± %d", beside) : \
    "bytes from one variable to the other" at screen px(middle_px), row(0.6) center
set label 4 "" at screen px(21), row(2) point linetype 2 pointsize 0.9
set label 5 "a power of two" at screen px(42), row(2)
set label 6 "" at screen px(186), row(2) point linetype 1 pointsize 0.6
set label 7 "another multiple of 4" at screen px(200), row(2)
set arrow 1 from screen px(8), row(3) to screen px(34), row(3) nohead \
    linetype 1 linewidth 0.8 linecolor rgb faint
set label 8 "2: they do not disturb each other; 1: they are as one" at screen px(42), row(3)
if (boundary > 0) {
    set arrow 2 from screen px(8), row(4) to screen px(34), row(4) nohead \
        linetype 4 linecolor rgb ink
    set label 9 sprintf("Maucher et al., PLOS'25: contention below %g B", boundary) \
        at screen px(42), row(4)
}
if (n_between > 0) {
    set label 10 (words(powers) > 0 ? "between these, B:" : "further, B:").between.\
        (n_between > most_between ? " .." : "") at screen px(8), row(5)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set yrange [0:R_max > 2 ? 1.15 * R_max : 2.3]
set ytics 1
do for [p = 0:words(powers)] {
    set lmargin at screen px(p > 0 ? left + (p - 1) * across : left)
    set rmargin at screen px(p > 0 ? left + p * across - gap : width - right)
    set tmargin at screen py(p > 0 ? bottom : top)
    set bmargin at screen py(p > 0 ? bottom_end : top_end)
    set format y (p > 1 ? "" : "%g")
    if (p == 0) {
        set xrange [-4:near + 4]
        set xtics 0, 32, near offset 0, 0.4
        if (boundary > 0) {
            set arrow 1 from boundary, graph 0 to boundary, graph 1 nohead back \
                linetype 4 linecolor rgb ink
        }
    } else {
        centre = word(powers, p) + 0
        set xrange [centre - 1.15 * beside:centre + 1.15 * beside]
        set xtics (word(powers, p) centre, "" centre - beside, "" centre + beside)
    }
    is_here(stride) = p > 0 ? stride > near && is_by_power(stride) && about_power(stride) == centre : stride <= near
    plot 2 with lines linetype 1 linewidth 0.8 linecolor rgb faint, \
        1 with lines linetype 1 linewidth 0.8 linecolor rgb faint, \
        two using (is_here($1) ? $1 : NaN):2 with lines linetype 1 linewidth 0.6 linecolor rgb band, \
        two using (is_here($1) ? $1 : NaN):2:(is_power($1) ? 0.6 : 0.35):(is_power($1) ? 9 : 7): \
            (is_power($1) ? 0xc4561b : 0x14366e) \
            with points pointsize variable pointtype variable linecolor rgb variable
    unset arrow
}
unset multiplot
