# What is a point of global_vector and its neighbours and what is not; and that every one is right on the stand-in.
# points N OPTION..: N points, all ok.
points() {
    n=$1
    shift
    rm -rf out
    run 0 run --device cpu --preset quick --once "$@" --out out
    found=$(cat out/*_*.csv | grep -c ',ok,')
    [ "$found" -eq "$n" ] || fail "$found points, expected $n: $*"
}

# Each type by every way that there is, on one row and on many: a loop on few words has one team of a warp.
points 10 --bench global_vector --axis type=all --axis way=plain,x2,x4,x8 --axis values=8 --axis rows=one --axis copies=0 --axis blocks_per_sm=2
points 14 --bench global_vector --axis type=all --axis way=plain,x2,x4,x8 --axis values=8 --axis rows=many --axis copies=0 --axis blocks_per_sm=2
points 7 --bench global_vector --axis type=u8,u16,f16,bf16,f32,u32,u64 --axis way=plain --axis values=8 --axis rows=few --axis copies=0 --axis blocks_per_sm=0

# Bulk operations want 16 bytes; a row has a power of two of values.
points 2 --bench global_vector --axis type=u32,u64 --axis way=bulk --axis values=2,3 --axis rows=one,many --axis copies=1 --axis blocks_per_sm=1
points 2 --bench global_vector --axis type=u32,u64 --axis way=bulk_cluster --axis values=64 --axis rows=one --axis copies=2 --axis blocks_per_sm=2
# A row that is longer than the stand-in's memory of many.
points 2 --bench global_vector --axis way=bulk --axis values=4096 --axis rows=many,memory --axis copies=1 --axis blocks_per_sm=1 --axis type=f64
points 5 --bench global_vector --axis type=u32,f32 --axis way=plain,bulk,bulk_store --axis values=64 --axis rows=peer --axis copies=0,4 --axis blocks_per_sm=2

# Chains are of one thread, and pages are a chain's alone.
points 12 --bench global_reach --axis set_mib=64 --axis pattern=all --axis operation=all --axis regime=all --axis blocks_per_sm=0,2
columns '(@regime == "dependent") != (@blocks_per_sm == 0) || (@pattern == "page" && @regime != "dependent") {exit 1}' out/global_reach.csv ||
    fail "a chain of many threads, or pages without one"

# The word beside the flag is there where the flag is polled; without a background nobody loses.
points 16 --bench global_interference --axis background=read_l2,write_memory,poll --axis share=0,50 --axis words=one,beside_flag --axis regime=all
columns '@share == 0 && @background_loss != 0 {exit 1}' out/global_interference.csv || fail "no background, and it loses"
