# A device is lost before any point of a series has all its samples: nothing of it is written.
{ repeat 100 100; echo lost; } >script
run 3 run --device fake:script --bench global_baseline --samples 6 --out out
state failed
[ ! -e out/global_baseline.csv ] || fail "a table without its series"
[ ! -e out/global_baseline_samples.csv ] || fail "half a series"
run 0 run --resume --out out --device "fake:$scripts/steady.txt"
rows out/global_baseline.csv 18
rows out/global_baseline_samples.csv $((18 * 6))
