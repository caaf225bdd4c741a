#!/bin/sh
# record.sh GPU_ATOMICS OUT [PROGRAM...]: unmodified programs of PyTorch, CUB, Triton, CuPy and JAX, each by `profile --whatif`,
# in one table, OUT/programs.csv, to which those that are there are added; what each program's whatif wrote is beside it, gzipped.
# PROGRAM: torch, cub, triton, cupy, jax; default: all. KINDS: of indices; default: uniform zipf constant. RUNS (3): of each
# kind; TORCH_RUNS (1) of PyTorch's; LIMIT (400): seconds of a step; TABLES: of the model; default: those of the GPU. What is
# not installed is left out and said. Exit status: 0, 1 if a step failed.
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

# step NAME RUNS COMMAND..
step() {
    name=$1 runs=$2
    shift 2
    code=0
    timeout "${LIMIT:-400}" "$program" profile --whatif --yes --runs "$runs" --skip 1 ${TABLES:+--table "$TABLES"} \
        --out "$work/$name" -- "$@" >"$work/$name.txt" 2>&1 </dev/null || code=$?
    say "$name: ended with $code"
    [ "$code" -eq 0 ] || { tail -n 5 "$work/$name.txt" >>"$out/log.txt"; failed=1; }
    [ -e "$work/$name/agreement.csv" ] || return
    gzip -9n <"$work/$name/whatif.csv" >"$out/$name.csv.gz"
    sed "1s/^/program,/; 2,\$s/^/$name,/" "$work/$name/agreement.csv" >"$work/added"
    collect "$work/added"
}

# collect FILE: its rows go into the table, disagreements first.
collect() {
    if [ -e "$out/programs.csv" ] && [ "$(head -n 1 "$out/programs.csv")" != "$(head -n 1 "$1")" ]; then
        say "$out/programs.csv has other columns than $1: it stays as it is"
        failed=1
        return
    fi
    head -n 1 "$1" >"$work/table"
    for found in "$out/programs.csv" "$1"; do
        [ ! -e "$found" ] || sed 1d "$found"
    done >"$work/rows"
    grep ',disagree$' "$work/rows" >>"$work/table"
    grep -v ',disagree$' "$work/rows" >>"$work/table"
    cp "$work/table" "$out/programs.csv"
}

has() { # MODULE
    "$python" -c "import $1" 2>/dev/null || { say "no $1 in $python"; return 1; }
}

for what; do
    case $what in
    torch)
        if has torch; then
            for kind in ${KINDS:-uniform zipf constant}; do
                step "torch_$kind" "${TORCH_RUNS:-1}" "$python" "$here/torch_ops.py" "$kind" 4
            done
        fi
        ;;
    cub)
        if nvcc -std=c++17 -arch=native -O3 -o "$work/cub_ops" "$here/cub_ops.cu" >>"$out/log.txt" 2>&1; then
            for kind in ${KINDS:-uniform zipf constant}; do
                step "cub_$kind" "${RUNS:-3}" "$work/cub_ops" "$kind" 4
            done
        else
            say "cub_ops does not compile"
            failed=1
        fi
        ;;
    triton) if has triton; then step triton "${RUNS:-3}" "$python" "$here/triton_add.py" 4; fi ;;
    cupy) if has cupy; then step cupy "${RUNS:-3}" "$python" "$here/cupy_add.py" 4; fi ;;
    jax)
        export XLA_PYTHON_CLIENT_PREALLOCATE=false
        if has jax; then step jax "${RUNS:-3}" "$python" "$here/jax_add.py" 4; fi
        ;;
    *) say "no such program: $what"; failed=1 ;;
    esac
done
exit $failed
