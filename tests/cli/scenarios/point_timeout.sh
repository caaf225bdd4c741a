# A wait inside a kernel ends: that point has no result, the others do, and resuming measures it.
{ repeat 13 100; echo timeout; repeat 100 100; } >script
run 3 run --device fake:script --bench shared_service --axis n=1,2 --axis e=1 --axis c=0 \
    --samples 6 --out out
says 'points without a result'
[ "$(axes out/shared_service.csv timeout | wc -l)" -eq 1 ] || fail "not one row is a timeout"
[ "$(axes out/shared_service.csv ok | wc -l)" -eq 1 ] || fail "not one row is ok"
run 0 run --resume --out out --device "fake:$scripts/steady.txt"
[ "$(axes out/shared_service.csv ok)" = '1 1 0
2 1 0' ] || fail "points after resuming"
