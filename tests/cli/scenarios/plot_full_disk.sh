# gnuplot does not see that a disk is full, or that it is stopped: a figure that is not whole does not replace one.
command -v gnuplot >/dev/null || exit 77
mkdir run bin
cp "$here/../../results/nvidia-h200/shared_demand.csv" "$here/../../results/nvidia-h200/run.csv" run
run 0 plot run
cp run/figures/shared_demand.svg svg
cp run/figures/shared_demand.png png
real=$(command -v gnuplot)
PATH=$PWD/bin:$PATH
for cut in 0 900; do
    for format in svg png; do
        printf '#!/bin/sh\n"%s" "$@"\n[ "$5" = %s ] || exit 0\nhead -c %s "$4" >cut && cp cut "$4"; rm -f cut\n' \
            "$real" $format $cut >bin/gnuplot
        chmod +x bin/gnuplot
        run 4 plot run
        says "figures/shared_demand.$format: not written"
        same run/figures/shared_demand.svg svg
        same run/figures/shared_demand.png png
        [ -z "$(ls run/figures/*.part 2>/dev/null)" ] || fail "a part is left"
    done
done
# Stopped by the user: no part is left.
printf '#!/bin/sh\n: >"$4"\n: >"%s/begun"\nexec sleep 60\n' "$PWD" >bin/gnuplot
"$program" plot run >"$log/out" 2>"$log/err" &
child=$!
until [ -e begun ]; do sleep 0.05; done
kill -TERM $child
wait $child
[ $? -eq 130 ] || fail "not interrupted"
[ -z "$(ls run/figures/*.part 2>/dev/null)" ] || fail "a part is left"
