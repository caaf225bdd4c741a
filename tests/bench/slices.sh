#!/bin/sh
# slices.sh PROGRAM OUT: which words share a slice of the L2, by Nsight Compute, on this machine's first NVIDIA GPU. Writes
# OUT/global_few_words_slices.csv, and beside it run.csv of the first process. A row is a
# launch of global_few_words: words_of_fullest, how many of the equally used words are in the slice whose atomic unit worked
# longest; busy, the share of the launch in which it did; crossed, adds that a second slice passed on, over all; atomic_cycles_min,
# of the slice that worked least; requests_min, _max and requests, what lts__t_requests counts of a slice and of all. Half a
# minute.
# Exit status: 0; 77 where it cannot be.
set -eu
[ $# -eq 2 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
program=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin:/usr/local/cuda/bin
command -v ncu >/dev/null || { echo "skipped: there is no ncu"; exit 77; }
"$program" devices 2>/dev/null | grep -q '^cuda:0' || { echo "skipped: there is no NVIDIA GPU"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" # so that run.csv has no folder of this machine
metrics=lts__t_sectors_op_red.sum,
for of in min max sum avg; do metrics=${metrics}lts__d_atomic_input_cycles_active.$of,; done
for of in min max sum; do metrics=${metrics}lts__t_requests.$of,; done
metrics=${metrics}gpu__time_duration.sum,lts__cycles_elapsed.max
metrics=$metrics,lts__cycles_elapsed.avg.per_second,sm__cycles_elapsed.avg.per_second

# record STEP AXIS..: 8 warps an SM, which no preset has, so that all that is named is measured.
record() {
    step=$1
    shift
    ncu --clock-control none --cache-control none --profile-from-start off --nvtx --print-nvtx-rename kernel --csv --page raw \
        --metrics "$metrics" --log-file "$step.csv" "$program" run --device cuda:0 --preset quick --once \
        --bench global_few_words --axis sms=64 --axis warps_per_sm=8 "$@" --out "$step" >log 2>&1 ||
        { cat log; tail -n 5 "$step.csv"; exit 3; }
}
record two --axis share=sm --axis words=2 --axis 'stride_bytes=4..65536*2,512..4096+256' --axis place=a,c
record many --axis share=sm --axis 'words=4..64*2' --axis 'stride_bytes=256..4096*2' --axis place=a,c
record shares --axis share=all --axis 'words=1..32*2' --axis stride_bytes=4096

cat two.csv many.csv shares.csv | tr -d '\r' | awk -v OFS=, '
    function of(name) { gsub(",", "", field[at[name]]); return field[at[name]] + 0 }
    function word(axis) { return match(label, axis "=[^ ]*") ? substr(label, RSTART + length(axis) + 1, RLENGTH - length(axis) - 1) : "" }
    BEGIN {
        print "words,stride_bytes,share,place,slices,words_of_fullest,busy,crossed,atomic_cycles_min,atomic_cycles_max",
            "atomic_cycles,requests_min,requests_max,requests,duration_ns,l2_mhz,sm_mhz"
    }
    !/^"/ { next }
    { n = split(substr($0, 2, length($0) - 2), field, "\",\"") }
    /^"ID"/ { for (i = 1; i <= n; i++) at[field[i]] = i; next }
    match($0, /global_few_words [a-z_0-9= ]*/) {
        label = substr($0, RSTART, RLENGTH)
        most = of("lts__d_atomic_input_cycles_active.max")
        sum = of("lts__d_atomic_input_cycles_active.sum")
        print word("words"), word("stride_bytes"), word("share"), word("place"),
            sprintf("%.0f", sum / of("lts__d_atomic_input_cycles_active.avg")),
            sprintf("%.2f", most * word("words") / sum), sprintf("%.3f", most / of("lts__cycles_elapsed.max")),
            sprintf("%.3f", of("lts__t_sectors_op_red.sum") / sum - 1), of("lts__d_atomic_input_cycles_active.min"),
            most, sum, of("lts__t_requests.min"), of("lts__t_requests.max"), of("lts__t_requests.sum"),
            of("gpu__time_duration.sum"),
            of("lts__cycles_elapsed.avg.per_second") / 1e6, of("sm__cycles_elapsed.avg.per_second") / 1e6
    }' >table
[ "$(wc -l <table)" -gt 1 ] || { echo "ncu saw no launch"; tail -n 5 two.csv; exit 3; }
{ head -n 1 table; tail -n +2 table | sort -t , -k 4,4 -k 3,3 -k 1,1n -k 2,2n -u; } \
    >"$out/global_few_words_slices.csv"
cp two/run.csv "$out"
