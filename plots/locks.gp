# What the figures of lock_mutex share: the table, the locks' lines, and the legend. Called with the name of
# the column that is drawn.
table = "lock_mutex.csv"
scripts = GPVAL_PWD
cd in_dir
order = narrow("order", "atomics")
work = narrow("work", "1")
kept = kept.' && $at["lock"] != "never_opens"'
present = system("awk -F, '".by_name."&& (".kept.") { print $at[\"lock\"] \"/\" $at[\"contender\"] \"/\" ".\
    "$at[\"scope\"] }' ".table." | sort -u | tr '\\n' ' '")
set table $locks
set datafile separator whitespace
set datafile nocolumnheaders
plot "< awk -F, '".by_name."&& (".kept.") { print $at[\"lock\"], $at[\"contender\"], $at[\"scope\"], ".\
    "$at[\"contenders\"], $at[\"rate_ops_per_s\"], $at[\"fairness\"], $at[\"longest_wait_ns\"] }' ".table.\
    " | sort -k1,3 -k4,4n" using (strcol(1)):(strcol(2)):(strcol(3)):4:5:6:7 with table
unset table
cd scripts

# Families by hue: test-and-set (TAS; TTAS: read before), in the order of coming, and semaphores.
names = "tas_or tas_cas tas_exchange ttas backoff ticket mcs semaphore_1 semaphore_4"
text_of = "'TAS by OR' 'TAS by CAS' 'TAS by exchange' 'TTAS' 'TAS, back-off' 'ticket' 'MCS' 'semaphore of 1' ".\
    "'semaphore of 4'"
hue_of = "c4561b c4561b c4561b e0a070 e0a070 14366e 3d7896 8fc7a9 8fc7a9"
mark_of = "4 6 8 5 7 9 11 12 13"
do for [i = 1:words(names)] {
    set linetype 10 + i linecolor rgb "#".word(hue_of, i) linewidth 1.2 \
        pointtype int(word(mark_of, i)) pointsize 0.5
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
    "set label %d '%s' at screen px(%g), py(%g)", 100 + i, x, y, x + 26.0, y, 10 + i, \
    100 + i, x + 13.0, y, 10 + i, 200 + i, word(text_of, i), x + 32.0, y)
