#!/bin/sh
# sanitize.sh PROGRAM BENCHMARK TOOL: runs a benchmark under a tool of compute-sanitizer with the options that
# sanitize_points.txt has for it. Passes if the tool has nothing to report and at least one point was right. As all is
# so much slower there, points may time out.
# sanitize.sh PROGRAM --table REGISTRY [BENCHMARK..]: the table itself: no row is there twice, of no known tool, or of
# a benchmark that is not in benches.def, and the stand-in takes its options; with names, those of these benchmarks.
set -u
program=$1
table=$(dirname "$0")/sanitize_points.txt
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# cell BENCHMARK TOOL: the options of its row, or of all tools.
cell() { sed -n "s/^$1 *| *$2 *| *//p" "$table" | grep . || sed -n "s/^$1 *| *all *| *//p" "$table"; }
fail() { echo "FAILED: $*"; exit 1; }

if [ "$2" = --table ]; then
    sed -n 's/^GA_BENCH(\([a-z0-9_]*\), *\([a-z0-9_]*\)).*/\1_\2/p' "$3" >"$work/ids"
    twice=$(sed '/^#/d; s/ *| */|/g; s/|[^|]*$//' "$table" | sort | uniq -d)
    [ -z "$twice" ] || fail "$table has two rows of $twice"
    odd=$(grep -Ev '^#|\| (memcheck|racecheck|synccheck|all) +\| [^ ]' "$table")
    [ -z "$odd" ] || fail "$table: no tool's options: $odd"
    sed '/^#/d; s/ *|.*//' "$table" | sort -u | while read -r id; do
        grep -qx "$id" "$work/ids" || fail "$table: there is no benchmark $id"
    done || exit 1
    registry=$3
    shift 3
    for id; do
        grep -qx "$id" "$work/ids" || fail "there is no benchmark $id in $registry"
    done
    # Different options alone: the tools make no difference here.
    sed '/^#/d; s/ *| */|/g; s/|[a-z]*|/|/; /|- /d' "$table" | sort -u |
        awk -F'|' -v only="$*" '!only || index(" " only " ", " " $1 " ")' >"$work/options"
    while IFS='|' read -r id options; do
        # shellcheck disable=SC2086 # a list of options
        "$program" run --device cpu --preset quick --once --bench "$id" $options --out "$work/$id-out" \
            >"$work/log" 2>&1 </dev/null || { cat "$work/log"; fail "$id: $options"; }
        rm -rf "$work/$id-out"
    done <"$work/options"
    exit 0
fi

id=$2
tool=$3
options=$(cell "$id" "$tool")
case $options in
'- '*) echo "not run: ${options#- }"; exit 77 ;;
esac
PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin:/usr/local/cuda/bin
command -v compute-sanitizer >/dev/null || { echo "skipped: there is no compute-sanitizer"; exit 77; }
"$program" devices 2>/dev/null | grep -q '^cuda:0' || { echo "skipped: there is no NVIDIA GPU"; exit 77; }

# The program looks at what the API returns, and some of it is no error; nor is a point that timed out.
# shellcheck disable=SC2086 # a list of options
compute-sanitizer --tool "$tool" --report-api-errors no --check-exit-code no --error-exitcode 99 --log-file "$work/report" \
    "$program" run --device cuda:0 --preset quick --samples 2 --bench "$id" $options --out "$work/out" \
    >"$work/log" 2>&1
code=$?
tail -n 3 "$work/log"
! grep -q 'not available here' "$work/log" || exit 77
tail -n 20 "$work/report"
[ "$code" -eq 0 ] || [ "$code" -eq 3 ] || fail "$tool: exit status $code of $id $options"
# memcheck and synccheck: "ERROR SUMMARY: 0 errors"; racecheck: "RACECHECK SUMMARY: 0 hazards displayed ..".
grep -Eq 'SUMMARY: 0 (errors|hazards)' "$work/report" || fail "$tool has something to say of $id, or did not end"
columns '{n[@status]++} END {for (s in n) printf "%d %s  ", n[s], s; print ""; exit !n["ok"]}' "$work/out/$id.csv" ||
    fail "no point of $id was ok: nothing was checked"
