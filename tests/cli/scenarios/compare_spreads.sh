# Of several processes: spreads of brief tables are laid over each other in cycles, all others in ns.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --bench global_baseline --axis n=1..4 --axis e=1 --axis c=0 \
    --axis regime=unused --axis scope=device --samples 6 --repeat 2 --out first
cp -r first second
table=shared_service.csv
grep -q process_low_cycles first/$table || fail "shared_service has no spread in cycles"
grep -q process_low_ns first/global_baseline.csv || fail "global_baseline has no spread in ns"

# As many cycles, of a clock that is 0.03 % faster; a median that is 9 % off, in a spread that ends where the first is.
for row in 2 3 4 5; do
    cell second/$table $row sm_mhz 1000.3
done
cell second/$table 3 median_cycles 91
cell second/$table 3 process_low_cycles 91
run 0 compare --within 0 first second
prints 'shared_service                4         4   100 %'
cell second/$table 3 process_high_cycles 99.99
run 1 compare --within 0 first second
prints 'shared_service                4         4    75 %'

# What is told is a point that is not alike, not one that differs more and is.
cell second/$table 4 median_cycles 50
cell second/$table 4 process_low_cycles 50
run 1 compare --within 1 first second
prints '    50 %
    not alike: 1, most at n=2, e=1, c=0
        100 and 90.9727082 ns'
cell second/$table 4 median_cycles 100
cell second/$table 4 process_low_cycles 100
cell second/$table 3 process_high_cycles 100

# One of them in ns: in ns, both.
sed '1s/_cycles/_ns/g' first/$table >whole
cp whole first/$table
run 1 compare --within 0 first second
prints 'shared_service                4         4     0 %'
sed '1s/_cycles/_ns/g' second/$table >changed
cp changed second/$table
run 0 compare --within 0 first second

# A table in ns has cycles, too: another clock does not part equal times, nor does it join others.
for row in 2 3; do
    cell second/global_baseline.csv $row sm_mhz 900
done
run 0 compare --within 0 first second
cell second/global_baseline.csv 2 process_low_ns 100.1
cell second/global_baseline.csv 2 process_high_ns 100.1
cell second/global_baseline.csv 2 median_ns 100.1
run 1 compare --within 0 first second
