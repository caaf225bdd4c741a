# Few counters and many keys, on the stand-in: every way, width and result leaves the same in memory, of keys that are made
# and of a file's.
printf '\001\000\000\000\377\377\377\377\007\000\000\200' >keys
run 0 run --device cpu --preset quick --samples 1 --bench global_counters --axis way=all --axis result=all --axis bits=all \
    --axis counters=64 --axis input=all --axis keys=16,64 --keys keys --out out
columns '@status == "ok" {print @way, @result, @input}' out/global_counters.csv | sort | uniq -c | tr -s ' ' >found
for way in aggregated plain shared; do
    for result in count position; do
        printf ' 4 %s %s file\n 4 %s %s one\n 4 %s %s uniform\n 4 %s %s zipf\n' $way $result $way $result $way $result $way $result
    done
done >wanted
same wanted found
[ "$(value global_counters.wrong)" -eq 0 ] || fail "a counter or a position is wrong"

# The quick preset has a point for each way, all at one place.
run 0 run --device cpu --preset quick --samples 1 --bench global_counters --out quick
columns '{print @way, @status}' quick/global_counters.csv >found
printf 'plain ok\naggregated ok\nshared ok\n' >wanted
same wanted found

# Twice the counters than fit, and a number of them that is no power of two.
run 2 run --device cpu --bench global_counters --axis counters=1024 --out other
says '1024'
run 2 run --device cpu --bench global_counters --axis counters=12 --out other
[ ! -e other ] || fail "something was written"
