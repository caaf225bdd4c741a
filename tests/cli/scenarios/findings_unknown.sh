# What a table does not say is told in words, or left out: no finding is inf or nan.
printf '%s\n' key,value backend,cuda >run.csv
good() {
    run 0 findings . --csv found.csv
    ! grep -nwiE 'inf|nan' "$log/out" found.csv || fail "a finding is no number"
}
cat >global_threads_per_warp.csv <<'END'
lanes,warps,regime,scope,order,barrier,accesses,status,instruction,median_ns,rate_ops_per_s,sm_mhz,access_ns,saturation
32,32,unused,device,relaxed,none,usual,ok,RED,100,2e9,,10,saturated
END
good # on a device whose SM clock is not known
prints 'unused: 2 G/s (1 rows, 2 G/s to 2 G/s), 0.5 ns an operation'
grep -q '^threads.unused.limit_cycles_per_op,,' found.csv || fail "the cycles are not empty"

cat >global_locality.csv <<'END'
sm,line,status,instruction,median_ns,median_cycles,ops
0,0,ok,RED,100,200,1
0,1,ok,RED,200,400,1
1,0,ok,RED,200,400,1
1,1,ok,RED,100,200,1
END
good # near and far, and nothing between
prints 'two groups: 100 ns (2 points) and 200 ns (2), without a deviation within them'
grep -q '^locality.separation,,' found.csv || fail "the separation is not empty"
grep -q '^locality.near_and_far,2,' found.csv || fail "there are two groups"

# Numbers as large and as small as a table may have.
for numbers in '1e18 1e-18' '1e-18 1e18'; do
    # shellcheck disable=SC2086 # two
    set -- $numbers
    for table in direct scattered; do
        awk -v least="$1" -v most="$2" -v OFS=, 'BEGIN {
            print "variables,stride_bytes,warps,regime,scope,order,barrier,accesses,status,instruction", \
                "median_ns,rate_ops_per_s,saturation"
            for (v = 1; v <= 64; v *= 2)
                for (s = 4; s <= 4096; s *= 2)
                    for (a = 0; a < 2; a++)
                        print v, s, 2048, "unused,device,relaxed,none", a ? "usual" : "doubled", "ok,RED,1", \
                            (v + s + a) % 3 ? least : most, "saturated"}' >global_cross_$table.csv
    done
    good
    prints 'Steady state'
done
