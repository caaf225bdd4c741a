# tests/truth/record.sh with a program and a profiler that say what is written here: launches of a real recording, with
# names, and with passes and times by hand.
results=$here/../../results/nvidia-h200
recordings=$here/../recordings
mkdir tables bin
cp "$results/run.csv" "$results/shared_service.csv" tables
{
    echo operation,type,regime,pattern,e,n,status,instruction,native,median_ns,cycles_per_request
    for row in add:1:1.002 add:32:32.02 cas:1:2.001 cas:32:64.02; do
        echo "$row" | sed 's/\(.*\):\(.*\):\(.*\)/\1,u32,unused,same,\2,64,ok,A,native,1,\3/'
    done
} >tables/shared_demand.csv
cat >truth <<'END'
#!/bin/sh
[ "${1:-}" = --once ] && { echo kernel,extra,check; exit 0; }
echo kernel,extra,median_ns,quartile_1_ns,quartile_3_ns,samples,check
printf 'full,-1,750,749,751,15,ok\nfull,0,1000,999,1001,15,ok\nfull,1,1250,1249,1251,15,ok\n'
END
# The real one, in place of the path of the log, gets one more column in which the name is, if RANGES is set.
cat >bin/ncu <<'END'
#!/bin/sh
while [ "$1" != --log-file ]; do shift; done
{
    head -n 6 "$RECORDING"
    row=$(sed -n 7p "$RECORDING")
    id=0
    for form in -1:415,236,108 0:553,648,144 1:692,060,180; do
        passes=${form#*:}
        echo "$row" | sed "s/^\"0\"/\"$id\"/; s/\"553,648,144\"/\"$passes\"/; s/\"add_u32[^\"]*\"/\"$NAME extra=${form%%:*}\"/"
        id=$((id + 1))
    done
} | if [ -n "$RANGES" ]; then sed 's/"add_u32[^"]*"/"void f<1>(int, int)"/; s/"full \(extra=[-01]*\)"/"void f<1>(int, int)"/
    t named
    s/$/,"Ranges"/; b
    : named
    s/$/,"<default domain>:full @:none"/' | awk '{n += sub(/full @/, "full extra=" n - 1); print}'; else cat; fi >"$2"
exit "$CODE"
END
chmod +x truth bin/ncu
export RECORDING="$recordings/ncu_raw.csv" RANGES='' NAME=full CODE=0
PATH=$work/bin:$PATH

record() { # record CODE
    sh "$here/../truth/record.sh" "$work/truth" "$program" tables out >"$log/out" 2>"$log/err" </dev/null
    code=$?
    [ "$code" -eq "$1" ] || fail "exit status $code, expected $1"
}
record 0
prints 'truth_counters.csv: 5 lines, launches with a name: 3'
prints '3 launches in two profiles: U differs by 0.000 points at most'
prints '1 kernels of the times: 1 verdicts right, 0 wrong'
[ "$(head -n 1 out/truth_counters.csv | tr ',' '\n' | wc -l)" -ge 18 ] || fail "$(head -n 1 out/truth_counters.csv)"
cp out/truth_counters.csv named.csv
RANGES=yes record 0
same out/truth_counters.csv named.csv

# A profiler that fails, and one that names nothing.
CODE=9 record 3
says 'ncu ended with 9'
NAME=another record 2
says 'both are joined by names'
sed -i 's/ extra=.{form%%:\*}//' bin/ncu
record 3
says 'launches with a name: 0'
