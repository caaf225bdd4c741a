#!/bin/sh
# record.sh GPU_ATOMICS OUT [PROGRAM...]: unmodified programs of PyTorch, CUB, Triton, CuPy and others, each by `profile --whatif`
# into OUT/NAME (run.csv, agreement.csv, and gzipped counters.csv, whatif.csv and inspect.csv), all in one table, OUT/programs.csv.
# PROGRAM: torch, nvrtc, others, NAME of NAME_ops.cu, or a file here without .py; default: all. KINDS: of indices; default: uniform
# zipf constant. RUNS (3): of each kind; TORCH_RUNS (1) of PyTorch's; TIMES (4; cupy_ops 2, of hundreds of kernels): the program's
# work, 2 at least; KERNEL: pattern of those that count; default: all, of libraries of many kernels those with atomics or fences;
# LIMIT (400): seconds of a step; TABLES: of the model; default: those of the GPU. CUCO: include/ of a checkout of cuCollections,
# for cuco; LLMC: dev/cuda of one of llm.c, for llmc; OTHERS: checkouts for others.sh, or what it wrote, with files that programs
# read as others/FILE; BIN: where NAME_ops are compiled already. PARTS: of a program in parts; default: all; EDIT: what is tried, of
# --edit. What is not installed is left out and said; what OUT has already is kept. Exit status: 0, 1 if a step failed.
set -u
[ $# -ge 2 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
program=$(realpath "$1")
mkdir -p "$2"
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "$2" && pwd)
[ -z "${CUCO:-}" ] || CUCO=$(realpath "$CUCO")
[ -z "${TABLES:-}" ] || TABLES=$(realpath "$TABLES")
[ -z "${LLMC:-}" ] || LLMC=$(realpath "$LLMC")
[ -z "${BIN:-}" ] || BIN=$(realpath "$BIN")
others=
for checkout in ${OTHERS:-}; do others="$others $(realpath "$checkout")"; done
cp "$here"/*.py "$here"/*.c "$here"/*.cu "$here"/*.h "$out" # named in run.csv as they are here
shift 2
[ $# -gt 0 ] || set -- torch cub triton_add nvrtc cupy_add jax_add cupy_ops jax_ops triton_ops geometric_ops torchvision_ops \
    cusparse numba_ops npp taichi_ops warp_ops cublas cuco llmc others
cd "$out" || exit 1
programs=$(for source in *_ops.c *_ops.cu; do printf '%s ' "${source%.*}"; done)
# shellcheck disable=SC2064 # of now
trap "cd '$out' && rm -rf __pycache__ others ./*.py ./*.c ./*.cu ./*.h $programs" EXIT
PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin
failed=0
begun=$(date +%s)
say() { echo "$(($(date +%s) - begun)) s: $*" | tee -a log.txt; }

# patterns COMMAND..: --kernel patterns of what it launches with atomics or fences, a line each. By a name alone, as the
# profiler spells namespaces and arguments otherwise.
patterns() {
    timeout "${LIMIT:-400}" "$program" inspect --csv kernels.csv -- "$@" >/dev/null 2>>log.txt </dev/null ||
        { echo "inspect ended with $?: all kernels count" >>log.txt && return; }
    python3 - kernels.csv <<'END'
import csv, re, sys
MOST = 30
found = {}
for row in csv.DictReader(open(sys.argv[1])):
    if row["class"] != "barrier":
        head = re.split(r"[<(\[]", row["name"].replace("(anonymous namespace)::", ""))[0]
        own = re.sub(r"\W", "?", re.split(r"::|\s", head)[-1])
        found[own if head == row["name"] else f"*{own}[[<(]*"] = True
print("\n".join(list(found)[:MOST]))
if len(found) > MOST:
    print(f"{len(found) - MOST} kernels with atomics are left out", file=sys.stderr)
END
    rm -f kernels.csv
}

# step NAME RUNS COMMAND..
step() {
    name=$1 runs=$2
    shift 2
    code=0
    case ${KERNEL:+=}$name/$1 in
    cupy_ops/* | geometric_ops/* | torchvision_ops/* | warp_ops/* | cusparse/* | npp/* | cublas/* | cuco_* | llmc/* | \
        [!=]*/others/*)
        patterns "$@" >chosen 2>>log.txt
        ;;
    *) printf '%s\n' "${KERNEL:-}" >chosen ;;
    esac
    set -- -- "$@"
    while read -r pattern; do
        [ -z "$pattern" ] || set -- --kernel "$pattern" "$@"
    done <chosen
    rm chosen
    timeout "${LIMIT:-400}" "$program" profile --whatif --yes --runs "$runs" --skip 1 ${TABLES:+--table "$TABLES"} \
        ${EDIT:+--edit "$EDIT"} --out "$name" "$@" >"$name.txt" 2>&1 </dev/null || code=$?
    say "$name: ended with $code"
    [ "$code" -eq 0 ] || { tail -n 5 "$name.txt" >>log.txt; failed=1; }
    rm -f "$name.txt" "$name/utilization.csv" # `model utilization` writes it again
    # what Nsight Compute says of the process, its number and path: the reader passes over such lines; and where the tables lie
    [ ! -e "$name/counters.csv" ] || sed -i '/^==PROF== .* process [0-9]/d' "$name/counters.csv"
    [ -z "${TABLES:-}" ] || [ ! -e "$name/run.csv" ] || sed -i "s|$TABLES|${TABLES##*/}|g" "$name/run.csv"
    gzip -9nf "$name/counters.csv" "$name/whatif.csv" "$name/inspect.csv" 2>/dev/null
}

# The rows of all, disagreements first.
collect() {
    for found in */agreement.csv; do
        [ -e "$found" ] || return
        name=${found%/agreement.csv}
        sed "1s/^/program,/; 2,\$s/^/$name,/" "$found"
    done >rows
    { sed 1q rows; grep ',disagree$' rows; grep -v -e ',disagree$' -e '^program,' rows; } >programs.csv
    rm rows
}

has() { # MODULE
    python3 -c "import $1" 2>/dev/null || { say "no $1 in $(command -v python3)"; return 1; }
}

# compile NAME: ./NAME_ops of NAME_ops.cu, by what its library needs.
compile() {
    flags=
    case $1 in
    cublas) flags=-lcublas ;;
    cuco) flags="-w --expt-extended-lambda --expt-relaxed-constexpr -I${CUCO:-}" ;;
    cusparse) flags=-lcusparse ;;
    llmc) flags="-w -I${LLMC:-} -lcublas -lcublasLt" ;;
    npp) flags="-lnppist -lnppif -lnppc" ;;
    esac
    lib=${CUDA_HOME:-/usr/local/cuda}/lib64
    if [ -n "${BIN:-}" ] && [ -x "$BIN/$1_ops" ]; then
        cp "$BIN/$1_ops" .
        return
    fi
    if [ "$1${CUCO:-}" = cuco ] || [ "$1${LLMC:-}" = llmc ]; then
        say "no $(echo "$1" | tr '[:lower:]' '[:upper:]'): $1 is left out"
        return 1
    fi
    # shellcheck disable=SC2086 # flags
    if ! nvcc -std=c++17 -arch=native -O3 -o "$1_ops" "$1_ops.cu" -Xlinker "-rpath,$lib" -L"$lib" $flags >>log.txt 2>&1; then
        say "$1_ops does not compile"
        failed=1
        return 1
    fi
}

for what; do
    case $what in
    torch)
        if has torch; then
            for kind in ${KINDS:-uniform zipf constant}; do
                step "torch_$kind" "${TORCH_RUNS:-1}" python3 torch_ops.py "$kind" "${TIMES:-4}"
            done
        fi
        ;;
    cub | cublas | cuco | cusparse | llmc | npp)
        compile "$what" || continue
        case $what in
        cub) parts=${KINDS:-uniform zipf constant} ;;
        cuco) parts="maps wide sets multi sketches" ;;
        *) parts= ;;
        esac
        [ -z "$parts" ] || parts=${PARTS:-$parts}
        for part in $parts; do
            step "${what}_$part" "${RUNS:-3}" "./${what}_ops" "$part" "${TIMES:-4}"
        done
        [ -n "$parts" ] || step "$what" "${RUNS:-3}" "./${what}_ops" "${TIMES:-4}"
        ;;
    others)
        [ -n "$others" ] || say "no OTHERS: others are left out"
        for checkout in $others; do
            rm -rf others
            if [ -e "$checkout/COMMANDS" ]; then
                cp -r "$checkout" others # what they read, too
            else
                "$here/others.sh" "$checkout" others >>log.txt 2>&1 || { say "$checkout: not all compile" && failed=1; }
            fi
            while read -r name binary arguments; do
                # shellcheck disable=SC2086 # arguments
                step "$name" "${RUNS:-3}" "others/${binary#./}" $arguments
            done <others/COMMANDS
        done
        ;;
    nvrtc)
        lib=${CUDA_HOME:-/usr/local/cuda}/lib64
        if nvcc -o nvrtc_ops nvrtc_ops.c -Xlinker "-rpath,$lib" -L"$lib/stubs" -lnvrtc -lcuda >>log.txt 2>&1; then
            step nvrtc "${RUNS:-3}" ./nvrtc_ops "${TIMES:-4}"
        else
            say "nvrtc_ops does not compile"
            failed=1
        fi
        ;;
    *_add | *_ops)
        export XLA_PYTHON_CLIENT_PREALLOCATE=false
        module=${what%_*}
        [ "$module" != geometric ] || module=torch_geometric
        [ "$what" != cupy_ops ] && times=4 || times=2
        if has "$module"; then step "$what" "${RUNS:-3}" python3 "$what.py" "${TIMES:-$times}"; fi
        ;;
    *) say "no such program: $what"; failed=1 ;;
    esac
done
collect
exit $failed
