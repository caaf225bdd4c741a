#!/bin/sh
# others.sh CHECKOUT OUT: unmodified programs of others whose kernels hold atomics, compiled from a checkout of zjin-lcf/HeCBench
# (commit f27000a) or of NVIDIA/cuda-samples (c94ff36) into OUT; OUT/COMMANDS: a line each, a name and how to run it there, a
# second or so. ARCH: of nvcc, default: native. Exit status: 0, 1 if one does not compile.
set -u
[ $# -eq 2 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
checkout=$(cd "$1" && pwd) || exit 2
mkdir -p "$2"
out=$(cd "$2" && pwd)
: >"$out/COMMANDS"
PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin
failed=0

# program NAME FOLDER FLAGS ARGUMENTS [NAME ARGUMENTS]..: FOLDER's sources, by those names
program() {
    binary=$1 folder=$2 flags=$3
    # shellcheck disable=SC2086 # flags
    if (cd "$checkout/$folder" && find . -maxdepth 1 -name '*.c[up]*' ! -name '*.cuh' -exec \
        nvcc -std=c++17 -arch="${ARCH:-native}" -O3 -w $flags -o "$out/$binary" {} +); then
        echo "$binary ./$binary $4" >>"$out/COMMANDS"
        [ $# -eq 4 ] || echo "$5 ./$binary $6" >>"$out/COMMANDS"
    else
        echo "$folder does not compile" >&2
        failed=1
    fi
}

if [ -d "$checkout/Samples" ]; then
    concepts=Samples/2_Concepts_and_Techniques
    program sample_histogram $concepts/histogram "-I $checkout/Common" ""
    program sample_reduction $concepts/threadFenceReduction "-I $checkout/Common" ""
else
    program hec_filter src/filter-cuda "" "2000000 256 8"
    program hec_groupnorm src/groupnorm-cuda "" "32 64 32 32 32 4"
    program hec_hausdorff src/hausdorff-cuda --expt-relaxed-constexpr "4096 4096 8"
    program hec_histogram src/histogram-cuda "" "--i=4" hec_histogram_one "--i=4 --entropy=-1"
    program hec_is src/is-cuda "-DCLASS='W'" "256 256 256"
    program hec_jaccard src/jaccard-cuda "" "256 256 4"
    program hec_moe src/moe-align-cuda "" 4
    program hec_scatter src/scatter-cuda "" "500000 4"
    program hec_scatteradd src/scatterAdd-cuda "" "1000000 32 8 4"
    program hec_stddev src/stddev-cuda "" "1024 4096 8"
    program hec_threadfence src/threadfence-cuda "" "8 16777216"
fi
exit $failed
