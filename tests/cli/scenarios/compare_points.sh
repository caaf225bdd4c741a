# Points that one run lacks, whose status differs, that executed something else, or more of it.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1..4 --axis e=1 \
    --axis c=0 --samples 6 --out first
cp -r first second
table=second/shared_service.csv
sed -i '3d' $table
run 0 compare first second
prints 'shared_service                3         3   100 %       0 %       0 %
    only in first: 1'
run 0 compare second first
prints '    only in first: 1'
cell $table 2 instruction ATOMS.CAS
run 0 compare first second
prints '    only in first: 1; instruction differs: 1'

# Times of other work are not compared, however far they are apart; where there are no others, that is no agreement, even
# if another table agrees.
cp -r second longer
for run in second longer; do
    sed -i '1s/$/,ops/; 2,$s/$/,6/' $run/shared_service.csv
done
for row in 2 3 4; do
    cell longer/shared_service.csv $row median_cycles 100000
    cell longer/shared_service.csv $row ops 7
    run $((row < 4 ? 0 : 2)) compare second longer
    prints "    work differs: $((row - 1))"
done
says 'compare: shared_service: no point did the same work in second and longer'
prints 'shared_service                3         0  none of the same work in both'
cell longer/shared_service.csv 2 status wrong
run 1 compare second longer
prints '    status differs: 1; work differs: 2'
cell longer/shared_service.csv 2 status ok
cp first/shared_service.csv second/agrees.csv
cp first/shared_service.csv longer/agrees.csv
run 2 compare second longer
prints 'agrees                        4         4 '
says '(1 of 2 tables not compared: shared_service)'
rm -r longer second/agrees.csv
sed -i 's/,[^,]*$//' $table

# ok, and no longer: that fails however many points there are. The other way round it is no regression.
cell $table 3 status wrong
cell $table 3 median_cycles ''
run 1 compare --share 0 first second
prints 'shared_service                3         2   100 % '
prints 'status differs: 1; instruction differs: 1'
says 'compare: shared_service: points that are ok in first and not in second: 1, the first n=3, e=1, c=0'
run 0 compare second first
prints 'status differs: 1'

# The first that is lost is the first in the file.
cp -r first more
cell more/shared_service.csv 3 n 20
cp -r more lost
cell lost/shared_service.csv 3 status error
cell lost/shared_service.csv 4 status error
cell lost/shared_service.csv 5 status error
cell more/shared_service.csv 3 n 4
cell more/shared_service.csv 5 n 20
run 1 compare more lost
says 'points that are ok in more and not in lost: 3, the first n=4, e=1, c=0'
rm -r more lost

# Nothing to compare is no agreement.
cell $table 2 status timeout
cell $table 4 status timeout
run 2 compare second second
prints 'shared_service                3         0  none ok in both'
says 'no point is ok in both'
cp -r first other
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=5 --axis e=1 \
    --axis c=0 --samples 6 --out third
run 2 compare first third
prints 'only in first: 4; only in third: 1'
says 'shared_service: no point is in both first and third'

# A table that one run lacks is named; so is having none in common.
cp first/shared_service.csv first/more.csv
run 0 compare first other
prints 'more: only in first, not compared'
run 0 compare other first
prints 'more: only in first, not compared'
rm first/shared_service.csv
run 2 compare first other
says 'there is no table that both first and other hold'
