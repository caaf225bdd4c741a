# The same while resuming: the table of before stays whole.
all='--bench shared_service --axis n=all --axis e=all --axis c=all --samples 6'
{ repeat 500 100; echo lost; } >script
run 3 run --device fake:script $all --out out
cp out/shared_service.csv before
(
    ulimit -f 8
    run 4 run --resume --out out --device "fake:$scripts/steady.txt"
) || exit 1
says 'out/shared_service.csv: not written'
no_parts
same before out/shared_service.csv
