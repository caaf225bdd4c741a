#!/bin/sh
# histogram_without.sh PROGRAM LIBRARY OUT [RUNS]: each launch of shared_histogram that histogram.sh records, with and without its
# atomics on shared memory, and without those on global memory, by LIBRARY (libgpu-atomics-whatif.so). Writes
# OUT/histogram_without.csv, as `whatif --csv` has it, but that a launch has the name of its point, as in histogram_counters.csv:
# for `model predict --without` and `model utilization --without`. A point's launch follows one that does not count.
# RUNS (5): of each kind, one of each in turn. `whatif --nvtx` counts a range at a time, and here are 720. So the library is
# preloaded as `whatif` does it, and told to count all ranges of that name. It notes each range's name when it is first opened,
# in the order of the launches, and 256 at most: the program runs twice for each of two profiles.
set -eu
case $# in
3 | 4) ;;
*) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
program=$1
library=$(realpath "$2")
out=$3
runs=${4:-5}
export LC_ALL=C
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-without-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
here=$(dirname "$0")
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"

# run EDIT --axis ..: adds "label,grid,block,ns,edit" of its launches to the work's rows. Without atomics its checks fail.
run() {
    edit=$1
    shift
    rm -rf "$work/seen" "$work/out"
    mkdir "$work/seen"
    code=0
    env LD_PRELOAD="$library" GA_WHATIF_OUT="$work/seen" GA_WHATIF_EDIT="$edit" GA_WHATIF_NVTX='shared_histogram *' \
        NVTX_INJECTION64_PATH="$library" "$program" run --bench shared_histogram --preset paper --once --out "$work/out" "$@" \
        >"$work/log" 2>&1 || code=$?
    [ "$edit" != none ] || [ "$code" -eq 0 ] || { tail -n 5 "$work/log" >&2; exit 3; }
    cat "$work"/seen/notes.*.csv | sed -n 's/^nvtx,"\{0,1\}\(shared_histogram [^"]*\)"\{0,1\}$/\1/p' >"$work/labels"
    for file in "$work"/seen/launches.*.csv; do
        columns '{
            print @start_ns "," @end_ns - @start_ns "," @grid_x "," @grid_y "," @grid_z "," @block_x "," @block_y "," @block_z
        }' "$file"
    done | sort -t, -k1,1n | cut -d, -f2- >"$work/launches"
    n=$(wc -l <"$work/launches")
    if [ "$n" -eq 0 ] || [ "$n" -ne "$(wc -l <"$work/labels")" ]; then
        echo "histogram_without.sh: $n launches in $(wc -l <"$work/labels") ranges, of: $edit" >&2
        tail -n 5 "$work/log" >&2
        exit 3
    fi
    paste -d, "$work/labels" "$work/launches" | sed "s/^/$edit,/" >>"$work/rows"
}

for _ in $(seq "$runs"); do
    for edit in none shared global; do
        for kernel in plain reordered; do
            run "$edit" --axis "kernel=$kernel" --axis counter=word --axis extra=0 --axis 'pixels=32..max*4' \
                --axis threads=64,256,1024
            run "$edit" --axis "kernel=$kernel" --axis pixels=max --axis threads=64,256,1024
        done
    done
done

# Means over the runs; 95 % intervals by Student's t. A launch of both profiles has twice as many.
awk -F, '
    BEGIN {
        OFS = ","
        n_t = split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262", t, " ")
        print "of,kernel,grid_x,grid_y,grid_z,block_x,block_y,block_z,without,outcome,runs,launches,time_ns,time_low_ns," \
            "time_high_ns"
    }
    {
        key = $2 "," $4 "," $5 "," $6 "," $7 "," $8 "," $9 "," $1
        if (!(key in n)) order[++keys] = key
        n[key]++
        sum[key] += $3
        squares[key] += $3 * $3
    }
    END {
        for (i = 1; i <= keys; i++) {
            key = order[i]
            mean = sum[key] / n[key]
            low = high = ""
            if (n[key] > 1) {
                of_mean = (squares[key] - n[key] * mean * mean) / (n[key] - 1) / n[key]
                half = (n[key] > n_t ? 2.2 : t[n[key] - 1]) * sqrt(of_mean > 0 ? of_mean : 0)
                low = sprintf("%.1f", mean - half)
                high = sprintf("%.1f", mean + half)
            }
            print "kernel", key, "ok", n[key], 1, sprintf("%.1f", mean), low, high
        }
    }' "$work/rows" >"$out/histogram_without.csv"
echo "histogram_without.csv: $(($(wc -l <"$out/histogram_without.csv") - 1)) rows"
