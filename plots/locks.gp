# What the figures of lock_mutex share: the table, the locks' lines, and the legend. A script sets over, the axis
# that it draws over: contenders, with the shortest turns, or work, with the most contenders that have longer ones.
table = "lock_mutex.csv"
scripts = GPVAL_PWD
cd in_dir
order = narrow("order", "atomics")
if (over eq "work") {
    contenders = system("awk -F, '".by_name."&& (".kept.") { n = $at[\"contenders\"] + 0; ".\
        "if ($at[\"work\"] > 1) n += 1e6; if (n > most) most = n } END { print most % 1e6 }' ".table)
    contenders = narrow("contenders", contenders)
} else {
    work = narrow("work", "1")
}
kept = kept.' && $at["lock"] != "never_opens"'
present = system("awk -F, '".by_name."&& (".kept.") { print $at[\"lock\"] \"/\" $at[\"contender\"] \"/\" ".\
    "$at[\"scope\"] }' ".table." | sort -u | tr '\\n' ' '")
set table $locks
set datafile separator whitespace
set datafile nocolumnheaders
plot "< awk -F, '".by_name."&& (".kept.") { print $at[\"lock\"], $at[\"contender\"], $at[\"scope\"], ".\
    "$at[\"".over."\"], $at[\"rate_ops_per_s\"], $at[\"fairness\"], $at[\"longest_wait_ns\"] }' ".table.\
    " | sort -k1,3 -k4,4n" using (strcol(1)):(strcol(2)):(strcol(3)):4:5:6:7 with table
unset table
cd scripts

# Families by hue: test-and-set (TAS), with a rest in between (TTAS: read before; back-off), in the order of coming,
# and semaphores. Within a family they differ in lightness, dashes and points, which a grey print keeps.
names = "tas_or tas_cas tas_exchange ttas backoff ticket mcs semaphore_1 semaphore_4"
text_of = "'TAS by OR' 'TAS by CAS' 'TAS by exchange' 'TTAS' 'TAS, back-off' 'ticket' 'MCS' 'semaphore of 1' ".\
    "'semaphore of 4'"
hue_of = "c4561b 6b2408 f2a45f 8a7a00 d8c02c 14366e 3d7896 3f8f68 8fc7a9"
mark_of = "4 6 8 5 7 9 11 12 13"
dash_of = "1 2 3 1 4 1 2 1 3"
do for [i = 1:words(names)] {
    set linetype 10 + i linecolor rgb "#".word(hue_of, i) linewidth 1.3 \
        pointtype int(word(mark_of, i)) pointsize 0.5 dashtype 1
    if (word(dash_of, i) eq "2") { set linetype 10 + i dashtype (7, 3) }
    if (word(dash_of, i) eq "3") { set linetype 10 + i dashtype (2, 2) }
    if (word(dash_of, i) eq "4") { set linetype 10 + i dashtype (9, 2, 2, 2) }
}
kinds = "block warp lane"
kind_text = "'blocks' 'warps' 'lanes'"

# The locks in a panel, by their place in the list.
locks_of(kind, scope) = (_list = "", sum [_i = 1:words(names)] \
    (strstrt(present, word(names, _i)."/".kind."/".scope." ") ? (_list = _list.sprintf(" %d", _i), 0) : 0), _list)
contender_tics = "set xtics ('1' 1, '' 2, '' 4, '8' 8, '' 16, '' 32, '64' 64, '' 128, '' 256, '512' 512, ".\
    "'' 1024) offset 0, 0.4"

# A lock's value in a panel, NaN for other rows.
of(lock, kind, scope, value) = strcol(1) eq lock && strcol(2) eq kind && strcol(3) eq scope ? value : NaN
has_locks = |$locks| > 0

# To eval: the legend's entry i at x, y pixels.
entry(i, x, y) = sprintf("set arrow %d from screen px(%g), py(%g) to screen px(%g), py(%g) nohead ".\
    "linetype %d; set label %d '' at screen px(%g), py(%g) point linetype %d; ".\
    "set label %d '%s' at screen px(%g), py(%g)", 100 + i, x, y, x + 28.0, y, 10 + i, \
    100 + i, x + 14.0, y, 10 + i, 200 + i, word(text_of, i), x + 33.0, y)
