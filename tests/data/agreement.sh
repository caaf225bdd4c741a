#!/bin/sh
# agreement.sh PROGRAM ROOT: results/agreement.md has what `compare` says of two sets of one card, of each table and in all, of an
# H100 and of an H200, and how much of it is chance.
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
# chances GPU FILE: a row a table of whose spreads fewer than 99 % overlap, with the probability that as many or more miss each other.
# Five and five values of one distribution are apart in 2 of the 252 ways to mix them.
chances() {
    awk -v gpu="$1" '
        BEGIN { p = 2 / 252 }
        100 * $4 < 99 * $2 {
            n = $2; missed = n - $4; fewer = 0; just = (1 - p) ^ n
            for (i = 0; i < missed; i++) { fewer += just; just *= (n - i) / (i + 1) * p / (1 - p) }
            printf "| %s | `%s` | %d of %d | %.2f | %.2g |\n", gpu, $1, missed, n, n * p, 1 - fewer
        }' "$2"
}
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
    has "By spreads alone $(awk '{overlap += $4; n += 100 * $4 >= 99 * $2}
        END {print overlap " agree, and " n " tables reach 99 %"}' "$work/$gpu")"
done

# Of two H200s, by two programs.
tables "$2/results/nvidia-h200" "$2/results/nvidia-h200-processes" >"$work/cards"
has "agree in $(awk '$2 > 0 {n++; alike += 100 * $3 >= 99 * $2} END {print alike " of " n " tables"}' "$work/cards")"
has "$(awk '{n += $2; alike += $3} END {print alike " of " n " medians"}' "$work/cards")"
has "$(awk '$1 != "global_locality" {n += $2; alike += $3} END {print alike " of " n "[.]"}' "$work/cards")"

chances H200 "$work/h200" >"$work/chances"
chances H100 "$work/h100" >>"$work/chances"
while read -r row; do
    grep -qF -- "$row" "$page" || { echo "agreement.md has not: $row"; code=1; }
done <"$work/chances"

# Without the columns of the set by the intervals of one process; without these, too, by 1 % alone.
sed -i '1s/,process_/,was_/g' "$work"/first/*_*.csv "$work"/second/*_*.csv
has "\(\`ci_\*\`\) $(compared "$work/first" "$work/second" '{n += @within - @apart} END {print n}')"
sed -i '1s/,ci_/,had_/g' "$work"/first/*_*.csv "$work"/second/*_*.csv
has "$(compared "$work/first" "$work/second" '{n += @within} END {print n}') within 1 %"
exit $code
