# Another seed is another order of the same points; the same seed is the same file.
for seed in 1 2 1; do
    rm -rf out
    run 0 run --device "fake:$scripts/golden.txt" --bench shared_service --axis n=1,2,4 \
        --axis e=1,4 --axis c=0,1 --samples 6 --seed $seed --out out
    [ ! -e last ] || cp last "last_but_one"
    cp out/shared_service.csv last
    [ $seed = 2 ] || same "$here/golden/shared_service.csv" last
    [ "$(value seed)" = $seed ] || fail "run.csv: seed"
done
cmp -s last last_but_one && fail "seeds 1 and 2 gave the same samples to the same points"
[ "$(axes last)" = "$(axes last_but_one)" ] || fail "seeds 1 and 2 have different points"
