# What hand-made tables of a GPU say: a device whose 16 units are always busy, on which two words 512 bytes
# apart meet, and all below 256 do. rate(V) = rate(1) * 16 * (1 - (15/16)^V).
mkdir dir
table=dir/global_cross_direct.csv
awk 'BEGIN {
    print "variables,stride_bytes,warps,regime,scope,order,barrier,accesses,status,instruction," \
        "median_ns,rate_ops_per_s,saturation"
    n = split("4 64 128 256 512 1024 2048", strides, " ")
    for (i = 1; i <= n; i++)
        for (v = 1; v <= 2048; v *= 2) {
            gain = 16 * (1 - (15 / 16) ^ v)
            if (strides[i] < 256 || (strides[i] == 512 && v == 2)) gain = 1
            if (strides[i] == 128 && v == 2) gain = 0.86
            printf "%d,%d,2048,unused,device,relaxed,none,usual,ok,RED,100,%.9g,unchecked\n", v,
                strides[i], 1.35e9 * gain
        }
}' >$table
printf 'key,value\nbackend,cuda\n' >dir/run.csv
run 0 findings dir --csv found.csv
cp "$log/out" first
prints 'unknown device'
prints 'of the 84 points with regime=unused, warps=2048'
prints '    4-64: 1.00, 128: 0.86, 256: 1.94, 512: 1.00, 1024-2048: 1.94'
prints 'Undisturbed: the smallest stride at which that ratio is at least 1.9.
    256 B'
prints '    512: 1.000 (1 of 3 strides)'
prints '    128: 0.860 (1 of 7 strides)'
prints '    16 units, residual'
prints 'global_threads_per_warp: no such table there, skipped'
prints 'global_locality: no such table there, skipped'
prints 'global_aggregation: no such table there, skipped'
no_parts

# finding NAME VALUE: in found.csv.
finding() {
    grep -q "^$1,$2,[a-zA-Z]*,global_cross_direct,.*[^,]\$" found.csv ||
        fail "found.csv has not $1,$2: $(grep "^$1," found.csv)"
}
[ "$(head -n 1 found.csv)" = finding,value,unit,table,rule ] || fail "another header"
finding direct.pair_undisturbed 256
finding direct.pair_returns.stride_512 1
finding direct.pair_worse.stride_128 0.86
finding direct.units_distinct 16

# Its own file may be replaced, and again says the same; another may not, and is not touched.
cp found.csv before
run 0 findings dir --csv found.csv
same found.csv before
same "$log/out" first
cp $table before
run 2 findings dir --csv $table
says "--csv $table: is there and holds no findings; not replaced"
same $table before
[ ! -s "$log/out" ] || fail "something was found"
run 4 findings dir --csv nowhere/found.csv
says 'nowhere/found.csv: cannot be written'
[ ! -s "$log/out" ] || fail "something was found"

# The device by its name.
printf 'key,value\nbackend,cuda\ndevice_name,Some GPU\n' >dir/run.csv
run 0 findings dir
prints 'Some GPU'
