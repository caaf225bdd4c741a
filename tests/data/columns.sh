#!/bin/sh
# columns.sh PROGRAM ROOT: `columns` knows every column of what is shipped, and of what the commands write with --csv.
set -u
program=$1 work=$(mktemp -d) code=0
trap 'rm -rf "$work"' EXIT
cd "$2" || exit 1
h200=results/nvidia-h200 h100=results/nvidia-h100
mkdir "$work/csv"
"$program" compare "$h200" "$h100" --bench 'lock_*' --csv "$work/csv/compare.csv" >"$work/log" 2>&1 || code=1
"$program" fleet "$h200" "$h100" --csv "$work/csv/fleet.csv" >"$work/log" 2>&1 || code=1
"$program" findings "$h200" --csv "$work/csv/findings.csv" >"$work/log" 2>&1 || code=1
"$program" inspect tests/inspect/plain.fatbin --csv "$work/csv/inspect.csv" >"$work/log" 2>&1 || code=1
"$program" inspect --diff tests/inspect/gained.fatbin tests/inspect/named.fatbin --csv "$work/csv/diff.csv" >"$work/log" 2>&1 || code=1
"$program" model utilization --counters tests/recordings/ncu_scatter.csv --csv "$work/csv/utilization.csv" >"$work/log" 2>&1 || code=1
"$program" answers "$h200" --format csv >"$work/csv/answers.csv" 2>"$work/log" || code=1
[ $code -eq 0 ] || cat "$work/log"
for file in results/*/*.csv "$work"/csv/*.csv tests/cli/golden/*.csv; do
    case $file in results/published/* | *_counters*.csv) continue ;; esac
    if ! "$program" columns "$file" >"$work/columns" 2>&1; then
        cat "$work/columns"
        code=1
    elif grep -q '^  price .*reference point$' "$work/columns"; then
        echo "$file: what price is over is not said"
        code=1
    elif unknown=$(grep 'not known to this version' "$work/columns"); then
        printf '%s: unknown columns:\n%s\n' "$file" "$unknown"
        code=1
    fi
done
head -1 "$h200/lock_mutex.csv" | sed 's/^lock,/lok,/' >"$work/lock_mutex.csv"
"$program" columns "$work/lock_mutex.csv" | grep -q '^  lok .*not known to this version' || { echo "a column of another version is not said"; code=1; }
echo 'a,b' >"$work/foreign.csv"
"$program" columns "$work/foreign.csv" 2>"$work/log" && { echo "a foreign file is taken"; code=1; }
grep -q "foreign.csv, line 1: 'a' begins no file of this program" "$work/log" || { echo "a foreign file is not named:"; cat "$work/log"; code=1; }
exit $code
