# Every kind of barrier is one, on the reference backend; clusters of 1 and 2 blocks have barriers of their own.
run 0 run --device cpu --preset quick --bench lock_barriers --axis barrier=all --axis warps=2 --axis blocks=2 \
    --axis cluster=1,2 --out out
table=$(columns '{n[@barrier " " @status]++} END {for (k in n) print k, n[k]}' out/lock_barriers.csv | sort)
[ "$table" = 'block ok 1
central ok 1
cluster ok 2
cluster_relaxed ok 2
cooperative ok 1
launch ok 1
mbarrier ok 1
mbarrier_tx ok 1
named ok 1
tree ok 1
warp ok 1' ] || fail "rows: $table"
# A barrier within a block, and one too few for a cluster, are no points with clusters.
run 2 run --device cpu --bench lock_barriers --axis barrier=block --axis cluster=2 --axis blocks=2 --axis warps=1 --out none
