# Turns, atomics and a second kernel leave the same sums, in one tile and in several; an empty tile has no atomics.
run 0 run --device cpu --preset quick --bench lock_turnstile --axis blocks=2,4 --axis words=0,16,64 --axis tiles=1,2 --out out
table=$(columns '{n[@method " " @status]++} END {for (k in n) print k, n[k]}' out/lock_turnstile.csv | sort)
[ "$table" = 'atomics ok 6
kernels ok 9
turns ok 9' ] || fail "rows: $table"
