# The style that the figures share. A script sets width, height (pixels) and question (the title),
# then says call "style.gp" ARG1 ARG2 ARG3, its own arguments: DIRECTORY/FIGURE of what was worked out for it, the
# file to write, svg or png. FIGURE.set holds the script's variables, FIGURE.<block>.dat its tables.
stem = ARG1
out_file = ARG2
block(name) = stem.".".name.".dat"
load stem.".set"
foot_px = 15 # below the figure, the small print

# At the width of a paper's column (85 mm = 480 pixels) letters of 13 pixels are about 6.5 points.
face = "DejaVu Sans,sans-serif"
font_px = 13
if (ARG3 eq "png") {
    zoom = 2.5 # crisp in a README and, at column width, about 350 dots an inch
    set terminal pngcairo enhanced size width * zoom, (height + foot_px) * zoom \
        font sprintf("DejaVu Sans,%g", font_px * 0.75 * zoom) \
        linewidth zoom pointscale 1.3 * zoom background "#ffffff"
} else {
    set terminal svg enhanced size width, height + foot_px dynamic font sprintf("%s,%g", face, font_px) \
        linewidth 1 background "#ffffff"
}
small_font = sprintf(",%g", (font_px - 3) * (ARG3 eq "png" ? 0.75 * zoom : 1))
set output out_file
set encoding utf8

# A table's first line names its columns.
set datafile separator whitespace
set datafile columnheaders
set datafile missing NaN # what is not there does not break a line

# Three hues that differ in lightness too, each with a dash and a point type of its own, so that
# they are told apart in grey.
dark = "#14366e"
middle = "#c4561b"
light = "#8fc7a9"
band = "#b9cbe6"
ink = "#222222"
faint = "#8a8a8a"
alarm = "#c00000"
set palette defined (0 "#f4f3e4", 0.35 light, 0.7 "#3d7896", 1 dark)
# A map's colours mean the same on every device; what is beyond has the last one.
line_low_ns = 100; line_high_ns = 400 # an add to a near or a far line
chip_low_rate = 1e9; chip_high_rate = 1e12 # accesses a second
pair_low_ns = 150; pair_high_ns = 400 # one word from an SM to another
operation_low_ns = 100; operation_high_ns = 3000 # any operation in any order
set linetype 1 linecolor rgb dark linewidth 1.4 dashtype 1 pointtype 7 pointsize 0.3
set linetype 2 linecolor rgb middle linewidth 1.4 dashtype (6, 3) pointtype 9 pointsize 0.3
set linetype 3 linecolor rgb light linewidth 1.4 dashtype (2, 2) pointtype 2 pointsize 0.3
set linetype 4 linecolor rgb faint linewidth 0.8 dashtype (4, 3) pointtype 6 pointsize 0.3

set border 3 linecolor rgb faint linewidth 0.7
set tics nomirror out scale 0.5, 0.25
set format "%g" # the default begins with a blank, which shifts what is centred
set grid xtics ytics linetype 1 linecolor rgb "#dddddd" linewidth 0.5 dashtype 1
set style fill solid 1.0 noborder
set key noautotitle # as it would be in the SVG
unset key

# Positions: pixels from the left and from the top, as screen coordinates.
px(x) = x / (1.0 * width)
py(y) = 1 - y / (1.0 * height + foot_px)

# The heading: the question and what was measured. The CPU stand-in is announced on a red bar.
heading_px = 46 # the panels begin below
set label 1001 "{/:Bold ".question."}" at screen px(8), py(13) left front textcolor rgb ink
if (is_stand_in) {
    set object 1002 rectangle from screen px(0), py(26) to screen px(width), py(46) front \
        fillcolor rgb alarm fillstyle solid 1 noborder
    set label 1002 "{/:Bold ".about."}" at screen px(8), py(36) left front textcolor rgb "#ffffff"
} else {
    set label 1002 about at screen px(8), py(33) left front noenhanced textcolor rgb faint
}

# Of an origin: "measured DAY, commit COMMIT, ..".
day(o) = word(o, 2)[1:10]
commit(o) = word(o, 4)[1:(strstrt(word(o, 4), ",") > 0 ? strstrt(word(o, 4), ",") - 1 : 12)]
set label 1003 origin at screen px(8), py(height + foot_px - 9) left front noenhanced textcolor rgb faint \
    font small_font

# As macros: a plot of nothing but labels on the whole figure, and what follows it.
whole_figure = "set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; ".\
    "set tmargin at screen 1; unset border; unset xtics; unset ytics"
panels_only = "unset label; unset arrow; unset object; set border 3; ".\
    "set xtics nomirror out scale 0.5; set ytics nomirror out scale 0.5"

# Lists are words in a string.
add(list, value) = strstrt(" ".list." ", " ".value." ") ? list : list." ".value

# A round step of an axis, near to raw.
step_of(raw) = (_m = 10 ** floor(log10(raw)), raw / _m < 1.5 ? _m : raw / _m < 3.5 ? 2 * _m : \
    raw / _m < 7.5 ? 5 * _m : 10 * _m)

# To eval: tics of a logarithmic axis, y or cb, from lowest to highest, at powers of ten; a short one
# has tics at 2 and 5 times them too.
decades(axis) = "set ".axis."tics (1); ".\
    "set format ".axis." (highest > 50 * lowest ? '10^{%T}' : '%.0s%c'); ".\
    "do for [_d = floor(log10(lowest)):ceil(log10(highest))] { ".\
    "set ".axis."tics add (10.0 ** _d); if (highest <= 50 * lowest) { ".\
    "set ".axis."tics add (2 * 10.0 ** _d, 5 * 10.0 ** _d) } }"

# Item i of n in an order, from light to dark, which a grey print keeps; with points of its own.
mix(a, b, t) = int(a + (b - a) * t + 0.5)
rgb(a, b, t) = mix(a / 65536, b / 65536, t) * 65536 + mix(a / 256 % 256, b / 256 % 256, t) * 256 + \
    mix(a % 256, b % 256, t)
part(i, n) = n > 1 ? (i - 1.0) / (n - 1) : 1.0
shade(i, n) = part(i, n) < 0.5 ? rgb(0x8fc7a9, 0x3d7896, 2 * part(i, n)) : \
    rgb(0x3d7896, 0x14366e, 2 * part(i, n) - 1)
point_of(i) = int(word("6 4 8 12 7 5 9 13", (i - 1) % 8 + 1))
