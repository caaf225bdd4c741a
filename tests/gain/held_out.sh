#!/bin/sh
# held_out.sh PYTHON GPU_ATOMICS ROOT: `fit.py --held-out` counts what a fit would take, of HeCBench's filter and stddev three of
# four gains, as filter2's results are places of a list. Exit status 1 if not.
set -u
sets=
for name in hec_filter hec_stddev; do
    in=$3/results/programs/nvidia-h200/$name
    sets="$sets $name=$in/counters.csv.gz,$in/whatif.csv.gz,$in/inspect.csv.gz"
done
# shellcheck disable=SC2086 # sets
said=$("$1" "$3/tests/gain/fit.py" "$2" --held-out $sets 2>&1) || { echo "$said"; exit 1; }
for expected in '4 gains, 1 of them left out by the rules of the fit' '| all | 3 | 1 |'; do
    case $said in
    *"$expected"*) ;;
    *) echo "no '$expected' in:
$said"; exit 1 ;;
    esac
done
