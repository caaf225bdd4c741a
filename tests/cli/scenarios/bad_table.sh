# Tables that this program did not write: file, line and value are named, and they stay as they are.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1..4 --axis e=1 \
    --axis c=0 --samples 6 --out out
cp out/shared_service.csv good

# refused SCRIPT MESSAGE: what sed makes of the good table.
refused() {
    sed "$1" good >bad
    cp bad out/shared_service.csv
    run 2 run --resume --out out
    says "out/shared_service.csv:$2"
    same bad out/shared_service.csv
}
refused '3s/interval,100,/interval,1OO,/' "3: median_cycles is '1OO', expected a number"
refused '4s/^3,1,0,ok/3,1,0,okay/' "4: status is 'okay', expected ok, wrong"
refused '2s/^1,1,0/1,2,0/' '2: n=1, e=2, c=0 is no point of this run'
refused '2s/^1,1,0/one,1,0/' "2: n is 'one'"
refused '1s/sm_mhz/sm_ghz/' "1: column 13 is 'sm_ghz', expected 'sm_mhz'"
refused '5s/,1000,/,1000/' '5: 13 fields, expected 14'
