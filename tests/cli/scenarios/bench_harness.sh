# What tests/bench/bench_harness.sh makes of a run, on the stand-in; its numbers are run.csv's.
harness=$here/../bench/bench_harness.sh
small='--device cpu --axis n=1,2 --axis e=1 --axis c=0 --samples 6'
sh "$harness" "$program" out $small --bench shared_service >"$log/out" 2>"$log/err" ||
    fail "exit status $? of bench_harness.sh"
[ "$(wc -l <"$log/out")" -eq 3 ] || fail "not a header, a benchmark and the whole"
[ "$(head -n 1 "$log/out")" = benchmark,points,wall_s,points_per_s,kernel_share_percent ] || fail header
prints "shared_service,2,$(value shared_service.wall_s),"
prints "whole run,2,$(value wall_s),"
columns "
    function near(x, y) {return x - y <= 0.51 && y - x <= 0.51}
    @benchmark == \"whole run\" {
        good = near(@points_per_s, @points / $(value wall_s)) && near(@kernel_share_percent, $(value kernel_s) / $(value wall_s) * 100)
    }
    END {exit !good}" "$log/out" || fail "points per second, or the share of the time in kernels"

# Again into the same directory; a benchmark that cannot run here, and one whose time is too short for its
# digits. The program is one that writes down a run that has been.
cat >program <<'END'
mkdir "$3"
printf '%s\n' key,value status,complete wall_s,10.000 kernel_s,4.000 host_peak_bytes,1000 \
    slow.points,1000 slow.ok,1000 slow.wall_s,8.000 slow.kernel_s,2.000 'slow.sentinel,"n=64, e=32"' \
    'none.unsupported,"no clusters, here"' \
    fast.points,3 fast.ok,3 fast.wall_s,0.000 fast.kernel_s,0.000 >"$3/run.csv"
END
chmod +x program
sed -i '1i #!/bin/sh' program
sh "$harness" ./program out >"$log/out" 2>"$log/err" || fail "exit status $? of bench_harness.sh"
cat >wanted <<'END'
benchmark,points,wall_s,points_per_s,kernel_share_percent
slow,1000,8.000,125,25.0
fast,3,0.000,,
whole run,1003,10.000,100,40.0
END
same wanted "$log/out"

# A run that fails is no measurement.
echo wrong >script
sh "$harness" "$program" out --device fake:script --samples 6 >"$log/out" 2>"$log/err" &&
    fail "exit status 0 though there were wrong results"
[ ! -s "$log/out" ] || fail "numbers of a run that failed"
