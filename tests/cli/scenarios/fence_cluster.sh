# A cluster's fences are measured in each order; the C dialect has none of that scope.
run 0 run --device cpu --preset quick --bench fence_fence --axis scope=cluster --axis order=all --axis warps=1 --axis fences=0,1 \
    --axis background=none --out out
table=$(columns '{n[@order " " @status]++} END {for (k in n) print k, n[k]}' out/fence_fence.csv | sort)
[ "$table" = 'acq_rel ok 2
acquire ok 2
release ok 2
seq_cst ok 2' ] || fail "rows: $table"
