# Tables of older programs lack the axis of accesses: their points are those of the usual ones, whichever table is first.
run 0 run --device "fake:$scripts/steady.txt" --bench global_divergence --preset quick --samples 6 --out new
cp -r new old
edited '{delete @accesses}' new/global_divergence.csv >old/global_divergence.csv
edited 'FNR > 1 {@accesses = "doubled"; @median_ns *= 2}' new/global_divergence.csv | sed 1d >doubled
cat doubled >>new/global_divergence.csv
run 0 compare old new
prints 'global_divergence            20        20   100 %       0 %       0 %
    only in new: 20'
run 0 compare new old
prints 'global_divergence            20        20   100 %       0 %       0 %
    only in new: 20'
sed -i 1s/,accesses,/,adds,/ new/global_divergence.csv
run 1 compare old new
says "column 'adds' before status is not in old/global_divergence.csv"
run 1 compare new old
says "there is no column 'adds' before status, as there is in new/global_divergence.csv"
