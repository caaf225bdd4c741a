# Columns are found by name: their order is free, further ones are none of compare's business, and what
# it needs has to be there.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1..3 --axis e=1,2 \
    --axis c=0,1 --samples 6 --out first
cp -r first second
good=first/shared_service.csv
table=second/shared_service.csv
takes second/shared_service.csv 4 150
points=$(($(wc -l <$good) - 1))
edited '{n = @n; @n = @c; @c = n; last = @message; @message = "more," @instruction; @instruction = last}' $table >moved
cp moved $table
grep -q '^c,e,n,status,message,.*,more,instruction$' $table || fail "the columns are not moved"
run 1 compare first second
[ "$points" -eq 12 ] && prints 'shared_service               12        12  91.6 %       0 %      50 %
    not alike: 1, most at n=1, e=2, c=0
        100 and 150 ns'

# refused STATUS SCRIPT MESSAGE: what sed makes of the good header.
refused() {
    sed "1$2" $good >$table
    run "$1" compare first second
    says "second/shared_service.csv:1: $3"
    prints "shared_service: not compared: second/shared_service.csv:1: $3"
    [ "$(wc -l <"$log/out")" -eq 6 ] || fail "something was compared"
}
refused 1 's/,e,/,lanes,/' "there is no column 'e' before status, as there is in first/shared_service.csv"
refused 2 's/median_cycles/median_us/' "column 'median_us' is not known; did you mean 'median_ns'?"
refused 2 's/,status/,state/' "column 'state' is not known; did you mean 'status'?"
refused 2 's/,native,/,stop,/' "two columns are named 'stop'"
sed 's/^n,/m,n,/; 2,$s/^/1,/' $good >$table
run 1 compare first second
says "second/shared_service.csv:1: column 'm' before status is not in first/shared_service.csv"
sed '1s/,status/,state/' $good >$table
run 2 compare second first
says "second/shared_service.csv:1: column 'state' is not known; did you mean 'status'?"
: >$table
run 2 compare first second
says "second/shared_service.csv:1: there is no column 'status'"
