# A table that is not whole is named once, none of its figures is drawn, and the figures of other tables are.
command -v gnuplot >/dev/null || exit 77
run 0 run --device cpu --bench global_baseline --bench global_threads_per_warp --samples 6 --out out
table=out/global_threads_per_warp.csv
cp $table whole
# refused MESSAGE: of the table; the other figure is drawn.
refused() {
    rm -rf figures
    run 2 plot out --out figures
    says "$1"
    says 'plot: 1 of 2 figures not drawn: global_threads_per_warp'
    [ "$(ls figures)" = "$(printf 'global_baseline.png\nglobal_baseline.svg')" ] || fail "drawn: $(ls figures)"
    cp whole $table
}
head -c 700 whole >$table
refused 'the last line is cut short'
sed '3s/,[^,]*$//' whole >$table
refused "$table:3: "
sed '3s/,[^,]*$//' whole >$table
refused 'fields, expected'
: >$table
refused 'is empty, expected a table'
# What `compare`, `answers` and `show` refuse.
cell $table 3 status okk
refused "$table:3: status is 'okk', expected ok, wrong, unsupported, timeout or error"
cell $table 3 median_ns -5
refused "$table:3: status is ok and median_ns is '-5', expected a number, 0 or from 1e-18 to 1e18"
sed 3p whole >$table
refused 'stands here for the second time, as in line 3'
sed '1s/median_ns/medianns/' whole >$table
refused "$table:1: column 'medianns' is not known; did you mean 'median_ns'?"
sed '1s/,status,/,statuss,/' whole >$table
refused "$table:1: column 'statuss' is not known; did you mean 'status'?"
# Of two runs likewise; what several figures need is said once.
rm -rf figures
mkdir locks
for name in lock_mutex lock_grid_barrier run; do cp "$here/../../results/nvidia-h200/$name.csv" locks; done
sed -i '$s/.......$//' locks/lock_mutex.csv
truncate -s -1 locks/lock_mutex.csv
run 2 plot locks --out figures
says 'lock_mutex.csv:'
[ "$(grep -c 'is cut short' "$log/err")" -eq 1 ] || fail "said for each figure"
says 'plot: 3 of 4 figures not drawn: lock_throughput, lock_fairness, lock_work'
[ "$(ls figures)" = "$(printf 'lock_grid_barrier.png\nlock_grid_barrier.svg')" ] || fail "drawn: $(ls figures)"
run 2 plot locks "$here"/../../results/nvidia-h100 --out pairs
says 'is cut short'
[ -n "$(ls pairs)" ] || fail "no figure of two runs"
rm -rf figures
run 0 plot out --out figures
says 'plot: 2 of'
[ -s figures/global_threads_per_warp.svg ] || fail "not drawn"
# No row of one thread, to which others are compared.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 1 || !($at["lanes"] == 1 && $at["warps"] == 1)' whole >$table
run 0 plot out --out figures
cp whole $table
# Curves without a point are nothing to warn of; what gnuplot says as it fails is said.
run 0 run --device cpu --bench global_operations --axis operation=add --axis type=u32 --samples 6 --out some
run 0 plot some
! grep -qi warning "$log/err" || fail "warnings of what was drawn"
sed -i 's/,ok,/,unsupported,/' some/global_operations.csv
run 0 plot some
sed -i 2,\$d some/global_operations.csv
run 0 plot some
mkdir -p broken bin
printf '#!/bin/sh\necho "line 1: undefined" >&2\nexit 1\n' >bin/gnuplot
chmod +x bin/gnuplot
PATH=$PWD/bin:$PATH
run 4 plot out --out broken
says 'line 1: undefined'
says 'gnuplot failed on'
says "with $PWD/out/global_baseline"
# Without gnuplot.
mkdir none
PATH=$PWD/none run 77 plot out --out broken
says 'gnuplot is not installed'
