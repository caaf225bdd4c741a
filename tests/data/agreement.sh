#!/bin/sh
# agreement.sh PROGRAM ROOT: results/agreement.md has what `compare` says of the two sets of one card, of each table and in all.
set -u
ga=$1 page=$2/results/agreement.md work=$(mktemp -d) code=0
trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$2/tests/cli/columns.sh"
cp -r "$2/results/nvidia-h100-processes" "$work/first"
cp -r "$2/results/nvidia-h100-processes-again" "$work/second"

# compared PROGRAM: of a row a table. Exit status 1: global_host_atomics has fewer than 99 % alike.
compared() {
    "$ga" compare "$work/first" "$work/second" --csv "$work/rows.csv" >"$work/log" 2>&1
    [ $? -eq 1 ] || { cat "$work/log"; exit 1; }
    columns "$1" "$work/rows.csv"
}
has() { grep -qF -- "$1" "$page" || { echo "agreement.md has not: $1"; code=1; }; }

compared '{print @table, @compared, @within, @within - @apart}' >"$work/tables"
while read -r table n alike overlap; do
    has "| \`$table\` | $((100 * alike / n)) | $((100 * overlap / n)) |"
done <"$work/tables"
has "$(awk '{n += $2; alike += $3} END {print alike " of " n " medians in " NR " tables"}' "$work/tables")"
has "By spreads alone $(awk '{overlap += $4} END {print overlap}' "$work/tables")"

# Without the columns of the set by the intervals of one process; without these, too, by 1 % alone.
sed -i '1s/,process_/,was_/g' "$work"/first/*_*.csv "$work"/second/*_*.csv
has "(\`ci_*\`) $(compared '{n += @within - @apart} END {print n}')"
sed -i '1s/,ci_/,had_/g' "$work"/first/*_*.csv "$work"/second/*_*.csv
has "$(compared '{n += @within} END {print n}') within 1 %"
exit $code
