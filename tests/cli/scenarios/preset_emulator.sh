# The preset for emulators: every benchmark has points there, a few, tiny and right.
run 0 run --device cpu --preset emulator --out out
state complete
run 0 list --device cpu
cp "$log/out" list.txt
sed -n 's/^\([a-z]*_[a-z_]*\)$/\1/p' list.txt >ids
[ -s ids ] || fail "there are no benchmarks"
while read -r id; do
    table=out/$id.csv
    [ -s "$table" ] || fail "$id has no table"
    axes "$table" ok >right
    rows "$table" "$(wc -l <right)"
    n=$(wc -l <right)
    if [ "$n" -lt 1 ] || [ "$n" -gt 16 ]; then fail "$id has $n points, expected 1 to 16"; fi
    head -n 1 "$table" | grep -q ',requests,' || continue # a brief one
    columns '@requests > 16384 {print point()}' "$table" >large
    [ ! -s large ] || fail "$id: more than 2^14 warp instructions: $(cat large)"
done <ids
prints "; emulator 4 ("

# Combinations of values that are named have a point each, however much it does.
run 0 run --device cpu --preset emulator --bench fence_fence --axis fences=1,4 --axis warps=1,2 --out named
[ "$(columns '@status == "ok" {print @fences, @warps}' named/fence_fence.csv | sort -u | wc -l)" -eq 4 ] ||
    fail "a combination is not there"

# It is what an emulator is given, whose host does not wait for it, and whose occupancy is nobody's.
export GA_EMULATED=1
run 0 run --device cpu --bench lock_grid_barrier --out device
grep -q '^preset,emulator$' device/run.csv || fail "an emulator is not given its preset"
[ -z "$(columns '@largest_grid != "" {print point()}' device/lock_grid_barrier.csv)" ] || fail "a largest grid was sought"
run 77 run --device cpu --bench global_host_atomics --axis who=both --out both
prints "unsupported"
run 77 run --device cpu --bench fence_peer_messages --axis gpus=1 --out peers
prints "too slow to work beside the host"
