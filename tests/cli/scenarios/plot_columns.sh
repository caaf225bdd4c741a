# Figures of tables that lack a column or some points: drawn of what is there, and of nothing else.
command -v gnuplot >/dev/null || exit 77
one=$here/../../results/nvidia-h200
two=$here/../../results/nvidia-h200-x2
# part DIR FROM TABLE CONDITION: the table of FROM in DIR, of its rows those that fulfil the condition.
part() {
    mkdir "$1"
    cp "$2/run.csv" "$1"
    edited "FNR > 1 && !($4) {next}" "$2/$3.csv" >"$1/$3.csv"
}
# drawn DIR FIGURE..: the figures of the tables there.
drawn() {
    dir=$1
    shift
    run 0 plot "$dir"
    for figure; do
        [ -s "$dir/figures/$figure.svg" ] || fail "$figure is not drawn"
    done
}
# alike DIR1 DIR2 FIGURE..: the same in both.
alike() {
    first=$1 second=$2
    shift 2
    drawn "$first" "$@"
    drawn "$second" "$@"
    for figure; do
        same "$first/figures/$figure.svg" "$second/figures/$figure.svg"
    done
}

# A table of before there was a column is drawn whole.
part now "$one" global_cross_direct '@accesses == "usual"'
part before "$one" global_cross_direct '@accesses == "usual"'
edited '{delete @accesses}' now/global_cross_direct.csv >before/global_cross_direct.csv
alike now before global_cross_direct global_cross_strides
part with "$two" global_peer_atomics '@warps == 1'
part without "$two" global_peer_atomics '@warps == 1'
edited '{delete @warps}' with/global_peer_atomics.csv >without/global_peer_atomics.csv
alike with without global_peers global_peer_operations

# Twice the accesses alone are said to be that.
part doubled "$one" global_cross_direct '@accesses == "doubled"'
drawn doubled global_cross_direct
grep -q 'accesses doubled' doubled/figures/global_cross_direct.svg || fail "what is drawn is not said"

# Of two lengths the usual one is drawn.
run 0 run --device "fake:$scripts/steady.txt" --bench global_divergence --bench global_operations --preset quick --samples 6 --out usual
cp -r usual both
for bench in global_divergence global_operations; do
    edited 'FNR > 1 {@accesses = "doubled"; @rate_ops_per_s = @access_ns = 1}' "usual/$bench.csv" | sed 1d >>"both/$bench.csv"
done
alike usual both global_divergence global_operations

# Peers without a load; and a rate is with as many warps of each pair: without the most of one, all are drawn with fewer.
part few "$two" global_peer_atomics '@load !~ /many/'
drawn few global_peers global_peer_operations
part hole "$two" global_peer_atomics '!(@from == 0 && @to == 1 && @warps == 2048)'
part less "$two" global_peer_atomics '!(@from != @to && @warps == 2048)'
alike hole less global_peer_operations

# All predictions count.
part all "$one-histogram" histogram_predictions 1
run 0 plot all --out predictions --keep-data
rows=$(($(wc -l <"$one-histogram/histogram_predictions.csv") - 1))
grep -qx "n_predictions = $rows" predictions/data/histogram_predictions.set || fail "not all of $rows predictions count"
