# Time and memory go with the number of rows, not with its square.
awk -v OFS=, 'BEGIN {
    print "lanes,warps,regime,scope,order,barrier,accesses,status,backend,instruction", \
        "median_ns,rate_ops_per_s,sm_mhz,access_ns,saturation"
    for (lanes = 1; lanes <= 150000; lanes++)
        for (doubled = 0; doubled < 2; doubled++)
            print lanes, "8,unused,device,relaxed,none", doubled ? "doubled" : "usual", "ok,cuda,RED,100", \
                doubled && lanes % 3 == 0 ? 105 : 100, "2000,10,unchecked"}' >global_threads_per_warp.csv
timeout 60 "$program" findings . --csv found.csv >"$log/out" 2>"$log/err" || fail "300000 rows: exit status $?"
prints '100000 of 150000 points; most, +5 %'
