# Turns, atomics and a second kernel leave the same sums, in one tile and in several; an empty tile has no atomics.
run 0 run --device cpu --preset quick --bench lock_turnstile --axis blocks=2 --axis words=0,64 --axis tiles=1,2 --out out
table=$(columns '{n[@method " " @status]++} END {for (k in n) print k, n[k]}' out/lock_turnstile.csv | sort)
[ "$table" = 'atomics ok 2
kernels ok 4
turns ok 4' ] || fail "rows: $table"
