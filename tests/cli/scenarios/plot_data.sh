# What figures are drawn from is kept where that is asked for, and nowhere else, whatever happens.
command -v gnuplot >/dev/null || exit 77
mkdir run bin temporary
cp "$here/../../results/nvidia-h200/global_bandwidth.csv" "$here/../../results/nvidia-h200/run.csv" run
export TMPDIR="$work/temporary"
nothing_left() { [ -z "$(ls -A temporary)" ] || fail "$1: left: $(ls -R temporary)"; }
run 0 plot run
[ ! -e run/figures/data ] || fail "data is kept"
nothing_left 'drawn'
run 0 plot run --out kept --keep-data
same kept/global_bandwidth.svg run/figures/global_bandwidth.svg
[ "$(ls kept/data)" = "$(printf 'global_bandwidth.set\nglobal_bandwidth.shown.dat')" ] || fail "kept: $(ls kept/data)"
[ "$(head -1 kept/data/global_bandwidth.shown.dat)" = 'blocks_per_sm bytes_per_s access array' ] || fail "no names"
[ "$(wc -l <kept/data/global_bandwidth.shown.dat)" = "$(wc -l <run/global_bandwidth.csv)" ] || fail "not all rows are there"
nothing_left 'kept'
# Date, commit and clock are on the figure.
grep -q '>measured 2026-[0-9-]*, commit [0-9a-f]*, SM at 19[0-9]* MHz<' run/figures/global_bandwidth.svg || fail "no small print"

printf '#!/bin/sh\nexit 1\n' >bin/gnuplot
chmod +x bin/gnuplot
PATH=$PWD/bin:$PATH run 4 plot run
nothing_left 'failed'
# Told to end again while it ends, as `timeout` tells: it still cleans up, and says so.
printf '#!/bin/sh\n: >"%s/begun"\nexec sleep 60\n' "$PWD" >bin/gnuplot
for _ in $(seq 20); do
    rm -f begun
    PATH=$PWD/bin:$PATH "$program" plot run >"$log/out" 2>"$log/err" </dev/null &
    plot=$!
    for _ in $(seq 200); do
        [ ! -e begun ] || break
        sleep 0.05
    done
    for _ in 1 2 3 4 5 6 7 8; do kill -TERM $plot 2>/dev/null || break; done
    wait $plot
    code=$?
    [ $code -eq 130 ] || fail "exit status $code, expected 130"
    says 'interrupted'
    nothing_left 'told to end'
done

printf '#!/bin/sh\nexit 1\n' >bin/gnuplot
rm -r temporary
run 4 plot run
says "plot: no temporary directory $work/temporary/gpu-atomics-plot-"
