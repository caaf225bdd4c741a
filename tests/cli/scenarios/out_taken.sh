# --out on a run that is there: refused, and nothing of it changes. Without --out: the next number.
point='--bench shared_service --axis n=1 --axis e=1 --axis c=0 --samples 6'
run 0 run --device "fake:$scripts/steady.txt" $point --out out
cp -r out before
run 2 run --device "fake:$scripts/steady.txt" $point --out out
says 'out holds a run already'
diff -r before out || fail "out has changed"
# Nor one that is there only once the directory has been made: as that of a process that was a moment faster.
run 2 run --device "fake:$scripts/steady.txt" $point --out new/../out
says 'new/../out holds a run already'
diff -r before out || fail "out has changed, by another name"
for directory in results/fake results/fake-2 results/fake-3; do
    run 0 run --device "fake:$scripts/steady.txt" $point
    prints "results in $directory"
    rows $directory/shared_service.csv 1
done
