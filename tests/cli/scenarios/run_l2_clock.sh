# run.csv has the L2's clock where the run's tables tell it, and by what; else neither line. A resumed run tells it anew, one of
# several processes of its merged tables. The table is planted: the fake device has too few threads for its rows.
table() { # MEDIAN_NS
    awk -v ns="$1" 'BEGIN {
        print "lanes,warps,regime,scope,order,barrier,accesses,status,stop,n_samples,median_ns,ci_low_ns,ci_high_ns,ops,saturation,message"
        print "32,64,dependent,device,relaxed,none,usual,ok,ci,6," ns "," ns - 10 "," ns + 10 ",1000,saturated,"
    }'
}
clock() { sed -n 's/^l2_mhz\(_known_by\)*,//p' "$1/run.csv" | paste -sd';'; }
known='rate of integer adds to one word at 1.25 L2 cycles each'
is() { [ "$(clock "$1")" = "$2" ] || fail "$1: '$(clock "$1")', expected '$2'"; }

{ echo target=sm_90; repeat 300 100; echo break; repeat 3000 100; } >script
set -- --device fake:script --bench global_baseline --bench lock_mutex --axis contenders=1
run 130 run "$@" --out out
is out ''
table 1000 >out/global_threads_per_warp.csv
echo 'target=sm_90
100' >script
run 0 run --resume --out out
state complete
is out "1250;$known"
run 0 answers out --format csv
[ "$(columns '@answer == "l2_mhz" {print @value}' "$log/out")" = 1250 ] || fail "answers has another clock"
run 0 run --resume --out out
says 'nothing was left to measure'
is out "1250;$known"
run 0 columns out/run.csv
prints "the L2's clock"
run 0 compare out out --bench 'global_b*'

# A table that is no longer there, and that of a target whose law is not known.
rm out/global_threads_per_warp.csv
sed -i 3d out/lock_mutex.csv
run 0 run --resume --out out
is out ''
table 1000 >out/global_threads_per_warp.csv
sed -i 3d out/lock_mutex.csv
sed -i 's/^target,.*/target,sm_80/' out/run.csv
echo 'target=sm_80
100' >script
run 0 run --resume --out out
is out ''

# The set's own, not the first process's.
echo 'target=sm_90
100' >script
run 0 run "$@" --repeat 3 --format csv,json --out set
is set ''
for k in 1 2 3; do table "$((900 + k * 100))" >"set/process-$k/global_threads_per_warp.csv"; done
printf 'l2_mhz,1250\nl2_mhz_known_by,%s\n' "$known" >>set/process-1/run.csv
run 0 run --resume --out set
is set "1136;$known"
grep -q '"key": "l2_mhz", "value": "1136"' set/run.json || fail "run.json lacks it: $(grep -i l2 set/run.json)"
rm set/process-3/global_threads_per_warp.csv set/global_threads_per_warp.csv
run 0 run --resume --out set
is set ''

# The reference backend has no such clock.
run 0 run --device cpu --bench global_baseline --axis adds=128 --samples 6 --out cpu
is cpu ''
