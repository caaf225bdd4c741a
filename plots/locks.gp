# What the figures of lock_mutex share: the locks' lines and the legend.
locks = block("locks")

# Families by hue: test-and-set (TAS), with a rest in between (TTAS: read before; back-off), in the order of coming,
# and semaphores. Within a family they differ in lightness, dashes and points, which a grey print keeps.
names = "tas ttas backoff ticket mcs semaphore_1 semaphore_4"
text_of = "'test-and-set' 'TTAS' 'TAS, back-off' 'ticket' 'MCS' 'semaphore of 1' 'semaphore of 4'"
hue_of = "c4561b 8a7a00 d8c02c 14366e 3d7896 3f8f68 8fc7a9"
mark_of = "4 5 7 9 11 12 13"
dash_of = "1 1 4 1 2 1 3"
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
    (strstrt(present, " ".word(names, _i)."/".kind."/".scope." ") ? (_list = _list.sprintf(" %d", _i), 0) : 0), _list)
contender_tics = "set xtics ('1' 1, '' 2, '' 4, '8' 8, '' 16, '' 32, '64' 64, '' 128, '' 256, '512' 512, ".\
    "'' 1024) offset 0, 0.4"

# A lock's value in a panel, NaN for other rows.
of(lock, kind, scope, value) = strcol(1) eq lock && strcol(2) eq kind && strcol(3) eq scope ? value : NaN

# To eval: the legend's entry i at x, y pixels.
entry(i, x, y) = sprintf("set arrow %d from screen px(%g), py(%g) to screen px(%g), py(%g) nohead ".\
    "linetype %d; set label %d '' at screen px(%g), py(%g) point linetype %d; ".\
    "set label %d '%s' at screen px(%g), py(%g)", 100 + i, x, y, x + 28.0, y, 10 + i, \
    100 + i, x + 14.0, y, 10 + i, 200 + i, word(text_of, i), x + 33.0, y)
