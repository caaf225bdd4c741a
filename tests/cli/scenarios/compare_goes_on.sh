# A table that cannot be compared is said, and the others are compared all the same.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --bench global_baseline --bench lock_mutex --preset quick \
    --samples 6 --out first
cp -r first second
table=second/lock_mutex.csv
sed -i '1s/,work,/,adds,/' $table
run 1 compare first second
prints "lock_mutex: not compared: $table:1: there is no column 'work' before status, as there is in first/lock_mutex.csv"
prints 'global_baseline              18 '
prints 'shared_service               42 '
says "$table:1: there is no column 'work' before status, as there is in first/lock_mutex.csv (1 of 3 tables disagree: lock_mutex)"

# One that is no table is an error, but that others disagree is the answer.
cp first/lock_mutex.csv $table
sed -i '3s/,[^,]*$//' second/global_baseline.csv
run 2 compare first second
prints 'global_baseline: not compared: second/global_baseline.csv:3:'
prints 'lock_mutex  '
prints 'shared_service               42 '
says '(1 of 3 tables not compared: global_baseline)'
rm second/global_baseline.csv
mkdir second/global_baseline.csv
run 4 compare first second
prints 'shared_service               42 '
says 'second/global_baseline.csv: cannot be read: Is a directory'
cell second/shared_service.csv 3 status wrong
run 1 compare first second
says 'points that are ok in first and not in second: 1'
says '(1 of 3 tables disagree: shared_service; not compared: global_baseline)'
