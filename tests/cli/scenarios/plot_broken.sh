# A table that is not whole is not drawn, and the figures of the others are not begun.
command -v gnuplot >/dev/null || exit 77
run 0 run --device cpu --bench global_baseline --bench global_threads_per_warp --samples 6 --out out
table=out/global_threads_per_warp.csv
cp $table whole
head -c 700 whole >$table
run 2 plot out --out figures
says 'the last line is cut short'
sed '3s/,[^,]*$//' whole >$table
run 2 plot out --out figures
says "$table:3:"
says 'fields, expected'
: >$table
run 2 plot out --out figures
says 'is empty, expected a table'
[ -z "$(ls figures)" ] || fail "something was drawn"
cp whole $table
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
