# Messages between two GPUs and between one and the host arrive by every way, and three GPUs meet.
run 0 run --device cpu --preset quick --bench fence_peer_messages --axis way=store_load,fences,relaxed --axis scope=all \
    --axis directions=all --axis traffic=all --axis payload=word,line --out two
table=$(columns '{n[@gpus " " @status]++} END {for (k in n) print k, n[k]}' two/fence_peer_messages.csv | sort)
[ "$table" = '1 ok 48
2 ok 48' ] || fail "rows: $table"
table=$(columns '@scope == "system" && @way != "relaxed" {n += @failures + @unseen} END {print n + 0}' two/fence_peer_messages.csv)
[ "$table" = 0 ] || fail "$table hand-overs failed where the order is right"
run 0 run --device cpu --preset quick --bench fence_peer_messages --axis payload=barrier --axis gpus=3 --axis to=1 --out three
prints '1 ok of 1 points'
