# One set of several processes: medians over them, the least and the most of them; what was begun goes on.
echo 1000 >script
set -- --device fake:script --bench shared_service --bench global_baseline --axis n=1,2 --axis e=1 --axis c=0 --samples 6
run 0 run "$@" --repeat 3 --seed 7 --out out
for k in 1 2 3; do
    grep -q "^seed,$((6 + k))$" out/process-$k/run.csv || fail "process $k has no seed of its own"
done
grep -q '^processes,3$' out/run.csv || fail "run.csv does not say how many processes"
grep -q '^shared_service.ok,2$' out/run.csv || fail "run.csv does not count the set's rows"
state complete

# Two of them measured again, slower: the first is kept.
rm -r out/process-2 out/process-3
echo 1010 >script
run 0 run --resume --out out
column_is() { [ "$(row_of out/shared_service.csv "$1")" = "$2" ] || fail "$1 is $(row_of out/shared_service.csv "$1"), expected $2"; }
row_of() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } NR == 2 { print $at }' "$1"; }
column_is status ok
column_is median_cycles 1010
column_is n_samples 18
column_is n_processes 3
column_is process_low_cycles 1000
column_is process_high_cycles 1010
rows out/shared_service.csv 2

# What a benchmark counts adds up: a failure in one process is one of the set. The processes' tables say 0, 3, 0 failures.
run 0 run --device cpu --preset quick --bench fence_message_passing --axis way=relaxed --axis scope=device --samples 6 \
    --repeat 3 --out litmus
k=0
for failures in 0 3 0; do
    k=$((k + 1))
    edited "FNR > 1 { @failures = $failures; @handovers = 100 * $k }" litmus/process-$k/fence_message_passing.csv >table
    mv table litmus/process-$k/fence_message_passing.csv
done
run 0 run --resume --out litmus
[ "$(columns '{ print @failures, @handovers }' litmus/fence_message_passing.csv | sort -u)" = '3 600' ] || fail "counts are no sums"

# The shortest and the longest sample of a set are of all its processes, and so is what a benchmark has the most of; a mean is not.
run 0 run --device cpu --preset quick --bench lock_mutex --axis lock=ticket --samples 6 --repeat 3 --out waits
k=0
for ns in 20 90 10; do
    k=$((k + 1))
    edited "FNR > 1 { @min_ns = $ns; @max_ns = 100 + $ns; @longest_wait_ns = $ns; @handover_ns = $ns }" \
        waits/process-$k/lock_mutex.csv >table
    mv table waits/process-$k/lock_mutex.csv
done
run 0 run --resume --out waits
[ "$(columns '{ print @min_ns, @max_ns, @longest_wait_ns, @handover_ns }' waits/lock_mutex.csv | sort -u)" = '10 190 90 20' ] ||
    fail "a maximum is not the most of all processes"

# compare: spreads that overlap agree, those that do not are told apart.
echo 1001 >script
run 0 run "$@" --repeat 2 --out other
run 0 compare --within 0 out other
prints 'shared_service                2         2   100 %   0.891 %'
echo 2000 >script
run 0 run "$@" --repeat 2 --out slow
run 1 compare --within 0 out slow
says 'global_baseline: 0 of 18 medians are within 0 % or have intervals that overlap'

# A set is of one device; a process with other points, and a table that one lacks.
cp -r out mixed
sed -i 's/^device_name,.*/device_name,another/' mixed/process-2/run.csv
run 2 run --resume --out mixed
says "mixed/process-2/run.csv: device_name is 'another'"
cp -r out fewer
sed -i '3d' fewer/process-2/shared_service.csv
run 2 run --resume --out fewer
says 'fewer/process-2/shared_service.csv: other points than fewer/process-1/shared_service.csv has'
cp -r out lacks
rm lacks/process-3/global_baseline.csv lacks/global_baseline.csv
run 0 run --resume --out lacks
says 'global_baseline: lacks/process-3 has none, so the set has none'
[ ! -e lacks/global_baseline.csv ] || fail "a table of two processes was made"
! grep -q 'not merged' "$log/err" || fail "a benchmark of this program is said to be none"
# Of a benchmark that a later program has.
for k in 1 2 3; do cp lacks/process-$k/shared_service.csv lacks/process-$k/shared_later.csv; done
run 0 run --resume --out lacks
says 'shared_later: no benchmark of this program; not merged'
[ ! -e lacks/shared_later.csv ] || fail "a table was merged whose axes are not known"

# A point that is not ok in one of them is not ok in the set.
cp -r out worse
sed -i '2s/,ok,/,wrong,/' worse/process-2/shared_service.csv
run 0 run --resume --out worse
grep -q '^shared_service.wrong,1$' worse/run.csv || fail "the wrong point is not counted"

# A set may have more processes, not fewer; a run of one process is none.
cp -r out more
run 0 run --resume --repeat 4 --out more
says 'process 4 of 4'
grep -q '^seed,10$' more/process-4/run.csv || fail "process 4 has no seed of its own"
grep -q '^processes,4$' more/run.csv || fail "run.csv does not count the fourth process"
grep -q '^command_line,.* --repeat 4"*$' more/run.csv || fail "run.csv does not say what was asked for"
[ "$(row_of more/shared_service.csv n_processes)" = 4 ] || fail "the table is not of four processes"
rm -r more/process-4
run 0 run --resume --out more
says 'process 4 of 4'
run 2 run --resume --repeat 3 --out more
says '--repeat 3: more/run.csv is of 4 processes, expected no fewer'
run 0 run "$@" --out single
run 2 run --resume --repeat 3 --out single
says '--resume --repeat: single/run.csv is of no set of several processes'

run 2 run "$@" --repeat 2
says '--repeat: where to?'
run 2 run "$@" --repeat 2 --out out
says 'out holds a run already'
run 2 run "$@" --repeat 2 --once --out once
says '--once takes one sample a point'
run 2 run "$@" --repeat 1 --out once
says '--repeat'
[ ! -e once ] || fail "something was left of a run that was refused"
