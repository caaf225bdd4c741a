#!/bin/sh
# verdicts.sh PROGRAM ROOT: what the model says today of the shipped counters of tests/truth and of the case study, held against
# the times of kernels with an atomic less and more: no verdict is wrong, and model/manual.md has the numbers.
set -eu
program=$1
cd "$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# judged NAME GPU TIMES COUNTERS [CODE]: the row of the manual's table.
judged() {
    "$program" model utilization --table "$set" --counters "$4" ${5:+--code "$5"} --csv "$work/utilization.csv" >/dev/null
    "$program" model verdicts --times "$3" --utilization "$work/utilization.csv" >"$work/said"
    rm "$work/utilization.csv"
    counts='\([0-9]*\) verdicts right, \([0-9]*\) wrong, \([0-9]*\) undecided; \([0-9]*\) make no claim'
    sed -n "s#.*times: $counts.*#| $1, $2 | \1 | \2 | \3 | \4 |#p" "$work/said"
}
for gpu in H200 H100; do
    set=results/nvidia-$(echo $gpu | tr H h)
    judged tests/truth $gpu "$set/truth_times.csv" "$set/truth_counters.csv"
    code= # of the case study on an H200
    [ ! -e "$set-histogram/histogram_inspect.csv.gz" ] || {
        code=$work/code.csv
        gzip -dc "$set-histogram/histogram_inspect.csv.gz" >"$code"
    }
    judged 'case study' $gpu "$set-histogram/shared_histogram.csv" "$set-histogram/histogram_counters.csv" "$code"
done >"$work/rows"
[ "$(wc -l <"$work/rows")" -eq 4 ] || { cat "$work/rows"; exit 1; }
if grep -vxFf model/manual.md "$work/rows"; then
    echo "model/manual.md has other numbers than these, which the program says of the shipped counters"
    exit 1
fi
