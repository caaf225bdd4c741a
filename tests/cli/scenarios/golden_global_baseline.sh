# Every sample in the order taken, and the table of them, to the byte.
run 0 run --device "fake:$scripts/golden.txt" --bench global_baseline \
    --axis regime=dependent,unused --axis scope=device --axis adds=128 --samples 6 --out out
same "$here/golden/global_baseline.csv" out/global_baseline.csv
same "$here/golden/global_baseline_samples.csv" out/global_baseline_samples.csv
