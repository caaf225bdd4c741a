#!/bin/sh
# overhead.sh LIBRARY [OUT.csv]: what `whatif`'s LIBRARY costs a program by itself, with nothing edited and with all atomics edited:
# seconds of a process of PyTorch (overhead.py), microseconds of a round of its ten operations and of ten additions. Five processes
# each, in turn; one CSV row a process. At most 3 s a process and 5 % a round of the ten are allowed; the additions are shown.
# Exit status: 0, 1 beyond that, 77 no PyTorch or no GPU.
set -u
[ $# -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
library=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=${2:-$work/overhead.csv}
python3 -c 'import sys, torch; sys.exit(not torch.cuda.is_available())' 2>/dev/null || { echo "skipped: no PyTorch with a GPU"; exit 77; }
now() { date +%s.%N; }
# process WAY [SETTING..]: its row
process() {
    way=$1
    shift
    rm -rf "$work/runs" && mkdir "$work/runs"
    begun=$(now)
    measured=$(env "$@" python3 "$here/overhead.py" 300) || exit 1
    echo "$way,$begun,$(now),$measured" | awk -F '[, ]' '{printf "%s,%.3f,%s,%s\n", $1, $3 - $2, $4, $5}' >>"$out"
}
echo way,process_s,ten_us,additions_us >"$out"
for _ in 1 2 3 4 5; do
    process plain
    process library "LD_PRELOAD=$library" "GA_WHATIF_OUT=$work/runs" GA_WHATIF_EDIT=none
    process edited "LD_PRELOAD=$library" "GA_WHATIF_OUT=$work/runs" GA_WHATIF_EDIT=shared,global,generic
done
for column in 2 3 4; do
    for way in plain library edited; do
        grep "^$way," "$out" | cut -d, -f$column | sort -n | sed -n 3p
    done | paste -sd, -
done | awk -F, '
    NR == 1 {printf "a process: %.2f s; %.2f s more with the library, %.2f s with edits\n", $1, $2 - $1, $3 - $1; bad += $2 - $1 > 3 || $3 - $1 > 3}
    NR > 1 {printf "%s: %.1f us a round; with the library %+.1f %%\n", NR == 2 ? "ten operations" : "ten additions", $1, 100 * ($2 / $1 - 1)}
    NR == 2 {bad += $2 > 1.05 * $1}
    END {exit bad > 0 || NR < 3}'
