# Runs of two devices: ratios, a row a table, and no verdict; or of one that is not known, which is refused.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --bench global_baseline --axis n=1..4 --axis e=1 --axis c=0 \
    --axis regime=unused --axis scope=device --samples 6 --out first
cp -r first second
sed -i 's/^device_name,.*/device_name,"GPU 2, large"/' second/run.csv
cell second/shared_service.csv 3 median_cycles 150
cell second/shared_service.csv 4 median_cycles 40
cell second/shared_service.csv 5 status timeout
cell second/global_baseline.csv 2 instruction other
run 0 compare first second
prints 'of two devices: fake in first
                GPU 2, large in second'
prints '
table                    points     5 %  median    95 %    most  instruction
global_baseline               2   1.000   1.000   1.000   1.000            1
    most at regime=unused, scope=device, adds=1024
shared_service                3   0.460   1.000   1.450   0.400            0
    most at n=3, e=1, c=0
    left out: 1 not ok in both'
run 0 compare second first --bench 'shared_*'
prints 'shared_service                3   0.700   1.000   2.350   2.500            0'
! grep -q global_baseline "$log/out" || fail "a table that --bench leaves out"
run 2 compare first second --within 3
says 'compare: --within and --share judge runs of one device; these are of two'

# A table with another axis has its reason in its row, and the others are told; one that is broken ends with its reason.
cp second/shared_service.csv whole
sed -i '1s/^n,/m,/' second/shared_service.csv
run 0 compare first second
prints "shared_service: not compared: second/shared_service.csv:1: there is no column 'n' before status"
prints '1 of 2 tables not compared, as their axes differ: shared_service. That alone is no failure'
run 2 compare first second --bench shared_service
prints '1 of 1 tables not compared, as their axes differ: shared_service'
! grep -q 'That alone' "$log/out" || fail "a failure is said to be none"

# Points that did other work are in no ratio, and counted.
cp whole second/shared_service.csv
cp second/global_baseline.csv baseline
cell second/global_baseline.csv 2 ops 12345
run 0 compare first second
prints '
    left out: 1 did other work'
cp baseline second/global_baseline.csv
cell second/global_baseline.csv 2 median_ns fast
run 2 compare first second
says "second/global_baseline.csv:2: status is ok and median_ns is 'fast'"
prints 'shared_service                3'

sed -i '/^device_name,/d' second/run.csv
run 2 compare first second
says 'second/run.csv: there is no device_name'
rm second/run.csv
run 4 compare first second
says 'second/run.csv: cannot be read: No such file'
