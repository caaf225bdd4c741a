#!/bin/sh
# ranges.sh PROGRAM TOOLS LIBRARY RANGES MODULE CUPTI: launches in NVTX's ranges alone count, by CUPTI's records and by events.
# CUPTI: the folder of a stand-in for it.
# shellcheck disable=SC2154 # case.sh has the variables
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/case.sh"
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
cp "$3" "$work/bin/libgpu-atomics-whatif.so"
ranges=$4 module=$5 cupti=$6
by_events="Times are of events, not of CUPTI's records."
# in_range RANGE GRIDS [WORD]: the launches that count are those.
in_range() {
    run 3 "$whatif" --yes --runs 1 --edit global --csv g.csv --nvtx "$1" -- "$ranges" "$module" same_word ${3:+"$3"}
    grids=$(columns '@of == "kernel" && @without == "global" {print @grid_x}' g.csv | sort -n | xargs)
    [ "$grids" = "$2" ] || fail "in $1: $grids, expected $2"
}
each_range() {
    in_range forward '2 3 4 7 8 13'
    in_range inner 3
    in_range 'back*' '6 7'
    in_range step 10
    in_range broad 12
    in_range '*' '2 3 4 6 7 8 10 12 13'
}
each_name() {
    for name in forwad idle; do
        run 2 "$whatif" --yes --nvtx "$name" -- "$ranges" "$module" same_word
        cat "$work/err" >>said
    done
    contains said "--nvtx: no range 'forwad' was opened; did you mean 'forward'?; there were: forward, inner, backward, step, broad, idle"
    contains said "--nvtx: no kernel was launched in range 'idle', unless by a graph"
}
tool=CUDA_INJECTION64_PATH # another one has CUPTI
export "$tool=tests"
each_range
[ "$(awk '/^same_word/ {print length; exit}' "$work/out")" -lt 100 ] || fail "columns are wider than their names"
prints "Of launches in NVTX range '*' alone."
[ "$(columns '@of == "program" && @without == "none" {print @nvtx}' g.csv)" = '*' ] || fail "the table does not tell the range"
prints "$by_events"
each_name
unset $tool

# By records, which come in another order than the launches, and with one of a kernel that no call launched.
LD_LIBRARY_PATH=$cupti${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
each_range
! grep -qF "$by_events" "$work/out" || fail "the times are of events"
! grep -q '^dropped' "$work/out" || fail "a launch without a record"
rm said
each_name
export STAND_IN_CUPTI=lossy
in_range '*' '3 4 6 7 8 10 12 13'
prints 'dropped: 1 launches in the range have no time'
# Somebody has CUPTI's callbacks, or takes them while the program runs.
STAND_IN_CUPTI=busy
in_range '*' '2 3 4 6 7 8 10 12 13'
prints "$by_events"
prints "cupti_busy: CUPTI's error 39 on asking for launches; times are of events"
unset STAND_IN_CUPTI
in_range '*' '2 3 4 6 7 8 10 12 13' takes
prints 'subscribed: 0'
prints 'cupti_busy: the program uses CUPTI itself; times are of events from there on'
exit 0
