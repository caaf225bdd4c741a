# Ctrl-C in the second of three slices: the batch is finished and written, the third is not begun.
all='--bench shared_service --axis n=all --axis e=all --axis c=all --samples 6'
run 0 run --device "fake:$scripts/steady.txt" $all --out whole
{ repeat 500 100; echo break; repeat 3000 100; } >script
run 130 run --device fake:script $all --out out
says interrupted
says 'run --resume --out out'
state interrupted
rows out/shared_service.csv 128
no_parts
run 0 run --resume --out out --device "fake:$scripts/steady.txt"
state complete
same whole/shared_service.csv out/shared_service.csv
