#!/bin/sh
# record.sh TRUTH GPU_ATOMICS TABLES OUT: the kernels of truth on this machine's GPU: their times, two profiles
# by Nsight Compute (a launch of each, with one atomic less and more), what the model says of these by the tables in
# TABLES, and whether it was right. Writes into OUT, a few minutes:
#   truth_times.csv  truth_counters.csv  truth_counters_again.csv  truth_utilization.csv  truth_utilization_again.csv
#   truth_verdicts.csv
# Exit status: 0, 1 if a verdict is wrong or the profiles differ by more than a point, else what failed.
set -eu
[ $# -eq 4 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
truth=$1
program=$2
tables=$3
out=$4

# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
metrics=$("$program" profile --profiler ncu --show-counters) # the model's, and no others

PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin:/usr/local/cuda/bin
command -v ncu >/dev/null || { echo "record.sh: there is no ncu on PATH, nor in /usr/local/cuda/bin" >&2; exit 3; }
mkdir -p "$out"
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT

# cut_columns: of ncu's raw page what the model reads. Every launch gets the name of the NVTX range that it was in, be
# it that of the kernel or in a column of its own.
cut_columns() {
    awk -v metrics="$metrics" '
        BEGIN {
            n = split("ID,Kernel Name,Block Size,Grid Size,CC,device__attribute_display_name," metrics, wanted, ",")
            for (i = 1; i <= n; i++) is_wanted[wanted[i]] = 1
        }
        !/^"/ {next}
        {
            label = match($0, /[a-z0-9_]+ extra=-?[01]/) ? substr($0, RSTART, RLENGTH) : ""
            line = substr($0, 2, length($0) - 2)
            fields = split(line, field, "\",\"")
            if (!header) {
                header = fields
                for (f = 1; f <= fields; f++) if (field[f] in is_wanted) {kept[++k] = f; name[f] = field[f]}
            }
            row = ""
            for (i = 1; i <= k; i++) {
                f = kept[i]
                text = label != "" && name[f] == "Kernel Name" ? label : field[f]
                row = row (i > 1 ? "," : "") "\"" text "\""
            }
            print row
        }'
}

# profile FILE
profile() {
    status=0
    ncu --clock-control none --cache-control none --nvtx --print-nvtx-rename kernel --csv --page raw --metrics "$metrics" \
        --log-file "$log/ncu" "$truth" --once >"$log/checks" || status=$?
    tr -d '\r' <"$log/ncu" | cut_columns >"$out/$1"
    named=$(grep -c 'extra=' "$out/$1") || true
    if [ "$status" -ne 0 ] || [ "$named" -eq 0 ]; then
        grep -v '^"' "$log/ncu" | tail -n 20 >&2
        grep ',wrong$' "$log/checks" >&2 || true
        echo "record.sh: ncu ended with $status, launches with a name: $named" >&2
        exit 3
    fi
    echo "$1: $(wc -l <"$out/$1") lines, launches with a name: $named"
}

"$truth" >"$out/truth_times.csv"
profile truth_counters.csv
profile truth_counters_again.csv
"$program" model utilization --table "$tables" --counters "$out/truth_counters.csv" \
    --csv "$out/truth_utilization.csv" >"$log/report"
"$program" model utilization --table "$tables" --counters "$out/truth_counters_again.csv" \
    --csv "$out/truth_utilization_again.csv" >"$log/report_again"
tail -n 1 "$log/report"

# Two profiles of one program.
differ=0
columns '
    {key = @launch " " @kernel; demand = @demand_percent; hardware = @hardware_percent}
    NR == FNR {first[key] = demand; counted[key] = hardware; next}
    !(key in first) {print "only in the second profile: " key; bad = 1; next}
    {
        n++
        d = demand - first[key]; h = hardware - counted[key]
        d = d < 0 ? -d : d; h = h < 0 ? -h : h
        if (d > most) {most = d; where = key}
        if (h > most) {most = h; where = key}
    }
    END {
        if (!most) where = key
        printf "%d launches in two profiles: U differs by %.3f points at most (%s)\n", n, most, where
        exit bad || n == 0 || most > 1
    }' "$out/truth_utilization.csv" "$out/truth_utilization_again.csv" || differ=1

"$program" model verdicts --times "$out/truth_times.csv" --utilization "$out/truth_utilization.csv" \
    --csv "$out/truth_verdicts.csv"
exit "$differ"
