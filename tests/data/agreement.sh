#!/bin/sh
# agreement.sh PROGRAM ROOT: results/agreement.md has what `compare` says of two sets of one card, of each table and in all, of an
# H100 and of an H200.
set -u
ga=$1 page=$2/results/agreement.md work=$(mktemp -d) code=0
trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$2/tests/cli/columns.sh"
cp -r "$2/results/nvidia-h100-processes" "$work/first"
cp -r "$2/results/nvidia-h100-processes-again" "$work/second"

# compared A B PROGRAM: of a row a table of two sets. Exit status 1: a table has fewer than 99 % alike.
compared() {
    "$ga" compare "$1" "$2" --csv "$work/rows.csv" >"$work/log" 2>&1
    [ $? -eq 1 ] || { cat "$work/log"; exit 1; }
    columns "$3" "$work/rows.csv"
}
tables() { compared "$1" "$2" '{print @table, @compared, @within, @within - @apart}'; }
has() { grep -qE -- "$1" "$page" || { echo "agreement.md has not: $1"; code=1; }; }
# percents FILE TABLE: its two cells; empty ones if the set has no such table.
percents() { awk -v t="$2" '$1 == t {a = int(100 * $3 / $2); b = int(100 * $4 / $2)} END {print a " \\| " b}' "$1"; }

tables "$work/first" "$work/second" >"$work/h100"
tables "$2/results/nvidia-h200-processes" "$2/results/nvidia-h200-processes-again" >"$work/h200"
awk '{print $1}' "$work/h100" "$work/h200" | sort -u >"$work/names"
while read -r table; do
    has "^\\| \`$table\` \\| $(percents "$work/h100" "$table") \\| $(percents "$work/h200" "$table") \\|"
done <"$work/names"
for gpu in h100 h200; do
    has "$(awk '{n += $2; alike += $3} END {print alike " of " n " medians in " NR " tables"}' "$work/$gpu")"
    has "By spreads alone $(awk '{overlap += $4} END {print overlap}' "$work/$gpu")"
done

# Without the columns of the set by the intervals of one process; without these, too, by 1 % alone.
sed -i '1s/,process_/,was_/g' "$work"/first/*_*.csv "$work"/second/*_*.csv
has "\(\`ci_\*\`\) $(compared "$work/first" "$work/second" '{n += @within - @apart} END {print n}')"
sed -i '1s/,ci_/,had_/g' "$work"/first/*_*.csv "$work"/second/*_*.csv
has "$(compared "$work/first" "$work/second" '{n += @within} END {print n}') within 1 %"
exit $code
