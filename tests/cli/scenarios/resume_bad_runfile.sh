# A run.csv that something else has cut.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1 --axis e=1 \
    --axis c=0 --samples 6 --out out
printf 'key,value\nargument,--dev' >out/run.csv
cp out/run.csv bad
run 2 run --resume --out out
says 'out/run.csv:2: the last line is cut short'
same bad out/run.csv
