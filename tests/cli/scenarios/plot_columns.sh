# Figures of tables that lack a column or some points: drawn of what is there, and of nothing else.
command -v gnuplot >/dev/null || exit 77
one=$here/../../results/nvidia-h200
two=$here/../../results/nvidia-h200-x2
# drawn DIR FIGURE: the figure of the table there.
drawn() {
    run 0 plot "$1"
    [ -s "$1/figures/$2.svg" ] || fail "$2 is not drawn"
}

# A table of before there was a column is drawn whole.
mkdir before now
cp "$one/run.csv" before
cp "$one/run.csv" now
awk -F, 'NR == 1 || $8 == "usual"' "$one/global_cross_direct.csv" >now/global_cross_direct.csv
cut -d, -f1-7,9- now/global_cross_direct.csv >before/global_cross_direct.csv
drawn before global_cross_direct
drawn now global_cross_direct
for figure in global_cross_direct global_cross_strides; do
    same before/figures/$figure.svg now/figures/$figure.svg
done

# Twice the accesses alone are said to be that.
mkdir doubled
cp "$one/run.csv" doubled
awk -F, 'NR == 1 || $8 == "doubled"' "$one/global_cross_direct.csv" >doubled/global_cross_direct.csv
drawn doubled global_cross_direct
grep -q 'accesses doubled' doubled/figures/global_cross_direct.svg || fail "what is drawn is not said"

# Peers without a load, and of one number of warps without a column for it.
mkdir few old old_all
for dir in few old old_all; do cp "$two/run.csv" $dir; done
awk -F, 'NR == 1 || $4 !~ /many/' "$two/global_peer_atomics.csv" >few/global_peer_atomics.csv
drawn few global_peers
drawn few global_peer_operations
awk -F, 'NR == 1 || $6 == 1' "$two/global_peer_atomics.csv" >old_all/global_peer_atomics.csv
cut -d, -f1-5,7- old_all/global_peer_atomics.csv >old/global_peer_atomics.csv
drawn old global_peers
drawn old_all global_peers
for figure in global_peers global_peer_operations; do
    same old/figures/$figure.svg old_all/figures/$figure.svg
done

# A rate is with as many warps of each pair: without the most of one, all are drawn with fewer.
mkdir hole less
for dir in hole less; do cp "$two/run.csv" $dir; done
awk -F, 'NR == 1 || !($1 == 0 && $2 == 1 && $6 == 2048)' "$two/global_peer_atomics.csv" >hole/global_peer_atomics.csv
awk -F, 'NR == 1 || !($1 != $2 && $6 == 2048)' "$two/global_peer_atomics.csv" >less/global_peer_atomics.csv
drawn hole global_peer_operations
drawn less global_peer_operations
same hole/figures/global_peer_operations.svg less/figures/global_peer_operations.svg
