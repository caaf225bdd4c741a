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
ok_rows = 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["status"] != "ok" { next } '

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
# The whole figure is one sentence, said: what a script shows where it has nothing to draw.
only_said = "set label 1 said at screen 0.5, 0.5 center; ".whole_figure."; plot [0:1] [0:1] NaN"

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

# Tables are read by awk, which is faster than gnuplot, tells columns by their names too, and can sort.
# Only rows that are ok hold numbers. A script sets table, with in_dir as its directory.
by_name = 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["status"] == "ok" '
# What a cell may hold that becomes a part of a command: it may come from anyone, and a shell runs the command.
plain = "/^[A-Za-z0-9_.+-]*$/"
# narrow: of the rows, keep those with the wanted value, or with the first there is; out: which. Of a table without the
# column, all: it is of before there was one.
kept = "1"
first_of(name, wanted) = system("awk -F, '".by_name."&& (".kept.") { if (!(\"".name."\" in at)) exit; ".\
    "v = $at[\"".name."\"]; if (v ~ ".plain." && (!n++ || v == \"".wanted."\")) kept = v } ".\
    "END { print kept }' ".table)
narrow(name, wanted) = (_v = first_of(name, wanted), \
    kept = kept." && (!(\"".name."\" in at) || $at[\"".name."\"] == \""._v."\")", _v)
# How many of the rows kept fit another condition, in awk.
count(condition) = int(system("awk -F, '".by_name."&& (".kept.") && (".condition.") { n++ } ".\
    "END { print n + 0 }' ".table))
# The distinct numbers of a column of the rows kept, ascending.
distinct(name) = system("awk -F, '".by_name."&& (".kept.") && $at[\"".name."\"] ~ ".plain.\
    " { print $at[\"".name."\"] }' ".table." | sort -n | uniq")
# What to plot: the named columns of the rows kept, sorted by the first three; NaN where there is none.
rows_of(names) = "< awk -F, '".by_name."&& (".kept.") { n = split(\"".names."\", name, \" \"); ".\
    "for (i = 1; i <= n; i++) printf \"%s \", name[i] in at && $at[name[i]] != \"\" ? ".\
    "$at[name[i]] : \"NaN\"; print \"\" }' ".table." | sort -k1,1g -k2,2g -k3,3g"

# Published statements: a cell of row i of a table beside the plots' folder, "" if it is not there.
cell(file, i, name) = system("awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } ".\
    "NR == 1 + ".i." && \"".name."\" in at { print $at[\"".name."\"] }' ".file." 2> /dev/null")
nothing_to_draw = 'said = "no row of this table is ok"; '.only_said
