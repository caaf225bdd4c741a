#!/bin/sh
# l2_clock.sh PROGRAM ROOT: the L2's clock that answers draw from the rate of one word is the one that Nsight Compute read on a GPU
# of the same model (results/*-slices): to 0.1 % where steady_ops_per_s is measured, to 0.5 % where only a launch that holds its
# ramp is, to 0.2 % on the one card that has such an answer and the recording. Float adds take the 3.0 cycles that it counted, and
# a short launch's ramp.
set -u
program=$1 work=$(mktemp -d) code=0 n=0 n_steady=0
trap 'rm -rf "$work"' EXIT
cd "$2" || exit 1
# shellcheck source=tests/cli/columns.sh disable=SC1091
. tests/cli/columns.sh
# read_mhz MODEL: the median of its recording.
read_mhz() {
    columns '{print @l2_mhz}' "results/nvidia-$1-slices/global_few_words_slices.csv" | sort -g |
        awk '{ mhz[NR] = $1 } END { print mhz[int((NR + 1) / 2)] }'
}
h100=$(read_mhz h100) h200=$(read_mhz h200)
case " $h100 $h200 " in *'  '*) echo "a recording has no L2 clock"; exit 1 ;; esac
# close WHAT MHZ READ PERCENT
close() {
    awk -v mhz="$2" -v read="$3" -v most="$4" 'BEGIN { apart = 100 * (mhz / read - 1); exit !(apart <= most && -apart <= most) }' ||
        { echo "$1: the L2 at $2 MHz, Nsight Compute read $3, more than $4 % apart"; code=1; }
}
for set in results/nvidia-*/run.csv; do
    directory=${set%/run.csv}
    "$program" answers "$directory" --format csv >"$work/answers.csv" 2>"$work/err" || continue
    of() { columns "@answer == \"$1\" {print @value}" "$work/answers.csv"; }
    mhz=$(of l2_mhz) float=$(of float_l2_cycles)
    [ -n "$mhz" ] || continue
    n=$((n + 1)) percent=0.5 table=$directory/global_threads_per_warp.csv
    case $(head -n 1 "$table") in
    *,steady_ops_per_s,*)
        [ "$(columns '@steady_ops_per_s != "" {n++} END {print n + 0}' "$table")" -eq 0 ] || percent=0.1 n_steady=$((n_steady + 1))
        ;;
    esac
    case $set in *h100*) close "$set" "$mhz" "$h100" $percent ;; *) close "$set" "$mhz" "$h200" $percent ;; esac
    awk -v float="${float:-3}" 'BEGIN { exit !(float >= 2.97 && float < 3.12) }' ||
        { echo "$set: a float add takes $float of the L2's cycles"; code=1; }
done
card=$(sed -n 's/^gpu_uuid,GPU-\([^-]*\)-.*/\1/p' results/nvidia-h200-slices/run.csv)
close "card $card" "$(columns '@answer == "l2_mhz" {print @value}' "results/cards/nvidia-h200-$card/answers.csv")" "$h200" 0.2
if [ "$n" -lt 4 ] || [ "$n_steady" -lt 1 ]; then
    echo "of $n sets with the clock $n_steady have two lengths"
    code=1
fi
exit $code
