#!/bin/sh
# contract.sh PROGRAM ROOT: every shipped set is one that `pack` takes, but for those without a benchmark's table.
set -u
cd "$2" || exit 1
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
code=0
for set in results/*/run.csv; do
    set=${set%/run.csv}
    "$1" pack "$set" --check >"$log" 2>&1 && continue
    case "$set $(grep '^refused: ' "$log")" in
    results/nvidia-h100-reach' refused: there is no table' | results/nvidia-*-slices' refused: there is no table') continue ;;
    results/nvidia-*-none' refused: there is no table') continue ;;
    esac
    cat "$log"
    code=1
done
exit $code
