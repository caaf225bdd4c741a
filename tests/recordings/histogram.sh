#!/bin/sh
# histogram.sh PROGRAM TABLES OUT: what Nsight Compute counts of the launches of shared_histogram, and what the
# model says of it. Writes into OUT: histogram_counters.csv, the columns that the model reads, histogram_inspect.csv.gz, the
# machine code, and histogram_utilization.csv, the answer by both; a launch has the name of its point. TABLES: a directory with
# run.csv, shared_service.csv and shared_demand.csv of this GPU. Needs ncu and leave to read the counters. Five minutes on an H100.
set -eu
[ $# -eq 3 ] || { echo "usage: histogram.sh PROGRAM TABLES OUT" >&2; exit 2; }
program=$1
tables=$2
out=$3
export LC_ALL=C
PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin:/usr/local/cuda/bin
command -v ncu >/dev/null || { echo "histogram.sh: ncu is not in the PATH; it comes with the CUDA Toolkit" >&2; exit 77; }
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-histogram-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"

# The machine code, without prices.
"$program" inspect --csv "$work/priced.csv" --kernel 'shared_histogram*' "$program" >"$work/said" || { cat "$work/said"; exit 1; }
edited 'FNR > 1 {
    @regime = @thread_ns = @word_ops_per_s = @rows = @cheaper = @cheaper_thread_ns = @cheaper_word_ops_per_s = ""
    @cheaper_rows = @advice = ""
    @file = "gpu-atomics"
} {}' "$work/priced.csv" >"$work/histogram_inspect.csv"
columns '{ print @kernel }' "$work/histogram_inspect.csv" | sort -u >"$work/functions"

metrics=$("$program" profile --profiler ncu --show-counters)
launch=launch__registers_per_thread,launch__block_size
launch=$launch,launch__shared_mem_per_block_static,launch__shared_mem_per_block_dynamic

# profile NAME --axis ..: each point's one counted launch, which the program announces; clock and caches are
# left as they are. The program runs once for each few counters: where Nsight Compute restores memory and replays a
# launch, it begins on an idle GPU, at a clock that differs from pass to pass (1.4 to 2.1 GHz, an H100).
profile() {
    name=$1
    shift
    # shellcheck disable=SC2016 # the inner shell's
    ncu --profile-from-start off --nvtx --print-nvtx-rename kernel --clock-control none \
        --cache-control none --replay-mode application --csv --page raw --metrics "$metrics" --log-file "$work/$name.log" \
        sh -c 'rm -rf "$0"; exec "$@"' "$work/$name" \
        "$program" run --bench shared_histogram --preset paper --once --out "$work/$name" "$@" \
        >"$work/$name.out" 2>&1 || {
        status=$?
        tail -n 20 "$work/$name.out" "$work/$name.log" >&2 2>/dev/null || true
        echo "histogram.sh: ncu, or the program in it, ended with exit status $status" >&2
        exit 1
    }
}

# cut_columns FILE: those that the model reads, by name. The label of a launch is its kernel's name, up to a slash
# and the function if ncu adds these, or, if it did not rename it, what stands in the column of its NVTX range. The function has
# a column of its own: that of the point, as histogram.cc has it. It has to be in the code, and where ncu names it, to be that.
cut_columns() {
    awk -v functions="$work/functions" \
        -v keep="ID,Kernel Name,Function Name,Block Size,Grid Size,Device,CC,device__attribute_display_name,$launch,$metrics" '
        BEGIN { while ((getline line <functions) > 0) is_there[line] = 1 }
        function quoted(text) { return "\"" text "\"" }
        function value(key) {
            match(label, " " key "=[^ ]*")
            return substr(label, RSTART + length(key) + 2, RLENGTH - length(key) - 2)
        }
        function function_of_point(   extra) {
            extra = value("extra")
            return "shared_histogram_" value("kernel") "_" value("result") "_" value("counter") "_" \
                (extra < 0 ? "less" : extra > 0 ? "more" : "same") "_cuda"
        }
        function wrong(what) { print "histogram.sh: " what ": " label >"/dev/stderr"; failed = 1; exit }
        !/^"/ { next }
        {
            line = $0
            sub(/\r$/, "", line)
            sub(/^"/, "", line)
            sub(/"$/, "", line)
            n = split(line, cell, /","/)
        }
        !n_kept {
            cell[n + 1] = "Function Name"
            for (i = 1; i <= n + 1; i++) at[cell[i]] = i
            wanted = split(keep, name, ",")
            for (i = 1; i <= wanted; i++)
                if (name[i] in at) kept[++n_kept] = name[i]
            if (!("ID" in at) || !("Kernel Name" in at)) exit 1
            for (i = 1; i <= n_kept; i++) printf "%s%s", (i > 1 ? "," : ""), quoted(kept[i])
            print ""
            next
        }
        {
            if (cell[at["ID"]] != "") {
                if (match($0, /shared_histogram [a-z]+=[^",:\/]*/)) {
                    label = substr($0, RSTART, RLENGTH)
                    sub(/ +$/, "", label)
                    cell[at["Kernel Name"]] = label
                    labels++
                    said = cell[at["Function Name"]] = function_of_point()
                    if (match($0, /shared_histogram_[a-z_]+/) && substr($0, RSTART, RLENGTH) != said)
                        wrong("the function is not " said)
                    if (!(said in is_there)) wrong("there is no " said " in the code")
                }
                launches++
            }
            for (i = 1; i <= n_kept; i++) printf "%s%s", (i > 1 ? "," : ""), quoted(cell[at[kept[i]]])
            print ""
        }
        END { exit failed ? 3 : launches == 0 || labels < launches }' "$1" || {
        [ $? -ne 3 ] || exit 1
        tail -n 5 "$1" >&2
        echo "histogram.sh: ncu wrote no table, no launch, or one without a label" >&2
        exit 1
    }
}

# The paper's figures, every other size; then the atomic more or less, and packed counters.
profile sizes --axis counter=word --axis extra=0 --axis 'pixels=32..max*4' --axis threads=64,256,1024
profile extra --axis pixels=max --axis threads=64,256,1024
cut_columns "$work/sizes.log" >"$work/counters.csv"
cut_columns "$work/extra.log" >"$work/extra.csv"
sed 1,2d "$work/extra.csv" >>"$work/counters.csv"
cp "$work/counters.csv" "$out/histogram_counters.csv"
gzip -9nc "$work/histogram_inspect.csv" >"$out/histogram_inspect.csv.gz"
"$program" model utilization --table "$tables" --counters "$out/histogram_counters.csv" \
    --code "$work/histogram_inspect.csv" --csv "$out/histogram_utilization.csv" >"$work/report"
tail -n 1 "$work/report"
