# The style that the figures share. A script sets width, height (pixels) and question (the title),
# then says call "style.gp" ARG1 ARG2 ARG3 ARG4, its own arguments: the results directory, the file
# to write, svg or png, what was measured.
in_dir = ARG1
out_file = ARG2
about = ARG4

# At the width of a paper's column (85 mm = 480 pixels) letters of 13 pixels are about 6.5 points.
face = "DejaVu Sans,Helvetica,Arial,sans-serif"
font_px = 13
if (ARG3 eq "png") {
    zoom = 2.5 # crisp in a README and, at column width, about 350 dots an inch
    set terminal pngcairo enhanced size width * zoom, height * zoom \
        font sprintf("DejaVu Sans,%g", font_px * 0.75 * zoom) \
        linewidth zoom pointscale 1.3 * zoom background "#ffffff"
} else {
    set terminal svg enhanced size width, height dynamic font sprintf("%s,%g", face, font_px) \
        linewidth 1 background "#ffffff"
}
set output out_file
set encoding utf8

# Tables: CSV, columns by their names.
set datafile separator comma
set datafile columnheaders
set datafile missing NaN # what a filter drops does not break a line

# The beginning of an awk program on a table: columns by their names, only rows that are ok.
by_name = 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["status"] != "ok" { next } '

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
set linetype 1 linecolor rgb dark linewidth 1.4 dashtype 1 pointtype 7 pointsize 0.3
set linetype 2 linecolor rgb middle linewidth 1.4 dashtype (6, 3) pointtype 9 pointsize 0.3
set linetype 3 linecolor rgb light linewidth 1.4 dashtype (2, 2) pointtype 2 pointsize 0.3
set linetype 4 linecolor rgb faint linewidth 0.8 dashtype (4, 3) pointtype 6 pointsize 0.3

set border 3 linecolor rgb faint linewidth 0.7
set tics nomirror out scale 0.5, 0.25
set format "%g" # the default begins with a blank, which shifts what is centred
set grid xtics ytics linetype 1 linecolor rgb "#dddddd" linewidth 0.5 dashtype 1
set style fill solid 1.0 noborder
unset key

# Positions: pixels from the left and from the top, as screen coordinates.
px(x) = x / (1.0 * width)
py(y) = 1 - y / (1.0 * height)

# The heading: the question and what was measured. The CPU stand-in is announced on a red bar.
is_stand_in = strstrt(about, "STAND-IN") > 0
heading_px = 46 # the panels begin below
set label 1001 "{/:Bold ".question."}" at screen px(8), py(13) left front textcolor rgb ink
if (is_stand_in) {
    set object 1002 rectangle from screen px(0), py(26) to screen px(width), py(46) front \
        fillcolor rgb alarm fillstyle solid 1 noborder
    set label 1002 "{/:Bold ".about."}" at screen px(8), py(36) left front textcolor rgb "#ffffff"
} else {
    set label 1002 about at screen px(8), py(33) left front noenhanced textcolor rgb faint
}

# As macros: a plot of nothing but labels on the whole figure, and what follows it.
whole_figure = "set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; ".\
    "set tmargin at screen 1; unset border; unset xtics; unset ytics"
panels_only = "unset label; unset arrow; unset object; set border 3; ".\
    "set xtics nomirror out scale 0.5; set ytics nomirror out scale 0.5"
nothing_to_draw = 'set label 1 "no row of this table is ok" at screen 0.5, 0.5 center; '.\
    whole_figure.'; plot [0:1] [0:1] NaN'
