# A result that fails its check: exit 1, the row says so and has no times, and resuming changes
# neither. The first 12 entries are the sentinel's.
{ repeat 13 100; echo wrong; repeat 100 100; } >script
run 1 run --device fake:script --bench shared_service --axis n=1,2 --axis e=1 --axis c=0 \
    --samples 6 --out out
says 'wrong results'
prints 'memory does not hold'
rows out/shared_service.csv 2
[ "$(axes out/shared_service.csv wrong | wc -l)" -eq 1 ] || fail "not one row is wrong"
grep -q '^[12],1,0,wrong,stand-in,unknown,0,0,,,,,,memory' \
    out/shared_service.csv || fail "the wrong row: $(grep wrong out/shared_service.csv)"
state complete
cp out/shared_service.csv before
run 1 run --resume --out out --device "fake:$scripts/steady.txt"
same before out/shared_service.csv

# One wrong visit of the sentinel is enough, before the first point or behind the last, whatever its others say.
for before in 0 24; do
    { repeat $before 100; echo wrong; repeat 100 100; } >script
    run 1 run --device fake:script --bench shared_service --axis n=1,2 --axis e=1 --axis c=0 \
        --samples 6 --out sentinel-$before
    rows sentinel-$before/shared_service.csv 2
    [ "$(axes sentinel-$before/shared_service.csv wrong)" = '2 1 0' ] || fail "the sentinel's row is not wrong"
done
