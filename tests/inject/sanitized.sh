#!/bin/sh
# sanitized.sh LIBRARY: compute-sanitizer finds in an injected program (sanitized.cu) what it finds in the program as it is, nothing,
# for every edit. Needs a GPU. Exit status: 0, 1, 77 what it needs is not here.
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
bad=0
# check TOOL EDIT [SETTING..]
check() {
    tool=$1 edit=$2
    shift 2
    rm -rf "$work/runs" && mkdir "$work/runs"
    env "$@" timeout 120 compute-sanitizer --tool "$tool" --error-exitcode 99 "$work/program" >"$work/report" 2>&1
    code=$?
    if [ $code -ne 0 ] || ! grep -q 'ERROR SUMMARY: 0 errors' "$work/report"; then
        echo "$tool, $edit: exit status $code"
        tail -n 20 "$work/report"
        bad=1
    fi
    case $edit in
    plain | none) ;;
    *) columns '{n += @edited} END {exit !n}' "$work"/runs/kernels.*.csv || { echo "$tool, $edit: nothing was edited"; bad=1; } ;;
    esac
}
for tool in memcheck synccheck; do
    check "$tool" plain
    for edit in none shared,global,generic fences membar no-retry narrow as-loads; do
        check "$tool" "$edit" "LD_PRELOAD=$library" "GA_WHATIF_OUT=$work/runs" "GA_WHATIF_EDIT=$edit"
    done
done
exit $bad
