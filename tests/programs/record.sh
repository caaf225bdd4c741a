#!/bin/sh
# record.sh GPU_ATOMICS OUT [PROGRAM...]: unmodified programs of PyTorch, CUB, Triton, CuPy and JAX, each by `whatif` and by
# `profile` (Nsight Compute), in one table, OUT/programs.csv; what each program's whatif wrote is beside it, gzipped.
# PROGRAM: torch, cub, triton, cupy, jax; default: all. KINDS: of indices; default: uniform zipf constant. RUNS (3): of each
# kind; TORCH_RUNS (1) of PyTorch's; LIMIT (200): seconds of a step; TABLES: of the model; default: those of the GPU. torch
# needs 7 minutes, the others together 6. What is not installed is left out and said. Exit status: 0, 1 if a step failed.
set -u
[ $# -ge 2 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
program=$1
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
shift 2
[ $# -gt 0 ] || set -- torch cub triton cupy jax
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin
python=$(command -v python3)
failed=0
begun=$(date +%s)
say() { echo "$(($(date +%s) - begun)) s: $*" | tee -a "$out/log.txt"; }

# step NAME RUNS WHATIF_TIMES PROFILE_TIMES COMMAND..: the two counts are the program's last argument.
step() {
    name=$1 runs=$2 times=$3 once=$4
    shift 4
    code=0
    timeout "${LIMIT:-200}" "$program" whatif --yes --runs "$runs" --skip 1 --csv "$work/$name.csv" -- "$@" "$times" \
        >"$work/$name.txt" 2>&1 </dev/null || code=$?
    say "$name: whatif ended with $code"
    if [ "$code" -ne 0 ]; then
        tail -n 5 "$work/$name.txt" >>"$out/log.txt"
        failed=1
        return
    fi
    gzip -9n <"$work/$name.csv" >"$out/$name.csv.gz"
    timeout "${LIMIT:-200}" "$program" profile ${TABLES:+--table "$TABLES"} --out "$work/$name" -- "$@" "$once" \
        >"$work/$name.profile.txt" 2>&1 </dev/null || code=$?
    say "$name: profile ended with $code"
    [ "$code" -eq 0 ] || tail -n 5 "$work/$name.profile.txt" >>"$out/log.txt"
    "$python" "$here/table.py" "$out/programs.csv" "$name" "$work/$name.csv" "$work/$name" || failed=1
}

has() { # MODULE
    "$python" -c "import $1" 2>/dev/null || { say "no $1 in $python"; return 1; }
}

for what; do
    case $what in
    torch)
        if has torch; then
            for kind in ${KINDS:-uniform zipf constant}; do
                step "torch_$kind" "${TORCH_RUNS:-1}" 4 2 "$python" "$here/torch_ops.py" "$kind"
            done
        fi
        ;;
    cub)
        if nvcc -std=c++17 -arch=native -O3 -o "$work/cub_ops" "$here/cub_ops.cu" >>"$out/log.txt" 2>&1; then
            for kind in ${KINDS:-uniform zipf constant}; do
                step "cub_$kind" "${RUNS:-3}" 8 2 "$work/cub_ops" "$kind"
            done
        else
            say "cub_ops does not compile"
            failed=1
        fi
        ;;
    triton) if has triton; then step triton "${RUNS:-3}" 4 2 "$python" "$here/triton_add.py"; fi ;;
    cupy) if has cupy; then step cupy "${RUNS:-3}" 4 2 "$python" "$here/cupy_add.py"; fi ;;
    jax)
        export XLA_PYTHON_CLIENT_PREALLOCATE=false
        if has jax; then step jax "${RUNS:-3}" 4 2 "$python" "$here/jax_add.py"; fi
        ;;
    *) say "no such program: $what"; failed=1 ;;
    esac
done
"$python" "$here/table.py" sort "$out/programs.csv"
exit $failed
