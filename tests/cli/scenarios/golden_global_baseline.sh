# Every sample in the order taken, and the table of them, to the byte.
run 0 run --device "fake:$scripts/golden.txt" --bench global_baseline \
    --axis regime=dependent,unused --axis scope=device --axis adds=128 --samples 6 --out out
golden out/global_baseline.csv
golden out/global_baseline_samples.csv
