# Rows of the host alone have no SM's clock, and so no cycles: a run that holds them is resumed.
point='--bench global_host_atomics --axis who=cpu --axis operation=add_u32,exchange_u32 --axis memory=pinned'
run 0 run --device cpu $point --samples 6 --out out
[ "$(grep -c ,ok, out/global_host_atomics.csv)" -eq 2 ] || fail "not two points are ok"
sed '$d' out/global_host_atomics.csv >left
cp left out/global_host_atomics.csv
run 0 run --resume --out out
[ "$(grep -c ,ok, out/global_host_atomics.csv)" -eq 2 ] || fail "not two points are ok after resuming"
# Behind these a rate may be written otherwise.
kept='{print point(), @status, @n_samples, @median_ns, @q1_ns, @q3_ns, @ci_low_ns, @ci_high_ns, @min_ns, @max_ns}'
columns "$kept" out/global_host_atomics.csv | grep -qxF "$(columns "$kept" left)" || fail "the row that was there has changed"
run 0 run --resume --out out
says 'out is complete; nothing was left to measure'

# A row that is ok has a time.
cell out/global_host_atomics.csv 2 median_ns ''
run 2 run --resume --out out
says 'out/global_host_atomics.csv:2: status is ok, but there is no median_ns'

# One that was timed in cycles has these.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1,2 --axis e=1 --axis c=0 --samples 6 --out by_cycles
cell by_cycles/shared_service.csv 2 median_cycles ''
sed -i '$d' by_cycles/shared_service.csv
run 2 run --resume --out by_cycles
says 'by_cycles/shared_service.csv:2: status is ok, but there is no median_cycles'
