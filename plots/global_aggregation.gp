# Figure: how many keys a second are counted, by how many different keys there are, one line for each way of
# counting (its best number of copies), one panel for each input. Where another way becomes the fastest has
# a ring, and the panel says from how many bins on; ways that are within 3 % of it do not count.
width = 480
question = "From where on does it pay to combine adds?"

# In awk, because gnuplot cannot sort or interpolate. In: the table, of which rows that are ok hold numbers,
# and of them the longest counts. Out, by what: `panels`: input and skew, one a line; `rates`: panel, method,
# bins, keys a second; `rings`: panel, bins and rate of a crossing; `words`: panel, what is the fastest; `keys`
# of a count. Where there are no rates or rings there is one of 1e-9, out of sight: gnuplot warns of nothing.
best = 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } '.\
    '$at["status"] != "ok" || !($at["rate_ops_per_s"] > 0) { next } '.\
    '$at["keys"] + 0 > keys { keys = $at["keys"] + 0; split("", rate); split("", has) } '.\
    '$at["keys"] + 0 < keys { next } '.\
    '{ p = $at["input"] " " $at["skew"]; i = p SUBSEP $at["method"] SUBSEP $at["bins"]; has[p]; '.\
    '  if ($at["rate_ops_per_s"] > rate[i]) rate[i] = $at["rate_ops_per_s"] } '.\
    'function of(p, m, b) { return (p SUBSEP m SUBSEP b) in rate ? rate[p, m, b] : 0 } '.\
    'function fastest(p, b, now,   k, top) { top = now; for (k = 1; k <= n_m; k++) '.\
    '  if (of(p, name[k], b) > of(p, top, b) * (top == now && now != "" ? 1.03 : 1)) top = name[k]; '.\
    '  return top } '.\
    'function short(b) { return b >= 1024 ? sprintf("%.2gKi", b / 1024) : int(b) + (b > int(b)) } '.\
    'function lead(p,   b, before, now, then, d1, d2, t, text, x) { now = fastest(p, 1, ""); text = now; '.\
    '  for (b = 1; b <= 65536; b *= 2) { if (!fastest(p, b, "")) continue; '.\
    '    then = fastest(p, b, now); if (now == "") text = then; '.\
    '    if (then != now && now != "") { d1 = of(p, then, before) > 0 ? log(of(p, now, before) / of(p, then, before)) : 0; '.\
    '      d2 = of(p, now, b) > 0 ? log(of(p, then, b) / of(p, now, b)) : 0; '.\
    '      t = d1 > 0 && d2 > 0 ? d1 / (d1 + d2) : d2 > 0 ? 0 : 1; x = before * (b / before) ^ t; '.\
    '      if (d1 > 0 && d2 > 0) ring = of(p, now, before) * (of(p, now, b) / of(p, now, before)) ^ t; '.\
    '      else ring = t == 0 ? of(p, now, before) : of(p, then, b); '.\
    '      if (what == "rings") print number, x, ring; text = text ", " then " from " short(x) } '.\
    '    now = then; before = b } '.\
    '  if (what == "words") print number "\t" text } '.\
    'END { n_i = split("uniform zipf clustered one file", input, " "); '.\
    '  n_m = split("plain free match ballot shared partitioned", name, " "); '.\
    '  for (i = 1; i <= n_i; i++) for (s = 0; s <= 300; s++) if ((p = input[i] " " s) in has) { number++; '.\
    '    if (what == "panels") print input[i] "\t" s; '.\
    '    if (what == "rates") for (k = 1; k <= n_m; k++) { none = 1; '.\
    '      for (b = 1; b <= 65536; b *= 2) if (of(p, name[k], b) > 0) { '.\
    '        print number, k, b, of(p, name[k], b); none = 0 } if (none) print number, k, 1, 1e-9 } '.\
    '    if (what == "rings") print number, 0.1, 1e-9; '.\
    '    if (what == "rings" || what == "words") lead(p) } '.\
    '  if (what == "keys") print keys }'
ask(what) = "awk -F, -v what=".what." '".best."' global_aggregation.csv"
scripts = GPVAL_PWD
cd ARG1
panels = system(ask("panels"))
wording = system(ask("words"))
keys = system(ask("keys"))." "
keys = keys eq " " ? 0 : keys + 0
set datafile separator whitespace
set table $rates
plot "< ".ask("rates")." ; echo 0 0 1 1" using 1:2:3:4 with table
unset table
set table $rings
plot "< ".ask("rings")." ; echo 0 1 1" using 1:2:3 with table
unset table
cd scripts

# Panels, in pixels: two a row.
n_panels = words(panels) / 2
rows = (n_panels + 1) / 2
row_height = 158
legend = 84
height = 46 + (n_panels > 0 ? rows : 1) * row_height + legend
call "style.gp" ARG1 ARG2 ARG3 ARG4
if (n_panels == 0) {
    set label 1 "no row of this table is ok" at screen 0.5, 0.5 center
    @whole_figure
    plot [0:1] [0:1] NaN
    exit
}
set datafile separator whitespace
set datafile nocolumnheaders
left = 66
small = sprintf(",%g", 10 * (ARG3 eq "png" ? 0.75 * zoom : 1)) # as style.gp makes font_px
right = 10
gap = 20
across = (width - left - right) / 2.0
names = "plain free match ballot shared partitioned"
meaning = "'plain: one add a key' 'free: combined by the compiler' 'match: combined in the warp' ".\
    "'ballot: likewise, by votes' 'shared: in each block first' 'partitioned: copies, summed'"
set linetype 11 linecolor rgb ink linewidth 1.6 dashtype 1 pointtype 7 pointsize 0.45
set linetype 12 linecolor rgb ink linewidth 1 dashtype 1 pointtype 2 pointsize 0.9
set linetype 13 linecolor rgb dark linewidth 1.4 dashtype (6, 3) pointtype 9 pointsize 0.5
set linetype 14 linecolor rgb dark linewidth 1.2 dashtype (2, 2) pointtype 8 pointsize 0.5
set linetype 15 linecolor rgb middle linewidth 1.4 dashtype 1 pointtype 5 pointsize 0.4
set linetype 16 linecolor rgb light linewidth 1.6 dashtype 1 pointtype 13 pointsize 0.6

stats $rates using ($1 > 0 && $4 > 1 ? $4 : NaN) name "R" nooutput
stats $rates using ($1 > 0 ? $3 : NaN) name "B" nooutput
title_of(i) = (_s = word(panels, 2 * i) + 0, word(panels, 2 * i - 1) eq "zipf" ? \
    sprintf("Zipf, exponent %g", _s / 100.0) : word(panels, 2 * i - 1) eq "one" ? "all keys the same" : \
    word(panels, 2 * i - 1) eq "clustered" ? "runs of 64 on the mean" : \
    word(panels, 2 * i - 1) eq "file" ? "the user's keys" : "uniform")
# Of a line that begins with the number and a tab, the rest.
line_of(text, i) = (_s = "\n".text."\n", _n = sprintf("\n%d\t", i), _s = _s[strstrt(_s, _n) + strlen(_n):*], \
    _s[1:strstrt(_s, "\n") - 1])

# Once, on the whole figure: heading, legend, titles of the axes. Then the panels.
set multiplot
set label 1 "keys counted per second" at screen px(12), py(46 + rows * row_height / 2) center rotate by 90
set label 2 sprintf("bins (different keys); %s keys in a count", \
    keys < 1048576 ? sprintf("%d", keys) : sprintf("%.3g Mi", keys / 1048576.0)) \
    at screen px(left + across), py(height - legend + 6) center
do for [k = 1:6] {
    set label 10 + k "" at screen px(left - 40 + (k - 1) % 2 * 218), \
        py(height - legend + 28 + (k - 1) / 2 * 18) point linetype 10 + k pointsize 0.8
    set label 20 + k word(meaning, k) at screen px(left - 30 + (k - 1) % 2 * 218), \
        py(height - legend + 28 + (k - 1) / 2 * 18)
}
@whole_figure
plot [0:1] [0:1] NaN
@panels_only

set logscale x 2
set logscale y 10
set xrange [0.7:1.5 * (B_max > 1 ? B_max : 2)]
set yrange [R_min / 1.6:R_max * 1.6]
set format y "10^{%T}"
do for [i = 1:n_panels] {
    column_of = (i - 1) % 2
    row_of = (i - 1) / 2
    set lmargin at screen px(left + column_of * across + (column_of > 0 ? gap : 0))
    set rmargin at screen px(left + (column_of + 1) * across)
    set tmargin at screen py(46 + row_of * row_height + 34)
    set bmargin at screen py(46 + (row_of + 1) * row_height - 20)
    set format y (column_of > 0 ? "" : "10^{%T}")
    set xtics ("1" 1, "16" 16, "256" 256, "4Ki" 4096, "64Ki" 65536) offset 0, 0.5
    set label 1 title_of(i) at graph 0, 1 offset 0, 1.5
    set label 2 line_of(wording, i) at graph 0, 1 offset 0, 0.55 font small textcolor rgb faint
    plot for [k = 1:6] $rates using ($1 == i && $2 == k ? $3 : NaN):4 with linespoints linetype 10 + k, \
        $rings using ($1 == i ? $2 : NaN):3 with points pointtype 6 pointsize 1.2 linecolor rgb alarm
    unset label
}
unset multiplot
