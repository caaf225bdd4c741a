# Every ordered pair of the stand-in's three GPUs, with one, two and three of them on the same words. Each that takes part
# does some of the updates, and none is lost: fewer pairs, a GPU that is not started, not counted, or works elsewhere shows.
run 0 run --device cpu --bench global_peer_atomics --axis operation=add_u32,max_u64,xor_u32,exchange_u64,cas_u32 \
    --axis load=latency,one_word --axis warps=1 --out out
table=out/global_peer_atomics.csv
# A visit has at most 10 samples of 8 accesses, and 2 before them; company does 8 at least. A compare-and-swap may fail.
columns '@status != "ok" { print "not ok: " $0; next }
    { n[@from @to @gpus]++; visits = int((@n_samples + 9) / 10)
      least = 8 * @n_samples + visits * (16 + 8 * (@gpus - 1))
      if (@operation !~ /^cas/ && @expected_updates < least) print "too few updates: " $0
      if (@lost_updates != 0 || @torn_values != 0) print "lost: " $0
      if (@found_updates != @expected_updates) print "not found: " $0 }
    END { for (f = 0; f < 3; f++) for (t = 0; t < 3; t++) for (k = 1; k <= 3; k++)
        if (n[f t k] != 10) print "GPU " f " on " t " of " k ": " n[f t k] + 0 " rows, not 10" }' $table >wrong
[ ! -s wrong ] || fail "$(head -n 5 wrong)"

# Twice as many warps were not measured; where they were, the rate is compared.
run 0 run --device cpu --bench global_peer_atomics --axis operation=add_u32 --axis load=one_word --axis warps=1,2 \
    --axis from=0 --axis to=2 --axis gpus=1 --out load
cells=$(columns '{ print @warps (@saturation == "unchecked") (@load_gain > 0) }' load/global_peer_atomics.csv)
[ "$(echo $cells)" = "101 210" ] || fail "saturation: $cells"

# What a thread of the host puts comes back to it, of every width that it has.
run 0 run --device cpu --bench global_host_atomics --axis who=cpu --axis operation=exchange_b128,cas_b128,min_u64 --out host
[ "$(grep -c ',wrong,\|,error,' host/global_host_atomics.csv)" -eq 0 ] || fail "the host alone"
