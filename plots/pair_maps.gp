# Figure: the maps of two runs side by side, with one scale of colours.
width = 800
height = 420
load ARG1.".set"
call "style.gp" ARG1 ARG2 ARG3
unset label 1002
set label 1003 sprintf("measured %s and %s, commits %s and %s", day(origin), day(second_origin), commit(origin), \
    commit(second_origin)) at screen px(8), py(height + foot_px - 9) left front noenhanced textcolor rgb faint \
    font small_font

left = 62; right = 66; gap = 30; top = heading_px + 24; bottom = 50
across_px = (width - left - right - gap) / 2.0
set multiplot
set label 1 up at screen px(12), py(top + (height - top - bottom) / 2.0) center rotate by 90
set label 2 across at screen px(left + (width - left - right) / 2.0), py(height - bottom + 32) center
set label 3 about at screen px(left + across_px / 2), py(top - 12) center noenhanced \
    textcolor rgb (is_stand_in ? alarm : faint)
set label 4 second at screen px(left + across_px * 1.5 + gap), py(top - 12) center noenhanced \
    textcolor rgb (second_stand_in ? alarm : faint)
@whole_figure
plot [0:1] [0:1] NaN
@panels_only
unset grid
set cbrange [lowest:highest]
set tmargin at screen py(top)
set bmargin at screen py(height - bottom)
unset datafile missing
do for [d = 1:2] {
    map = stem."-".d.".".block.".dat"
    set xrange [*:*]; set yrange [*:*]
    stats map using 1 name "X" nooutput
    stats map using 2 name "Y" nooutput
    set xrange [-0.5:X_max + 0.5]
    set yrange [-0.5:Y_max + 0.5]
    set xtics ("1" 0, sprintf("%d", X_max + 1) X_max) offset 0, 0.5
    set ytics ("1" 0, sprintf("%d", Y_max + 1) Y_max)
    set lmargin at screen px(left + (d - 1) * (across_px + gap))
    set rmargin at screen px(left + (d - 1) * (across_px + gap) + across_px)
    if (d == 2) {
        set colorbox user origin screen px(width - right + 14), screen py(height - bottom) \
            size screen px(14), screen (height - top - bottom) / (1.0 * height + foot_px)
        set cbtics out scale 0.5 offset -0.6, 0
        set label 1 unit at screen px(width - right + 14), py(top - 12) left
    } else {
        unset colorbox
    }
    plot map using 1:2:3 with image
    unset label 1
}
unset multiplot
