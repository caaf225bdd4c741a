# A run that is killed in the second of three slices, 20 s after the first, which is in its table.
all='--bench shared_service --axis n=all --axis e=all --axis c=all --samples 6'
run 0 run --device "fake:$scripts/steady.txt" $all --out whole
{ repeat 500 100; echo break; echo break; repeat 3000 100; } >script
(
    preload fast_clock
    run 130 run --device fake:script $all --out out
) || exit 1
state started
rows out/shared_service.csv 64
no_parts
run 0 run --resume --out out --device "fake:$scripts/steady.txt"
state complete
same whole/shared_service.csv out/shared_service.csv
