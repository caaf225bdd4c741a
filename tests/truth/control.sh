#!/bin/sh
# control.sh TRUTH_PLAIN GPU_ATOMICS [OUT]: `whatif --edit none`, the control, on this machine's GPU: with all of truth's modules
# replaced by themselves, five runs, the GPU is busy for as long as it is without, within 1 %. It asks for no --yes. How far the
# program and each kernel and grid is off, and in how many the intervals of the runs overlap; what whatif wrote: OUT/control.csv.
# Exit status: 0, 1 beyond that, 77 no GPU.
set -u
[ $# -ge 2 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
truth=$(realpath "$1") program=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "${3:-$work/out}"
out=$(realpath "${3:-$work/out}")
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
"$truth" --kernel trigrams --samples 1 --unchecked >/dev/null 2>&1
[ $? -ne 77 ] || { echo "skipped: no GPU"; exit 77; }
"$program" whatif --edit none --runs 5 --csv "$out/control.csv" -- "$truth" --unchecked --samples 2 >"$work/said" 2>&1 </dev/null ||
    { tail -n 20 "$work/said"; exit 1; }
columns '
    @of != "unpaired" {
        text = @name
        gsub(/[", ]/, "", text)
        print @of, text "/" @grid_x, @without, @time_ns, @time_low_ns, @time_high_ns, @outcome
    }' "$out/control.csv" >"$work/rows"
awk '
    function percent(a, b) {return (a - b) / b * 100}
    function size(x) {return x < 0 ? -x : x}
    {key = $1 " " $2}
    $3 == "none" {ns[key] = $4; low[key] = $5; high[key] = $6; next}
    $7 != "ok" {print key ": " $7; bad = 1; next}
    $1 == "program" {
        off = percent($4, ns[key])
        printf "the program: %.1f us as it is, %.1f us with all replaced by itself: %+.2f %%\n", ns[key] / 1000, $4 / 1000, off
        bad = bad || size(off) > 1
        said = 1
        next
    }
    {
        n++
        off = percent($4, ns[key])
        within += size(off) <= 1
        overlap += $5 <= high[key] && low[key] <= $6
        if (size(off) > most) {most = size(off); where = $2; signed = off}
    }
    END {
        printf "%d kernels and grids: %d within 1 %%, the intervals of %d overlap; ", n, within, overlap
        printf "the farthest is %s: %+.2f %%\n", where, signed
        exit bad || !said || n == 0
    }' "$work/rows"
