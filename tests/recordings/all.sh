#!/bin/sh
# all.sh PROGRAM TRUTH OUT: what results/nvidia-h200 and -histogram hold but figures, of one process on this machine's GPU,
# into OUT, which is new: a run of every benchmark, then what Nsight Compute counts of shared_histogram and of TRUTH's
# kernels, the model's answers, and its predictions. About eight minutes on an H200. Nothing else should have run on the GPU
# before. Exit status 77 if the program does not know its own instructions (it was built without a disassembler), or there
# is no GPU or ncu.
set -eu
[ $# -eq 3 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
program=$1
truth=$2
out=$3
here=$(dirname "$0")
PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin:/usr/local/cuda/bin

"$program" audit >/dev/null || {
    echo "all.sh: the rows of this program would not say what was executed; build it with cuobjdump and nvdisasm" >&2
    exit 77
}
"$program" devices | grep -q '^cuda:0' || { echo "all.sh: there is no NVIDIA GPU" >&2; exit 77; }
command -v ncu >/dev/null || { echo "all.sh: there is no ncu on PATH, nor in /usr/local/cuda/bin" >&2; exit 77; }
[ -x "$truth" ] || { echo "all.sh: $truth is no program" >&2; exit 2; }

"$program" run --device cuda:0 --out "$out"
sh "$here/histogram.sh" "$program" "$out" "$out"
sh "$here/../truth/record.sh" "$truth" "$program" "$out" "$out" ||
    [ $? -eq 1 ] # a wrong verdict, or profiles that differ, are findings: they are said above, and in the files
sh "$here/histogram_predictions.sh" "$program" "$out" "" "$out/histogram_predictions.csv"
