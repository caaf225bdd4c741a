# Keys inserted, appended and sorted, on the stand-in: every way and size leaves the same in memory, with tables that end a
# quarter full and quite full. A table of 16-byte slots needs an atomic that the stand-in lacks.
run 0 run --device cpu --preset quick --samples 1 --bench global_table --axis way=all --axis bytes=all --axis load=25,100 \
    --axis input=all --axis keys=16 --out out
columns '{print @way, @bytes, @status}' out/global_table.csv | sort | uniq -c | tr -s ' ' >found
{
    for way in append_block append_plain append_warp; do printf ' 2 %s 16 ok\n 2 %s 4 ok\n 2 %s 8 ok\n' $way $way $way; done
    for way in cas peek; do printf ' 6 %s 16 unsupported\n 6 %s 4 ok\n 6 %s 8 ok\n' $way $way $way; done
    printf ' 3 sort 4 ok\n 3 sort 8 ok\n'
} >wanted
same wanted found
[ "$(value global_table.wrong)" -eq 0 ] || fail "a key is not where it has to be"
columns '@status == "unsupported" {print @message}' out/global_table.csv | sort -u >found
echo 'the stand-in has no 128-bit atomics' >wanted
same wanted found

# A key takes one compare-and-swap at least, if nobody looks before; of keys all the same each needs no second slot.
columns '@way == "cas" && @status == "ok" && @tries < 1' out/global_table.csv | grep . && fail "a key without an attempt"
columns '@way == "cas" && @input == "one" && @status == "ok" && @tries != 1' out/global_table.csv | grep . && fail "one key, more slots"
columns '@way == "peek" && @input == "one" && @tries > 1' out/global_table.csv | grep . && fail "more attempts than keys"
true
