# Tables that this program did not write: file, line and value are named.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1..4 --axis e=1 \
    --axis c=0 --samples 6 --out first
cp -r first second
good=first/shared_service.csv
table=second/shared_service.csv

# refused MESSAGE
refused() {
    run 2 compare first second
    says "second/shared_service.csv:$1"
    says '(1 of 1 tables not compared: shared_service)'
    prints "shared_service: not compared: second/shared_service.csv:$1"
    [ "$(wc -l <"$log/out")" -eq 2 ] || fail "something was compared"
    cp $good $table
}
for median in 1OO '' nan inf -1 0x10 1e999 1e; do
    cell $table 3 median_ns "$median"
    refused "3: status is ok and median_ns is '$median', expected a number"
done
cell $table 4 status okay
refused "4: status is 'okay', expected ok, wrong, unsupported, timeout or error"
cell $table 4 status usage
refused "4: status is 'usage', expected"
cell $table 5 n 2
refused '5: n=2, e=1, c=0 stands here for the second time, as in line 3'
sed -i '5s/,[^,]*$//' $table
refused '5: 39 fields, expected 40'
dd if=$good of=$table bs=1 count=$(($(wc -c <$good) - 9)) 2>dd.log
refused '5: the last line is cut short'
head -c 40 $good >$table
refused '1: the last line is cut short'
rm $table
mkdir $table
run 4 compare first second
says 'second/shared_service.csv: cannot be read: Is a directory'
