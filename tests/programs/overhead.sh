#!/bin/sh
# overhead.sh LIBRARY CUPTI_ALONE [OUT.csv]: what `whatif`'s LIBRARY costs a program by itself, with nothing edited, the same in a
# later run, which reads no module again, and with all atomics edited: seconds of a process of PyTorch (overhead.py), microseconds
# of a round of its ten operations and of ten additions; beside a library that has CUPTI record kernels and does nothing else.
# Seven processes each, in turn; one CSV row a process, with the milliseconds in which the library made modules. The middle one
# of each is said: on virtual machines processes differ by half.
# ROUNDS (100): fewer make a process of little but its start, of which the times of launches are not judged.
# At most 3 s a process are allowed. For the launches the library may take 10 % more than CUPTI alone: it is beyond that where it
# is so in 42 of the 49 pairs of processes, as chance has it once in a hundred times.
# Exit status: 0, 1 beyond that, 77 no PyTorch or no GPU.
set -u
[ $# -ge 2 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
library=$(realpath "$1") alone=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=${3:-$work/overhead.csv}
rounds=${ROUNDS:-100}
python3 -c 'import sys, torch; sys.exit(not torch.cuda.is_available())' 2>/dev/null || { echo "skipped: no PyTorch with a GPU"; exit 77; }
now() { date +%s.%N; }
# process WAY [SETTING..]: its row
process() {
    way=$1
    shift
    rm -rf "$work/runs" && mkdir "$work/runs"
    begun=$(now)
    measured=$(env "$@" python3 "$here/overhead.py" "$rounds") || exit 1
    ended=$(now)
    made=$(cat "$work"/runs/notes.*.csv 2>/dev/null | sed -n 's/^"*module.*, in \([0-9.]*\) ms.*/\1/p' | awk '{ms += $1} END {printf "%.1f", ms}')
    echo "$way,$begun,$ended,$measured,$made" | awk -F '[, ]' '{printf "%s,%.3f,%s,%s,%s\n", $1, $3 - $2, $4, $5, $6}' >>"$out"
}
echo way,process_s,ten_us,additions_us,modules_ms >"$out"
for _ in 1 2 3 4 5 6 7; do
    process plain
    process library "LD_PRELOAD=$library" "GA_WHATIF_OUT=$work/runs" GA_WHATIF_EDIT=none
    sed -n 's/^"*module,"*\([0-9a-f]\{16\}\): .*/\1/p' "$work"/runs/notes.*.csv >"$work/left"
    cupti=$(columns '@kind == "cupti" {print @text}' "$work"/runs/notes.*.csv | head -n 1)
    [ -n "$cupti" ] || { echo "the library found no CUPTI"; exit 1; }
    process later "LD_PRELOAD=$library" "GA_WHATIF_OUT=$work/runs" GA_WHATIF_EDIT=none "GA_WHATIF_LEAVE=$work/left"
    process edited "LD_PRELOAD=$library" "GA_WHATIF_OUT=$work/runs" GA_WHATIF_EDIT=shared,global,generic
    process cupti "LD_PRELOAD=$alone" "CUPTI_LIBRARY=$cupti"
done
awk -F, -v rounds="$rounds" '
    NR == 1 {next}
    {n[$1]++; for (i = 2; i <= NF; i++) x[i, $1, n[$1]] = $i}
    function middle(i, way, j, k, below) { # half of the others are below it
        for (j = 1; j <= n[way]; j++) {
            below = 0
            for (k = 1; k <= n[way]; k++) below += x[i, way, k] < x[i, way, j] || (k < j && x[i, way, k] == x[i, way, j])
            if (below == int(n[way] / 2)) return x[i, way, j]
        }
    }
    function slower(i, j, k, pairs) {
        for (j = 1; j <= n["library"]; j++)
            for (k = 1; k <= n["cupti"]; k++) pairs += x[i, "library", j] > 1.1 * x[i, "cupti", k]
        return pairs
    }
    function launches(i, what, plain) {
        plain = middle(i, "plain")
        printf "%s: %.1f us a round; with CUPTI alone %+.1f %%, with the library %+.1f %%, 10 %% beyond CUPTI in %d of 49 pairs\n", what, plain,
            100 * (middle(i, "cupti") / plain - 1), 100 * (middle(i, "library") / plain - 1), slower(i)
        bad += rounds >= 100 && slower(i) >= 42
    }
    END {
        plain = middle(2, "plain")
        printf "a process: %.2f s; with CUPTI alone %+.2f s, with the library %+.2f s, later %+.2f s, with edits %+.2f s, of which modules take %.2f s\n",
            plain, middle(2, "cupti") - plain, middle(2, "library") - plain, middle(2, "later") - plain, middle(2, "edited") - plain,
            middle(5, "edited") / 1000
        bad += middle(2, "library") - plain > 3 || middle(2, "edited") - plain > 3
        launches(3, "ten operations")
        launches(4, "ten additions")
        exit bad > 0 || n["cupti"] < 7
    }' "$out"
