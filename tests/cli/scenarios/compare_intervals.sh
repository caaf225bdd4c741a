# Runs of one process each: medians are alike within 1 %, or where their 95 % intervals overlap.
set -- --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1..8 --axis e=1..4 --axis c=0 --samples 6
run 0 run "$@" --out first
table=second/shared_service.csv
afresh() { rm -rf second; cp -r first second; }
afresh
cell $table 3 median_cycles 105
run 0 compare --share 100 first second
prints 'shared_service               32        32   100 %       0 %       5 %'
[ "$(wc -l <"$log/out")" -eq 6 ] || fail "more is said than that all are alike"
cell $table 3 ci_low_cycles 100.01
cell $table 3 ci_high_cycles 110
run 1 compare --share 100 first second
prints '  96.8 %       0 %       5 %
    not alike: 1, most at n=1, e=2, c=0
        100 and 105 ns'
says 'compare: shared_service: 31 of 32 medians are within 1 % or have intervals that overlap, fewer than the 100 % wanted'

# Where there is no interval, 1 % decides alone; what is none is no number.
for column in ci_low_cycles ci_high_cycles; do cell $table 3 $column ''; done
run 1 compare --share 100 first second
cell $table 3 median_cycles 100.5
run 0 compare --share 100 first second
! grep -q apart "$log/out" || fail "no interval, and yet apart"
for cycles in 100 wide nan; do
    cell $table 3 ci_low_cycles $cycles
    run 2 compare first second
done
says "$table:3: status is ok and ci_low_cycles is 'nan'"

# Within 1 %, and apart: alike, and counted; of those that are not alike nothing is counted.
afresh
takes $table 3 100.5
takes $table 4 101
takes $table 5 150
run 1 compare --share 100 first second --csv rows.csv
prints '  96.8 %       0 %      50 %
    apart, within 1 %: 2
    not alike: 1, most at n=1, e=4, c=0'
[ "$(columns '{print @compared, @within, @apart}' rows.csv)" = '32 31 2' ] || fail "other counts in the CSV"
run 1 compare --share 100 --within 0.7 first second
prints '
    apart, within 0.7 %: 1
    not alike: 2, '
run 1 compare --share 100 --within 0 first second
prints 'not alike: 3, '
! grep -q apart "$log/out" || fail "within 0 %, and yet apart"

# The SM's clock is a little slower: in cycles they are alike, in ns not. A clock that is much slower is a difference.
afresh
for row in 2 3 4 5; do cell $table $row sm_mhz 985; done
run 0 compare --share 100 --within 0 first second
cp -r first in_ns
sed -i '1s/ci_\([a-z]*\)_cycles/ci_\1_ns/g' in_ns/shared_service.csv
run 1 compare --share 100 --within 0 in_ns second
prints 'not alike: 4, '
for row in 2 3 4 5; do cell $table $row sm_mhz 970; done
run 1 compare --share 100 first second
prints 'not alike: 4, '

# A set's interval is over its processes, also beside a run of one. Of two sets 99 % have to be alike, else 95.
afresh
takes $table 3 150
run 0 compare first second
run 0 run "$@" --repeat 2 --out set
run 0 compare set second
prints '  96.8 %'
cell set/shared_service.csv 3 process_high_cycles 150
run 0 compare set second
prints '  100 %'
cell set/shared_service.csv 3 process_high_cycles 100
cp -r set other
cell other/shared_service.csv 3 median_cycles 150
cell other/shared_service.csv 3 process_low_cycles 150
cell other/shared_service.csv 3 process_high_cycles 150
run 1 compare set other
says '31 of 32 medians are within 1 % or have intervals that overlap, fewer than the 99 % wanted'
run 0 compare set other --share 95
