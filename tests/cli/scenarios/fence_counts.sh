# What a benchmark counts stands in columns behind all others. On the stand-in no way of passing a message
# fails, and every way has passed some; the slope is one for all rows of a line.
run 0 run --device cpu --bench fence_message_passing --axis scope=device --samples 6 --out out
head -n 1 out/fence_message_passing.csv | grep -q ',message,handovers,failures,unseen$' || fail "no counts"
[ "$(columns '@status == "ok" && @handovers > 0 && @failures == 0' out/fence_message_passing.csv | wc -l)" -eq 14 ] ||
    fail "not 14 ways that passed words and never failed"
run 0 run --device cpu --bench fence_pending --axis scope=device --axis order=release --axis lines=own --axis warps=1 \
    --axis writes=0,8,128 --out slope
slopes=$(columns '{print @slope_ns}' slope/fence_pending.csv)
[ "$(echo "$slopes" | wc -l)" -gt 2 ] || fail "too few points"
[ "$(echo "$slopes" | sort -u | wc -l)" -eq 1 ] || fail "the slope is not the same in all rows"
[ -n "$(echo "$slopes" | head -n 1)" ] || fail "no slope"

# What makes nothing has no rate, and no time for each.
run 0 run --device cpu --bench fence_store --axis contention=thread --axis access=load --axis accesses=0,1 --out none
cells=$(columns '@accesses == 0 {print "[" @cycles_per_request @rate_ops_per_s "]"}' none/fence_store.csv | sort -u)
[ "$cells" = "[]" ] || fail "a rate of nothing: $cells"

# The host's accesses are no instructions of a warp, but they have a rate.
run 0 run --device cpu --bench global_host_atomics --axis who=cpu --axis operation=add_u32 --out host
cells=$(columns '@rate_ops_per_s > 0 {print "[" @cycles_per_request @rate_requests_per_s "]"}' host/global_host_atomics.csv | sort -u)
[ "$cells" = "[]" ] || fail "the host alone: $cells"
