#!/bin/sh
# columns.sh ROOT: results/README.md defines every column of harness/measure/columns.def, in its words, and those of the
# model's answers.
set -u
cd "$1" || exit 1
missing=0
rows=$(tr '\n' ' ' <harness/measure/columns.def | grep -oE 'GA_(OUTCOME|NAME|COUNT|REAL)\([A-Z_]+, +[a-z0-9_]+, +"[^"]*", +"[^"]*"\)')
[ -n "$rows" ] || { echo "no columns found"; exit 1; }
# shellcheck disable=SC2016 # backquotes of Markdown
printf '%s\n' "$rows" | sed -E 's/GA_[A-Z]+\([A-Z_]+, +([a-z0-9_]+), +"([^"]*)", +"([^"]*)"\)/| `\1` | \2 | \3 |/' |
    while read -r row; do
        grep -qF "$row" results/README.md || echo "results/README.md lacks: $row"
    done | grep . && missing=1
# shellcheck disable=SC2013 # names
for name in $(cat model/commands/command_*.c | sed -n 's/^    GA_OUT(\([a-z0-9_]*\), .*/\1/p' | sort -u); do
    grep -qF "\`$name\`" results/README.md || { echo "results/README.md lacks $name"; missing=1; }
done
exit $missing
