# Medians that differ by more than the tolerance: exit status 1, and the table is named.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1..4 --axis e=1 --axis c=0 \
    --samples 6 --out first
cp -r first second
takes second/shared_service.csv 3 103
run 1 compare first second
prints 'shared_service                4         4    75 %       0 %       3 %
    not alike: 1, most at n=2, e=1, c=0
        100 and 103 ns'
says 'compare: shared_service: 3 of 4 medians are within 1 % or have intervals that overlap, fewer than the 95 % wanted'
says '(1 of 1 tables disagree: shared_service)'
run 1 compare second first
prints '    2.91 %
    not alike: 1, most at n=2, e=1, c=0
        103 and 100 ns'
run 0 compare --within 3 first second
run 1 compare --within 2.99 first second
run 0 compare --share 75 first second
run 1 compare --share 75.1 first second

# The median of four differences lies between two of them.
takes second/shared_service.csv 4 102
takes second/shared_service.csv 5 101
run 1 compare first second
prints '    50 %     1.5 %       3 %'

# A bad table among good ones, wherever it stands.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --bench global_baseline --axis n=1..4 --axis e=1 --axis c=0 --samples 6 --out a
cp -r a b
for row in 2 3; do
    takes b/global_baseline.csv $row 1
    cell b/global_baseline.csv $row median_ns 1
done
run 1 compare a b
prints 'shared_service                4 '
says 'compare: global_baseline: 16 of 18 medians'
says '(1 of 2 tables disagree: global_baseline)'
run 0 compare --bench 'shared_*' a b
[ "$(wc -l <"$log/out")" -eq 6 ] || fail "a table that --bench leaves out was compared"
run 1 compare --bench 'shared_*' --bench global_baseline a b
says '(1 of 2 tables disagree: global_baseline)'
run 2 compare --bench 'shared_*' --bench global_baselin a b
says "--bench 'global_baselin' matches no table that both directories hold; did you mean global_baseline?"
takes b/shared_service.csv 2 1
run 1 compare a b
says 'compare: global_baseline: 16 of 18'
says '(2 of 2 tables disagree: global_baseline, shared_service)'

# Of more tables than a line holds some are named, each whole, and the rest are counted.
for i in $(seq 10 40); do
    cp a/global_baseline.csv "a/table_number_$i.csv"
    cp b/global_baseline.csv "b/table_number_$i.csv"
done
run 1 compare a b
grep -Eq '\(33 of 33 tables disagree: global_baseline, shared_service(, table_number_[0-9]{2})+ and [0-9]+ more\)$' "$log/err" ||
    fail "the names of 33 tables"
