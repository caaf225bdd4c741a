#!/bin/sh
# lengths.sh ROOT: results/method.md has what the second length tells, of the set that has both, and of launches that are slower.
set -u
cd "$1" || exit 1
code=0
# shellcheck source=tests/cli/columns.sh disable=SC1091
. tests/cli/columns.sh
has() { grep -qE -- "$1" results/method.md || { echo "method.md has not: $1"; code=1; }; }

# gains TABLE: of each point with both lengths what the second gains, and the steady rate, over the first's.
gains() {
    # shellcheck disable=SC2016 # awk's
    columns '{
        doubled = @accesses == "doubled"
        sub(doubled ? "doubled" : "usual", "")
        key = $0
        sub(/,ok,.*/, "", key)
        rate[key, doubled] = @rate_ops_per_s
        if (!doubled) steady[key] = @steady_ops_per_s
        if ((key, 0) in rate && (key, 1) in rate)
            print rate[key, 1] / rate[key, 0] - 1, steady[key] / rate[key, 0] - 1
    }' "$1"
}
row() {
    gains "$1" | awk '{
        n++
        if ($2 > all) all = $2
        if ($1 > 0.01 || $1 < -0.01) next
        few++
        if ($2 > most) most = $2
    } END { printf "[|] %d [|] %d [|] [+] %.1f %% [|] [+] %.1f %% [|]", n, few, 100 * most, 100 * all }'
}
set=results/nvidia-h200
for table in global_operations global_divergence global_threads_per_warp; do
    has "$table.*$(row "$set/$table.csv")"
done
has "$(gains results/nvidia-h200/global_cross_direct.csv | awk '$1 < -0.01 {slow++} END {print slow " of " NR " points"}')"
exit $code
