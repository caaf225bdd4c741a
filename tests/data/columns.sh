#!/bin/sh
# columns.sh ROOT: results/README.md defines every column of harness/measure/columns.def, in its words, and those of the
# model's answers.
set -u
cd "$1" || exit 1
missing=0
rows=$(tr '\n' ' ' <harness/measure/columns.def | grep -oE 'GA_(OUTCOME|NAME|COUNT|REAL)\([A-Z_]+, +[a-z0-9_]+, +"[^"]*", +"[^"]*"\)')
[ -n "$rows" ] || { echo "no columns found"; exit 1; }
# A row of the README may be of several columns, and their units.
printf '%s\n' "$rows" | sed -E 's/GA_[A-Z]+\([A-Z_]+, +([a-z0-9_]+), +"([^"]*)", +"([^"]*)"\)/\1|\2|\3/' |
    awk -F'[|]' 'NR == FNR { sub(/ $/, "", $4); if (NF == 5) row[++n] = $2 "," $3 ","; else row[++n] = ""; meaning[n] = $4; next }
        { found = 0
          for (i = 1; i <= n; i++)
              if (index(row[i], "`" $1 "`") && index(row[i], " " $2 " ") + index(row[i], " " $2 ",") && meaning[i] == " " $3) found = 1
          if (!found) { print "results/README.md lacks: " $0; missing = 1 } }
        END { exit missing }' results/README.md - || missing=1
# shellcheck disable=SC2013 # names
for name in $(cat model/commands/command_*.c | sed -n 's/^    GA_OUT(\([a-z0-9_]*\), .*/\1/p' | sort -u); do
    grep -qF "\`$name\`" results/README.md || { echo "results/README.md lacks $name"; missing=1; }
done
exit $missing
