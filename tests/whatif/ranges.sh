#!/bin/sh
# ranges.sh PROGRAM TOOLS LIBRARY RANGES MODULE: launches in NVTX's ranges alone count.
# shellcheck disable=SC2154 # case.sh has the variables
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/case.sh"
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
cp "$3" "$work/bin/libgpu-atomics-whatif.so"
ranges=$4 module=$5
# in_range RANGE GRIDS: the launches that count are those.
in_range() {
    run 3 "$whatif" --yes --runs 1 --edit global --csv g.csv --nvtx "$1" -- "$ranges" "$module" same_word
    grids=$(columns '@of == "kernel" && @without == "global" {print @grid_x}' g.csv | sort -n | xargs)
    [ "$grids" = "$2" ] || fail "in $1: $grids, expected $2"
}
in_range forward '2 3 4 7 8 13'
in_range inner 3
in_range 'back*' '6 7'
in_range step 10
in_range broad 12
in_range '*' '2 3 4 6 7 8 10 12 13'
[ "$(awk '/^same_word/ {print length; exit}' "$work/out")" -lt 100 ] || fail "columns are wider than their names"
prints "Of launches in NVTX range '*' alone."
[ "$(columns '@of == "program" && @without == "none" {print @nvtx}' g.csv)" = '*' ] || fail "the table does not tell the range"
prints "Times are of events, not of CUPTI's records."
for name in forwad idle; do
    run 2 "$whatif" --yes --nvtx "$name" -- "$ranges" "$module" same_word
    cat "$work/err" >>said
done
contains said "--nvtx: no range 'forwad' was opened; did you mean 'forward'?; there were: forward, inner, backward, step, broad, idle"
contains said "--nvtx: no kernel was launched in range 'idle', unless by a graph"
