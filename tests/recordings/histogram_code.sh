#!/bin/sh
# histogram_code.sh PROGRAM DIR: the machine code of the launches in DIR/histogram_counters.csv, for `model utilization --code`.
# Writes DIR/histogram_inspect.csv.gz: what `inspect --csv` says of PROGRAM's shared_histogram, without prices. PROGRAM is what was
# profiled, or another whose kernels are the same instructions. Where the counters do not name a launch's function, as older
# recordings do not, they get the column Function Name, by the point that the launch is labelled with. Needs no GPU.
# Exit status 1 if a function is not the point's, or is not in the code.
set -eu
[ $# -eq 2 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
program=$1
dir=$2
export LC_ALL=C
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-code-XXXXXX")
trap 'rm -rf "$work"' EXIT

"$program" inspect --csv "$work/priced.csv" --kernel 'shared_histogram*' "$program" >"$work/said" || { cat "$work/said"; exit 1; }
edited 'FNR > 1 {
    @regime = @thread_ns = @word_ops_per_s = @rows = @cheaper = @cheaper_thread_ns = @cheaper_word_ops_per_s = ""
    @cheaper_rows = @advice = ""
    @file = "gpu-atomics"
} {}' "$work/priced.csv" >"$work/histogram_inspect.csv"
columns '{ print @kernel }' "$work/histogram_inspect.csv" | sort -u >"$work/functions"

# As histogram.cc has it: kernel, result, counter, and how many atomics a pixel has.
awk -v functions="$work/functions" '
    BEGIN {
        while ((getline name <functions) > 0) is_there[name] = 1
        quote = "\""
        between = "\",\""
    }
    function value(key) {
        match($0, " " key "=[^ \"]*")
        return substr($0, RSTART + length(key) + 2, RLENGTH - length(key) - 2)
    }
    function function_of_point(   extra) {
        extra = value("extra")
        return "shared_histogram_" value("kernel") "_" value("result") "_" value("counter") "_" \
            (extra < 0 ? "less" : extra > 0 ? "more" : "same") "_cuda"
    }
    function wrong(what) { print "histogram_code.sh: " what ": " $0 >"/dev/stderr"; failed = 1; exit }
    { n = split(substr($0, 2, length($0) - 2), cell, between) }
    /^"ID"/ {
        for (i = 1; i <= n; i++) at[cell[i]] = i
        named = "Function Name" in at
        said = "Function Name"
    }
    /^"",/ { said = "" }
    /^"[0-9]/ {
        said = function_of_point()
        if (named && cell[at["Function Name"]] !~ "^(" said ")?$") wrong("the function is not " said)
        if (!(said in is_there)) wrong("there is no " said " in the code")
        if (named) cell[at["Function Name"]] = said
    }
    {
        for (i = 1; i <= n; i++)
            printf "%s%s%s", (i > 1 ? between : quote), cell[i], (i == at["Kernel Name"] && !named ? between said : "")
        print quote
    }
    END { exit failed }' "$dir/histogram_counters.csv" >"$work/histogram_counters.csv"
gzip -9n "$work/histogram_inspect.csv"
cp "$work/histogram_counters.csv" "$work/histogram_inspect.csv.gz" "$dir"
