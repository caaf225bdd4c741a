#!/bin/sh
# locks.sh PROGRAM DIR: measures, on the best device, a lock and a barrier that are right, and one of each that is not,
# into a DIR made anew. Rows of the broken ones must be `wrong`, with exit status 1, all others `ok`; a lock that never
# opens must time out, with exit status 3; and the largest grid that meets must differ from the formula's where
# nobody waits, and only there.
# shellcheck source=tests/planted/measured.sh disable=SC1091,SC2154
. "$(dirname "$0")/measured.sh"
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"

# rows NAME TABLE CELLS: how many rows have which values there, as `count values`, sorted.
rows() { columns "{seen[$3]++} END {for (line in seen) print seen[line], line}" "$dir/$1/$2.csv" | sort; }

measured 1 lock --bench lock_mutex --axis lock=tas_exchange,no_exclusion --axis contender=block,warp \
    --axis contenders=8 --axis scope=device --axis order=atomics
seen=$(rows lock lock_mutex '@lock " " @status')
case $seen in
*'no_exclusion ok'*) fail "a lock that excludes nobody: $seen" ;;
*'no_exclusion wrong'*' tas_exchange ok'*) ;;
*) fail "locks: $seen" ;;
esac
grep -q 'memory does not hold what the operations must leave' "$dir/lock/lock_mutex.csv" || fail "the rows do not say why"

measured 3 never --bench lock_mutex --axis lock=never_opens --axis contender=warp --axis contenders=2 \
    --axis scope=block,device,system --axis order=all
seen=$(rows never lock_mutex '@lock " " @status')
[ "$seen" = '9 never_opens timeout' ] || fail "a lock that never opens: $seen"

# Of the launches of a visit one proves that all have come.
measured 1 barrier --bench lock_grid_barrier --axis barrier=central,no_wait --axis blocks=2,max --axis warps=1 \
    --axis scope=device --axis order=atomics,threadfence --samples 30
seen=$(rows barrier lock_grid_barrier '@barrier " " @status')
[ "$seen" = '4 central ok
4 no_wait wrong' ] || fail "barriers: $seen"
rows barrier lock_grid_barrier '@barrier " " @largest_grid " " @occupancy_grid " " @grid_difference' >"$dir/grids"
while read -r _ barrier largest formula difference; do
    [ "$difference" -eq $((largest - formula)) ] || fail "grids: $barrier $largest $formula $difference"
    case $barrier,$difference in
    central,0) ;;
    no_wait,[1-9]*) ;;
    *) fail "grids: $barrier $largest $formula $difference" ;;
    esac
done <"$dir/grids"
