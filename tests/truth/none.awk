# none.awk: of truth_none.csv (none.sh), how many kernels and forms are how far apart: a table. Times that are within 0.3 us are
# alike. Exit status: 1 if less than half of the edited are within 3 % of the nearer source, one is over 12 % from both, or one
# that was replaced by itself takes another time.
function percent(a, b,   d) {
    d = a > b ? a - b : b - a
    return !(a > 0 && b > 0) ? 1000 : d <= 300 ? 0 : d / b * 100
}
# A pair more of a row: so far apart.
function take(row, away, most) {
    alike[row] += away <= most
    if (away > farthest[row]) farthest[row] = away
}
function say(row, text) {printf "| %s | %d | %.1f %% |\n", text, alike[row], farthest[row]}
BEGIN {FS = ","}
FNR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next}
{
    n++
    form = $at["kernel"] " extra=" $at["extra"]
    edited = $at["edited_ns"]; source = $at["source_ns"]; again = $at["source_again_ns"]
    one = percent(edited, source); other = percent(edited, again); nearer = one < other ? one : other
    control = percent($at["unchanged_ns"], $at["plain_ns"])
    take("one", one, 3)
    take("nearer", nearer, 3)
    take("sources", percent(again, source), 3)
    take("control", control, 1)
    if (nearer > 3)
        printf "%s: %s ns edited, %s and %s ns without atomics in the source\n", form, edited, source, again >"/dev/stderr"
    if (control > 1 && !$at["overlap"]) {
        printf "%s: %s ns replaced by itself, %s ns as it is\n", form, $at["unchanged_ns"], $at["plain_ns"] >"/dev/stderr"
        moved++
    }
}
END {
    printf "| %d kernels and forms | within 3 %% or 0.3 us | farthest |\n", n
    say("one", "edited, against one source without atomics")
    say("nearer", "edited, against the nearer of two such sources")
    say("sources", "these two sources, against each other")
    say("control", "`--edit none`, against the program as it is: within 1 % or 0.3 us")
    exit n == 0 || 2 * alike["nearer"] < n || farthest["nearer"] > 12 || moved > 0
}
