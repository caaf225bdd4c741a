#!/bin/sh
# overhead.sh LIBRARY CUPTI_ALONE [OUT.csv]: what `whatif`'s LIBRARY costs a program by itself, with nothing edited and with all
# atomics edited: seconds of a process of PyTorch (overhead.py), microseconds of a round of its ten operations and of ten additions;
# beside a library that has CUPTI record kernels and does nothing else. Seven processes each, in turn; one CSV row a process, the
# least of each is taken. At most 3 s a process are allowed, and for the launches 5 % more than CUPTI alone takes.
# Exit status: 0, 1 beyond that, 77 no PyTorch or no GPU.
set -u
[ $# -ge 2 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
library=$(realpath "$1") alone=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=${3:-$work/overhead.csv}
python3 -c 'import sys, torch; sys.exit(not torch.cuda.is_available())' 2>/dev/null || { echo "skipped: no PyTorch with a GPU"; exit 77; }
now() { date +%s.%N; }
# process WAY [SETTING..]: its row
process() {
    way=$1
    shift
    rm -rf "$work/runs" && mkdir "$work/runs"
    begun=$(now)
    measured=$(env "$@" python3 "$here/overhead.py" 100) || exit 1
    echo "$way,$begun,$(now),$measured" | awk -F '[, ]' '{printf "%s,%.3f,%s,%s\n", $1, $3 - $2, $4, $5}' >>"$out"
}
echo way,process_s,ten_us,additions_us >"$out"
for _ in 1 2 3 4 5 6 7; do
    process plain
    process library "LD_PRELOAD=$library" "GA_WHATIF_OUT=$work/runs" GA_WHATIF_EDIT=none
    cupti=$(columns '@kind == "cupti" {print @text}' "$work"/runs/notes.*.csv | head -n 1)
    [ -n "$cupti" ] || { echo "the library found no CUPTI"; exit 1; }
    process edited "LD_PRELOAD=$library" "GA_WHATIF_OUT=$work/runs" GA_WHATIF_EDIT=shared,global,generic
    process cupti "LD_PRELOAD=$alone" "CUPTI_LIBRARY=$cupti"
done
for column in 2 3 4; do
    for way in plain cupti library edited; do
        grep "^$way," "$out" | cut -d, -f$column | sort -n | head -n 1
    done | paste -sd, -
done | awk -F, '
    function more(k) {return sprintf("%+.1f %%", 100 * ($k / $1 - 1))}
    NR == 1 {
        printf "a process: %.2f s; with CUPTI alone %+.2f s, with the library %+.2f s, with edits %+.2f s\n", $1, $2 - $1, $3 - $1, $4 - $1
        bad += $3 - $1 > 3 || $4 - $1 > 3
    }
    NR > 1 {
        printf "%s: %.1f us a round; with CUPTI alone %s, with the library %s\n", NR == 2 ? "ten operations" : "ten additions", $1, more(2), more(3)
        bad += $3 > 1.05 * $2
    }
    END {exit bad > 0 || NR < 3}'
