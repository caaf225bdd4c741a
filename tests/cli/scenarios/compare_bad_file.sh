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
    [ "$(wc -l <"$log/out")" -eq 6 ] || fail "something was compared"
    cp $good $table
}
for median in 1OO '' nan inf -1 0x10 1e999 1e308 1e; do
    cell $table 3 median_cycles "$median"
    refused "3: status is ok and median_cycles is '$median', expected a number"
done
cell $table 4 status okay
refused "4: status is 'okay', expected ok, wrong, unsupported, timeout or error"
cell $table 4 status usage
refused "4: status is 'usage', expected"
cell $table 5 n 2
refused '5: n=2, e=1, c=0 stands here for the second time, as in line 3'
sed -i '5s/,[^,]*$//' $table
refused '5: 13 fields, expected 14'
dd if=$good of=$table bs=1 count=$(($(wc -c <$good) - 9)) 2>dd.log
refused '5: the last line is cut short'
head -c 40 $good >$table
refused '1: the last line is cut short'
sed '3s/,/,"/' $good >$table
refused '3: a quote is not closed before the file ends'
sed '3s/,/",/' $good >$table
refused '3: a quote inside field 1; expected it around the field, and twice inside'
sed '3s/^\([^,]*\)/"\1"0/' $good >$table
refused '3: a quote inside field 1; expected it around the field, and twice inside'
sed '4s/,/\r,/2' $good >$table
refused '4: a carriage return in field 2; expected one only before the end of a line'
sed 's/$/\r/' $good >$table
run 0 compare first second
cp $good $table
rm $table
mkdir $table
run 4 compare first second
says 'second/shared_service.csv: cannot be read: Is a directory'
