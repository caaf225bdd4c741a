#!/bin/sh
# launched.sh GPU_ATOMICS [OUT]: whether `whatif` sees and edits every launch of launched.py, however it is made: by itself, by a
# CUDA graph, on two streams, and in two processes of torchrun. Then a hundred runs of `whatif` in a row (RUNS): none may fail or
# hang, and no process and no file may stay. A line each; what whatif wrote goes to OUT. Three minutes. Exit status: 0, 1 if
# something is wrong, 77 no PyTorch or no GPU.
set -u
[ $# -ge 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
program=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=${2:-$work/out}
mkdir -p "$out" "$work/tmp"
python3 -c 'import sys, torch; sys.exit(not torch.cuda.is_available())' 2>/dev/null ||
    { echo "skipped: no PyTorch with a GPU"; exit 77; }
bad=0

# launched WAY LAUNCHES COMMAND..: that so many launches were timed as they are, and without their atomics took less.
launched() {
    way=$1 wanted=$2
    shift 2
    "$program" whatif --yes --runs 1 --edit global --kernel '*_scatter_gather_*' --csv "$out/$way.csv" \
        -- "$@" >"$out/$way.txt" 2>&1 ||
        { echo "$way: whatif ended with $?"; tail -n 5 "$out/$way.txt"; bad=1; return; }
    columns '@name ~ /_scatter_gather_/ {print @without, @outcome, @launches, @time_ns}' "$out/$way.csv" |
        awk -v way="$way" -v wanted="$wanted" '
            {n[$1] += $3; ns[$1] = $4; failed = failed || $2 != "ok"}
            END {
                printf "%s: %d launches, each %.1f us; without their atomics %d, %.1f us\n",
                    way, n["none"], ns["none"] / 1e3, n["global"], ns["global"] / 1e3
                exit failed || n["none"] != wanted || n["global"] != wanted || ns["global"] >= ns["none"]
            }' || bad=1
}
launched plain 10 python3 "$here/launched.py" plain
launched graph 10 python3 "$here/launched.py" graph
launched streams 10 python3 "$here/launched.py" streams
launched ranks 20 python3 -m torch.distributed.run --standalone --nproc_per_node=2 "$here/launched.py" rank

# left: what a run may have left behind.
left() {
    ps -eo pid,stat,args | awk '/whatif|torch|small/ || $2 ~ /^Z/ {if (!/awk|launched.sh/) print}'
    ls -A "$work/tmp" /dev/shm
}
nvcc -O1 -o "$work/small" -x cu - >"$out/nvcc.txt" 2>&1 <<'END' || { echo "skipped: a hundred runs, no nvcc"; exit $bad; }
__global__ void add(int *p) { atomicAdd(p, 1); }
int main(void) {
    int *p;
    if (cudaMalloc(&p, 4)) return 1;
    for (int i = 0; i < 10; i++) add<<<100, 100>>>(p);
    return cudaDeviceSynchronize() != cudaSuccess;
}
END
left >"$work/before"
begun=$(date +%s) failed=0 i=0
while [ "$i" -lt "${RUNS:-100}" ]; do
    i=$((i + 1))
    TMPDIR=$work/tmp timeout 60 "$program" whatif --yes --runs 1 --edit global --csv "$work/small.csv" -- "$work/small" \
        >"$out/small.txt" 2>&1 || failed=$((failed + 1))
done
left >"$work/after"
echo "$i runs in a row: $failed failed, $(($(date +%s) - begun)) s"
! grep -vxFf "$work/before" "$work/after" && [ "$failed" -eq 0 ] || bad=1
exit $bad
