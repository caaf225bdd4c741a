#!/bin/sh
# sanitized.sh LIBRARY: each tool of compute-sanitizer finds in an injected program (sanitized.cu), for every edit, what it finds in
# the program as it is: nothing. A line a tool; the tools run at once. Needs a GPU. Exit status: 0, 1, 77 what it needs is not here.
set -u
library=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
for tool in nvcc compute-sanitizer; do
    command -v $tool >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc -std=c++17 -arch=native -O3 -o "$work/program" "$here/sanitized.cu" || exit 1
"$work/program" >/dev/null
code=$?
[ $code -ne 77 ] || { echo "skipped: no GPU"; exit 77; }
[ $code -eq 0 ] || { echo "the program itself ends with $code"; exit 1; }
edits='none unchanged shared,global,generic fences membar no-retry narrow as-loads'

# check TOOL EDIT [SETTING..]: prints how many errors or hazards. 1 if it could not be told.
check() {
    tool=$1 edit=$2 runs=$work/runs.$1 report=$work/report.$1
    shift 2
    rm -rf "$runs" && mkdir "$runs"
    env "$@" "GA_WHATIF_OUT=$runs" timeout 120 compute-sanitizer --tool "$tool" --error-exitcode 99 "$work/program" >"$report" 2>&1
    code=$?
    count=$(sed -n 's/.* SUMMARY: \([0-9][0-9]*\) .*/\1/p' "$report" | tail -n 1)
    case $code,$count in
    0,[0-9]* | 99,[0-9]*) echo "$count" ;;
    *) echo "$tool, $edit: exit status $code" >&2; tail -n 20 "$report" >&2; return 1 ;;
    esac
    case $edit in
    plain | none) ;;
    *) columns '{n += @edited} END {exit !n}' "$runs"/kernels.*.csv || { echo "$tool, $edit: nothing was edited" >&2; return 1; } ;;
    esac
}
# all_of TOOL: its line. 1 if an edited program has more than the program as it is.
all_of() {
    n=0 bad=0 most=0
    plain=$(check "$1" plain) || return 1
    for edit in $edits; do
        n=$((n + 1))
        if ! count=$(check "$1" "$edit" "LD_PRELOAD=$library" "GA_WHATIF_EDIT=$edit"); then
            bad=1
        elif [ "$count" -gt "$most" ]; then
            most=$count
            echo "$1, $edit: $count"
            tail -n 20 "$work/report.$1"
        fi
    done
    echo "$1: $plain in the program as it is, at most $most in $n edits of it"
    [ $bad -eq 0 ] && [ "$most" -le "$plain" ]
}
running=
for tool in memcheck racecheck synccheck initcheck; do
    all_of $tool >"$work/said.$tool" 2>&1 &
    running="$running $!"
done
bad=0
for one in $running; do
    wait "$one" || bad=1
done
cat "$work"/said.*
exit $bad
