# Resuming what is complete measures nothing; it does not even need a device that works.
run 0 run --device "fake:$scripts/steady.txt" --axis n=1 --samples 6 --out out
cp out/shared_service.csv before
cp out/global_baseline_samples.csv samples
echo lost >script
run 0 run --resume --out out --device fake:script
same before out/shared_service.csv
same samples out/global_baseline_samples.csv
state complete
