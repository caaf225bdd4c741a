# Rows of the host alone have no SM's clock, and so no cycles: a run that holds them is resumed.
point='--bench global_host_atomics --axis who=cpu --axis operation=add_u32,exchange_u32 --axis memory=pinned'
run 0 run --device cpu $point --samples 6 --out out
[ "$(grep -c ,ok, out/global_host_atomics.csv)" -eq 2 ] || fail "not two points are ok"
sed '$d' out/global_host_atomics.csv >left
cp left out/global_host_atomics.csv
run 0 run --resume --out out
[ "$(grep -c ,ok, out/global_host_atomics.csv)" -eq 2 ] || fail "not two points are ok after resuming"
sed -n 2p left | cut -d, -f1-18 >row # behind these a rate may be written otherwise
grep -qFf row out/global_host_atomics.csv || fail "the row that was there has changed"
run 0 run --resume --out out
says 'out is complete; nothing was left to measure'

# A row that is ok has a time.
awk -F, 'BEGIN {OFS = ","} NR == 1 {for (i = 1; i <= NF; i++) if ($i == "median_ns") c = i} NR == 2 {$c = ""} 1' \
    out/global_host_atomics.csv >cut
cp cut out/global_host_atomics.csv
run 2 run --resume --out out
says 'out/global_host_atomics.csv:2: status is ok, but there is no median_ns'

# One that was timed in cycles has these.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1,2 --axis e=1 --axis c=0 --samples 6 --out by_cycles
awk -F, 'BEGIN {OFS = ","} NR == 1 {for (i = 1; i <= NF; i++) if ($i == "median_cycles") c = i} NR == 2 {$c = ""} 1' \
    by_cycles/shared_service.csv | sed '$d' >cut
cp cut by_cycles/shared_service.csv
run 2 run --resume --out by_cycles
says 'by_cycles/shared_service.csv:2: status is ok, but there is no median_cycles'
