#!/bin/sh
# phases.sh GPU_ATOMICS PHASES TABLES OUT [READS,TURNS,HOT,KEYS[,BLOCKS]..]: of launches of PHASES (phases.cu), how busy the unit is (U) and
# how much of the time goes away without shared atomics, by `profile --whatif`, a line each; its files into OUT/phases. To choose
# a launch of a wanted U. Without cases: eight. Needs ncu. Half a minute.
# Exit status: that of `profile`, 1 if a case is missing, 77 no GPU.
set -u
[ $# -ge 4 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
program=$(realpath "$1") phases=$(realpath "$2") tables=$(realpath "$3")
mkdir -p "$4"
out=$(realpath "$4")
here=$(cd "$(dirname "$0")" && pwd)
shift 4
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
[ $# -gt 0 ] || set -- 8,4,256,4194304 12,4,256,4194304 40,25,256,524288 100,100,256,131072 160,100,256,131072 240,100,256,131072 \
    80,100,128,131072 120,100,128,131072
code=0
"$phases" 1 "$@" >/dev/null || code=$?
[ $code -ne 77 ] || { echo "skipped: no GPU"; exit 77; }
[ $code -eq 0 ] || exit $code
rm -rf "$out/phases"
"$program" profile --whatif --yes --edit shared --kernel '*two_phases*' --table "$tables" --out "$out/phases" -- "$phases" 4 "$@" \
    >"$out/phases.txt" 2>&1 </dev/null || code=$?
[ -s "$out/phases/agreement.csv" ] || { tail -n 20 "$out/phases.txt"; exit 3; }
columns '@kernel ~ /two_phases/ {print @grid, @time_us, @demand_percent, @shared_gain_percent, @shared_gain_low_percent,
    @shared_gain_high_percent, @verdict}' "$out/phases/agreement.csv" >"$out/rows"
missing=0 blocks=528
for given in "$@"; do
    awk -v given="$given" -v blocks=$blocks '
        $1 == blocks "x1x1" && !found {
            found = 1
            printf "%-22s %8.1f us  U %5.1f %%  without shared atomics %5.1f %% goes away", given, $2, $3, $4
            printf " (%.1f to %.1f), %s\n", $5, $6, $7
        }
        END {if (!found) print given ": not profiled"; exit !found}' "$out/rows" || missing=1
    blocks=$((blocks - 1))
done
rm -f "$out/rows"
[ $code -ne 0 ] || code=$missing
exit $code
