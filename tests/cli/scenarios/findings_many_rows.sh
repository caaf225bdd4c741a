# Time and memory go with the number of rows, not with its square.
printf '%s\n' key,value backend,cuda >run.csv
awk -v OFS=, 'BEGIN {
    print "lanes,warps,regime,scope,order,barrier,accesses,status,instruction", \
        "median_ns,rate_ops_per_s,sm_mhz,access_ns,saturation"
    for (lanes = 1; lanes <= 150000; lanes++)
        for (doubled = 0; doubled < 2; doubled++)
            print lanes, "8,unused,device,relaxed,none", doubled ? "doubled" : "usual", "ok,RED,100", \
                doubled && lanes % 3 == 0 ? 105 : 100, "2000,10,unchecked"}' >global_threads_per_warp.csv
timeout 60 "$program" findings . --csv found.csv >"$log/out" 2>"$log/err" || fail "300000 rows: exit status $?"
prints '100000 of 150000 points; most, +5 %'

# Of a grid of 20000 strides and as many variables there is the diagonal alone. Sanitizers need the address space.
[ -n "$GA_SANITIZED" ] || ulimit -v 1048576
rm global_threads_per_warp.csv
awk -v OFS=, 'BEGIN {
    print "variables,stride_bytes,warps,regime,scope,order,barrier,accesses,status,instruction", \
        "median_ns,rate_ops_per_s,saturation"
    for (i = 1; i <= 20000; i++)
        print i, 4 * i, "2048,unused,device,relaxed,none,usual,ok,RED,100", 100 * i, "saturated"}' >global_cross_direct.csv
cp global_cross_direct.csv global_cross_scattered.csv
timeout 60 "$program" findings . --csv found.csv >"$log/out" 2>"$log/err" || fail "20000 rows: exit status $?"
prints 'of the 20000 points with regime=unused, warps=2048'
