#!/bin/sh
# overhead.sh LIBRARY CUPTI_ALONE [OUT.csv]: what `whatif`'s LIBRARY costs a program by itself: seconds of a process of PyTorch
# (overhead.py), microseconds of a round of its ten operations and of ten additions, beside a library that has CUPTI record
# kernels and does nothing else. PROCESSES (7) each, in turn, of each of WAYS (all of these, in this order); one CSV row a
# process, with the milliseconds in which the library made modules:
#   plain, cupti; library: nothing edited; later: nothing edited, and no module read again, as in whatif's later plain runs;
#   edited: all atomics; unchanged: all modules replaced by themselves; each of the last two twice, the second time (-again)
#   with what the first kept of modules.
# A process: least and middle are said; a middle 3 s longer is allowed, and where modules are kept 0.3 s, of the least or the
# middle, as processes differ by more than that; then modules may take 0.1 s. Launches: the least is said, as a
# process's are at one of two speeds, half as long again, also without any library; the library may take at most 10 % more than
# CUPTI alone. ROUNDS (100): with 2 a process is little but its start, and nothing is said of launches.
# Exit status: 0, 1 beyond that, 77 no PyTorch or no GPU.
set -u
[ $# -ge 2 ] || { sed -n '2,14s/^# \{0,1\}//p' "$0" >&2; exit 2; }
library=$(realpath "$1") alone=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=${3:-$work/overhead.csv}
rounds=${ROUNDS:-100} processes=${PROCESSES:-7}
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
# with EDIT [SETTING..]: the library's settings.
with() {
    edit=$1
    shift
    process "$way" "LD_PRELOAD=$library" "GA_WHATIF_OUT=$work/runs" "GA_WHATIF_EDIT=$edit" "$@"
}
# twice WAY EDIT: with an empty cache, and with what that left.
twice() {
    rm -rf "$work/cache" && mkdir "$work/cache"
    way=$1
    with "$2" "GA_WHATIF_CACHE=$work/cache"
    way=$1-again
    with "$2" "GA_WHATIF_CACHE=$work/cache"
}
echo way,process_s,ten_us,additions_us,modules_ms >"$out"
# Unmeasured: what later ways are told of modules, where CUPTI is, and files that are read for the first time.
mkdir "$work/runs"
env "LD_PRELOAD=$library" "GA_WHATIF_OUT=$work/runs" GA_WHATIF_EDIT=none python3 "$here/overhead.py" 1 >/dev/null || exit 1
sed -n 's/^"*module,"*\([0-9a-f]\{16\}\): .*/\1/p' "$work"/runs/notes.*.csv >"$work/left"
cupti=$(columns '@kind == "cupti" {print @text}' "$work"/runs/notes.*.csv | head -n 1)
[ -n "$cupti" ] || { echo "the library found no CUPTI"; exit 1; }
for _ in $(seq "$processes"); do
    for way in ${WAYS:-plain cupti library later edited unchanged}; do
        case $way in
        plain) process plain ;;
        cupti) process cupti "LD_PRELOAD=$alone" "CUPTI_LIBRARY=$cupti" ;;
        library) with none ;;
        later) with none "GA_WHATIF_LEAVE=$work/left" ;;
        edited) twice edited shared,global,generic ;;
        unchanged) twice unchanged unchanged ;;
        *) echo "WAYS: $way is none" >&2; exit 2 ;;
        esac
    done
done
awk -F, -v rounds="$rounds" -v processes="$processes" '
    NR == 1 {next}
    !($1 in n) {ways[++n_ways] = $1}
    {n[$1]++; for (i = 2; i <= NF; i++) x[i, $1, n[$1]] = $i}
    function middle(i, way, j, k, below) { # half of the others are below it
        for (j = 1; j <= n[way]; j++) {
            below = 0
            for (k = 1; k <= n[way]; k++) below += x[i, way, k] < x[i, way, j] || (k < j && x[i, way, k] == x[i, way, j])
            if (below == int(n[way] / 2)) return x[i, way, j]
        }
    }
    function least(i, way, j, e) {
        for (e = j = 1; j <= n[way]; j++) e = x[i, way, j] < x[i, way, e] ? j : e
        return x[i, way, e]
    }
    function launches(i, what, plain) {
        plain = least(i, "plain")
        printf "%s: %.1f us a round; with CUPTI alone %+.1f %%, with the library %+.1f %%\n", what, plain,
            100 * (least(i, "cupti") / plain - 1), 100 * (least(i, "library") / plain - 1)
        bad += least(i, "library") > 1.1 * least(i, "cupti")
    }
    END {
        printf "%-16s %9s %8s %8s %7s %10s\n", "way", "processes", "least_s", "middle_s", "more_s", "modules_ms"
        for (w = 1; w <= n_ways; w++) {
            way = ways[w]
            more = n["plain"] ? middle(2, way) - middle(2, "plain") : 0
            printf "%-16s %9d %8.2f %8.2f %+7.2f %10.1f\n", way, n[way], least(2, way), middle(2, way), more, middle(5, way)
            fewest = n["plain"] ? least(2, way) - least(2, "plain") : 0
            kept = way ~ /-again$/
            bad += n[way] < processes || (kept ? (more > 0.3 && fewest > 0.3) || middle(5, way) > 100 : more > 3)
        }
        if (rounds >= 100 && n["plain"] && n["cupti"] && n["library"]) {
            launches(3, "ten operations")
            launches(4, "ten additions")
        }
        exit bad > 0 || n_ways == 0
    }' "$out"
