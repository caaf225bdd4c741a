# A table that was cut in mid-line by something else: resuming says where, and leaves it as it is.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1..4 --axis e=1 \
    --axis c=0 --samples 6 --out out
dd if=out/shared_service.csv of=cut bs=1 count=$(($(wc -c <out/shared_service.csv) - 9)) 2>dd.log
cp cut out/shared_service.csv
run 2 run --resume --out out
says 'out/shared_service.csv:5: the last line is cut short'
same cut out/shared_service.csv
no_parts
