# The device goes in the second of three slices of 64 points. What the first measured is kept, and
# resuming measures the rest and nothing twice.
all='--bench shared_service --axis n=all --axis e=all --axis c=all --samples 6'
run 0 run --device "fake:$scripts/steady.txt" $all --out whole
{ repeat 500 100; echo lost; } >script
run 3 run --device fake:script $all --out out
says 'the device is lost'
says 'run --resume --out out'
state failed
rows out/shared_service.csv 64
no_parts
cp out/shared_service.csv before
echo 200 >slower
run 0 run --resume --out out --device fake:slower
state complete
[ "$(axes out/shared_service.csv ok)" = "$(axes whole/shared_service.csv ok)" ] || fail "points"
[ "$(grep -cFxf before out/shared_service.csv)" -eq 65 ] || fail "a kept row has changed"
[ "$(columns '@median_cycles == 200' out/shared_service.csv | wc -l)" -eq 112 ] || fail "measured anew"
no_parts
