# The same where all samples are kept, before any point has all its visits.
{ repeat 100 100; echo break; repeat 3000 100; } >script
run 130 run --device fake:script --bench global_baseline --samples 6 --out out
state interrupted
run 0 run --resume --out out --device "fake:$scripts/steady.txt"
rows out/global_baseline.csv 18
rows out/global_baseline_samples.csv $((18 * 6))
