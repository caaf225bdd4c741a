# While a file is written nobody else opens it: no link is followed, nobody waits, and two may write one file.
command -v flock >/dev/null || exit 77
tables=$here/../../results/nvidia-h200
set -- model verdicts --times "$tables/truth_times.csv" --utilization "$tables/truth_utilization.csv" --csv
run 0 "$@" whole.csv

# Planted under the names that it has until it is whole. A shell knows its number, which the program gets from it.
echo theirs >victim
for plant in 'ln -s victim' 'ln -s nowhere' mkfifo mkdir; do
    timeout 60 sh -c "for name in part \$\$-0.part \$\$-1.part; do $plant answer.csv.\$name; done"'; exec "$@"' \
        sh "$program" "$@" answer.csv >"$log/out" 2>"$log/err" </dev/null
    code=$?
    [ $code -eq 0 ] || fail "$plant: exit status $code"
    same whole.csv answer.csv
    [ ! -L answer.csv ] || fail "$plant: the file is a link"
    [ "$(cat victim)" = theirs ] || fail "$plant: the link was followed"
    [ ! -e nowhere ] || fail "$plant: the link was followed"
    rm -rf answer.csv*
done

# Two at once.
for round in $(seq 40); do
    "$program" "$@" both.csv >"$log/first" 2>&1 </dev/null &
    first=$!
    "$program" "$@" both.csv >"$log/second" 2>&1 </dev/null
    second=$?
    wait $first || fail "round $round, the first failed: $(cat "$log/first")"
    [ $second -eq 0 ] || fail "round $round, the second failed: $(cat "$log/second")"
    same whole.csv both.csv
done
no_parts

# The umask decides who may read it.
for mask in 022 027 077; do
    (umask $mask && run 0 "$@" "mask$mask.csv") || exit 1
    wanted=$(printf '%o' $((0666 & ~mask)))
    [ "$(stat -c %a "mask$mask.csv")" = "$wanted" ] || fail "umask $mask gives $(stat -c %a "mask$mask.csv"), expected $wanted"
done

# What a killed process left goes when the same file is written again; what another still writes, or is named otherwise, stays.
echo left >again.csv.4194305-0.part
echo kept >again.csv.old.part
echo kept >other.csv.4194305-0.part
: >again.csv.4194306-2.part
ln -s victim again.csv.4194307-0.part
exec 9>again.csv.4194306-2.part
flock -n 9 || fail "no locks here"
run 0 "$@" again.csv
same whole.csv again.csv
exec 9>&-
[ "$(echo *.part)" = 'again.csv.4194306-2.part again.csv.4194307-0.part again.csv.old.part other.csv.4194305-0.part' ] ||
    fail "there are $(echo *.part)"
run 0 "$@" again.csv
[ ! -e again.csv.4194306-2.part ] || fail "what was left stays"
[ "$(cat victim)" = theirs ] || fail "a link was followed"

# Tables and run.csv likewise.
plant='for file in run.csv shared_service.csv; do ln -s ../victim out/$file.$$-0.part; ln -s ../victim out/$file.part; done'
mkdir out
timeout 60 sh -c "$plant"'; exec "$@"' sh "$program" run --device "fake:$scripts/steady.txt" --bench shared_service \
    --axis n=1 --axis e=1 --axis c=0 --samples 6 --out out >"$log/out" 2>"$log/err" </dev/null || fail "the run failed"
rows out/shared_service.csv 1
state complete
[ "$(cat victim)" = theirs ] || fail "run: a link was followed"
[ ! -L out/run.csv ] && [ ! -L out/shared_service.csv ] || fail "run: a file is a link"

# Figures, too; and the part of one that was killed is gone with the next.
command -v gnuplot >/dev/null || exit 0
mkdir figures bin
cp "$tables/global_bandwidth.csv" out
plant='for format in svg png; do mkfifo "figures/global_bandwidth.$format.part" "figures/global_bandwidth.$format.$$-0.part"; done'
timeout 120 sh -c "$plant"'; exec "$@"' sh "$program" plot out --out figures >"$log/out" 2>"$log/err" </dev/null ||
    fail "plot failed"
rm figures/*.part
printf '#!/bin/sh\necho $$ >"%s/pid"\nmv "%s/pid" "%s/begun"\nexec sleep 60\n' "$PWD" "$PWD" "$PWD" >bin/gnuplot
chmod +x bin/gnuplot
TMPDIR=$PWD PATH=$PWD/bin:$PATH "$program" plot out --out figures >"$log/first" 2>&1 </dev/null &
plot=$!
for _ in $(seq 300); do
    [ ! -e begun ] || break
    sleep 0.1
done
run 0 plot out --out figures
[ -n "$(ls figures/*.part)" ] || fail "what another writes was removed"
kill -KILL $plot
wait $plot 2>/dev/null
kill -KILL "$(cat begun)"
for _ in $(seq 100); do
    ! flock -n figures/*.part true || break # it has ended
    sleep 0.1
done
run 0 plot out --out figures
[ -z "$(ls figures/*.part 2>/dev/null)" ] || fail "left: $(ls figures/*.part)"
