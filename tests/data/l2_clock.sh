#!/bin/sh
# l2_clock.sh PROGRAM ROOT: the L2's clock that answers draw from the rate of one word is the one that Nsight Compute read on an
# H200, to 0.5 %, on every card of that target; float adds take the 3.0 cycles that it counted, and a short launch's ramp.
set -u
program=$1 work=$(mktemp -d) code=0 n=0
trap 'rm -rf "$work"' EXIT
cd "$2" || exit 1
# shellcheck source=tests/cli/columns.sh disable=SC1091
. tests/cli/columns.sh
read_hz=$(awk -F '","' '/^"ID"/ { for (i = 1; i <= NF; i++) if ($i == "lts__cycles_elapsed.avg.per_second") at = i; next }
    at && $at ~ /^[0-9]/ { gsub(",", "", $at); print $at; exit }' tests/recordings/ncu_full_raw.csv)
[ -n "$read_hz" ] || { echo "the recording has no L2 clock"; exit 1; }
for set in results/nvidia-*/run.csv; do
    "$program" answers "${set%/run.csv}" --format csv >"$work/answers.csv" 2>"$work/err" || continue
    of() { columns "@answer == \"$1\" {print @value}" "$work/answers.csv"; }
    mhz=$(of l2_mhz) float=$(of float_l2_cycles)
    [ -n "$mhz" ] || continue
    n=$((n + 1))
    awk -v mhz="$mhz" -v float="${float:-3}" -v hz="$read_hz" 'BEGIN {
        exit !(mhz * 1e6 / hz > 0.995 && mhz * 1e6 / hz < 1.005 && float >= 2.97 && float < 3.12) }' || {
        echo "$set: the L2 at $mhz MHz, recorded $read_hz Hz; a float add takes $float of its cycles"
        code=1
    }
done
[ "$n" -ge 4 ] || { echo "no set has the clock"; code=1; }
exit $code
