#!/bin/sh
# cheaper.sh CHEAPER GPU_ATOMICS [OUT.csv]: edits that make an instruction cheaper, against kernels that are written so. Both
# may differ by 5 % or 0.5 us, 3 us of 64 fences whose scope became a block's: what they lost is still issued. OUT.csv: what whatif wrote. Exit status: 0, 1 beyond that, 77 no GPU.
set -u
[ $# -ge 2 ] || { sed -n '2,3s/^# \{0,1\}//p' "$0" >&2; exit 2; }
cheaper=$1 program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=${3:-$work/cheaper.csv}
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
code=0
"$cheaper" >/dev/null 2>&1 || code=$?
[ $code -ne 77 ] || exit 77
"$program" whatif --yes --skip 1 --edit narrow,as-loads,no-retry,membar,fences --csv "$out" -- "$cheaper" >"$work/said" || exit 3
# KERNEL, EDIT, the KERNEL that is written so.
cat >"$work/pairs" <<'PAIRS'
add_system narrow add_device
add_device narrow add_block
add_system as-loads load_system
add_device as-loads load_device
fence_system narrow fence_device
fence_device narrow fence_block 3000
shared_add as-loads shared_load
scale_again no-retry scale_once
PAIRS
columns '@of == "kernel" {print @kernel, @without, @time_ns}' "$out" >"$work/times"
awk '
    NR == FNR {ns[$1, $2] = $3; next}
    {
        had = ns[$1, "none"]; a = ns[$1, $2]; b = ns[$3, "none"]
        d = a - b; d = d < 0 ? -d : d
        bad = !(a > 0 && b > 0) || (d > 0.05 * b && d > ($4 ? $4 : 500))
        printf "%-13s %8.2f us, %-9s %8.2f, %-13s %8.2f%s\n", $1, had / 1000, $2, a / 1000, $3, b / 1000, bad ? ": differs" : ""
        worst = worst || bad
    }
    END {exit worst}' "$work/times" "$work/pairs"
