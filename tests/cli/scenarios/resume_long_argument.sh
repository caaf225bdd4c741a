# The options of the run come back whole, however long.
values=$(repeat 300 1 | tr '\n' ,)2
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis "n=$values" --axis e=1 \
    --axis c=0 --samples 6 --out out
cp out/shared_service.csv before
run 0 run --resume --out out
same before out/shared_service.csv
