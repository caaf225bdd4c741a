#!/bin/sh
# gains.sh TRUTH_PLAIN GPU_ATOMICS TABLES OUT: what goes away of truth's kernels without their atomics, and what their counters
# predict, by `profile --whatif`, into OUT/truth: run.csv, agreement.csv, and gzipped counters.csv, whatif.csv and inspect.csv,
# which tests/gain/fit.py reads from results/<device>/truth. All kernels but those that results of atomics steer: work_queue,
# ticket_lock, hash_insert, search, union_find, labels. RUNS (3): of each kind. TABLES: of this kind of GPU. Four minutes.
# Exit status: that of `profile`.
set -eu
[ $# -eq 4 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
truth=$(realpath "$1")
program=$(realpath "$2")
tables=$(realpath "$3")
mkdir -p "$4"
cd "$4"
set -- --once --unchecked
set -- -- ./truth-plain "$@"
for kernel in trigrams buckets radix_digits degrees run_lengths tallies clusters cipher lines bloom group_maxima depths parities \
    balances sparse_scattered sparse_rows word_counts compact_plain compact_by_warp tree_sums transpose; do
    set -- --kernel "*${kernel}[<(]*" "$@"
done
cp "$truth" truth-plain
trap 'rm -f truth-plain' EXIT
code=0
"$program" profile --whatif --yes --runs "${RUNS:-3}" --edit shared,global --table "$tables" --out truth "$@" >truth.txt 2>&1 \
    </dev/null || code=$?
tail -n 5 truth.txt
[ -e truth/counters.csv ] || exit "$code"
rm -f truth.txt truth/utilization.csv # `model utilization` writes it again
sed -i '/^==PROF== .* process [0-9]/d' truth/counters.csv
sed -i "s|$tables|${tables##*/}|g" truth/run.csv
for file in counters whatif inspect; do
    [ ! -e "truth/$file.csv" ] || gzip -9nf "truth/$file.csv"
done
exit "$code"
