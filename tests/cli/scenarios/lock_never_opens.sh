# A lock that never opens: all that wait for it give up, the row says so, and other locks are measured.
begin=$(date +%s)
run 3 run --device cpu --bench lock_mutex --axis lock=never_opens,mcs --axis contender=warp,lane \
    --axis contenders=1,4 --axis scope=block,device --axis order=atomics --out out
[ $(($(date +%s) - begin)) -lt 150 ] || fail "it took more than 150 s"
says 'points without a result'
# In rows: lock and status, how often.
table=$(columns '{n[@lock " " @status]++} END {for (k in n) print k, n[k]}' out/lock_mutex.csv | sort)
[ "$table" = 'mcs ok 7
never_opens timeout 7' ] || fail "rows: $table"
