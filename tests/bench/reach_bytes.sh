#!/bin/sh
# reach_bytes.sh GPU_ATOMICS OUT: what global_reach moves between the L2 and DRAM, by Nsight Compute's counters of its launches,
# one point a process: OUT/global_reach_bytes.csv, with the bytes of an access, and beside it run.csv of the first process.
# A page's pattern that reads no DRAM and takes longer all the same waits for address translation. Exit status:
# 0, 1 if a point failed, 77 without GPU or ncu.
set -u
[ $# -eq 2 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
ga=$(realpath "$1")
PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin
command -v ncu >/dev/null || { echo "skipped: no ncu"; exit 77; }
"$ga" devices 2>/dev/null | grep -q '^cuda:0' || { echo "skipped: no NVIDIA GPU"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2" && cd "$2" || exit 1
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
failed=0
echo set_mib,pattern,operation,regime,n_launches,ops,dram_read_bytes,dram_write_bytes,read_bytes_per_access,write_bytes_per_access,access_ns >global_reach_bytes.csv
# point SET PATTERN OPERATION REGIME: the middle launch; times under the profiler are not those of the table.
point() {
    rm -rf part
    ncu --cache-control none --clock-control none --csv --page raw --print-units base --log-file "$work/ncu.csv" \
        -k "regex:^global_reach_" --metrics dram__bytes_read.sum,dram__bytes_write.sum \
        "$ga" run --bench global_reach --axis "set_mib=$1" --axis "pattern=$2" --axis "operation=$3" --axis "regime=$4" \
        --axis "blocks_per_sm=$5" --samples 10 --out part >"$work/log" 2>&1 </dev/null ||
        { echo "$*: failed"; tail -n 3 "$work/log"; failed=1; return; }
    [ -e run.csv ] || cp part/run.csv .
    columns '@status == "ok" {print @ops, @access_ns}' part/global_reach.csv >"$work/row"
    grep '^"' "$work/ncu.csv" | sed 's/^"//; s/"$//; s/","/\t/g' | awk -F'\t' -v row="$(cat "$work/row")" -v point="$1,$2,$3,$4" '
        function middle(a, n, i, j, t) {
            for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j - 1]; j--) {t = a[j]; a[j] = a[j - 1]; a[j - 1] = t}
            return a[int((n + 1) / 2)]
        }
        NR == 1 {for (i = 1; i <= NF; i++) {if ($i == "dram__bytes_read.sum") r = i; if ($i == "dram__bytes_write.sum") w = i}}
        NR > 2 {n++; gsub(",", "", $r); gsub(",", "", $w); read[n] = $r + 0; written[n] = $w + 0}
        END {
            split(row, of, " ")
            if (!n || !(of[1] > 0)) exit 1
            a = middle(read, n); b = middle(written, n)
            printf "%s,%d,%d,%d,%d,%.4g,%.4g,%s\n", point, n, of[1], a, b, a / of[1], b / of[1], of[2]
        }' >>global_reach_bytes.csv || { echo "$*: no counters"; failed=1; }
}
for set in 1 64 1024 16384; do
    for pattern in random line; do
        point "$set" $pattern add dependent 0
        point "$set" $pattern add unused max
    done
    point "$set" random load dependent 0
    point "$set" random load independent max
done
for set in 512 1024 2048 4096 8192 16384; do
    point "$set" page load dependent 0
done
rm -rf part
exit $failed
