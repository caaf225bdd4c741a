# Whenever a process ends between run.csv and a long table, what stands in one of them alone is not lost.
mutex="--bench lock_mutex --preset full --samples 6 --out out"

# Killed as soon as the table has its name: run.csv already says what the table lacks.
(
    preload dies_at_table
    # shellcheck disable=SC2086 # options
    run 9 run --device "fake:$scripts/steady.txt" $mutex
) || exit 1
rows out/lock_mutex.csv 1638
[ "$(value lock_mutex.instruction)" = stand-in ] || fail "run.csv does not say what the table lacks"
cp out/lock_mutex.csv whole
run 0 run --resume --out out
same whole out/lock_mutex.csv
rm -r out

# A whole table with rows that timed out lacks columns. While these rows are measured again the table has them, and the
# disk is full before it is written: what is there can still be read.
[ -z "$GA_SANITIZED" ] || exit 0 # whose reports count as files
{ repeat 1000 100; repeat 1500 timeout; } >script
# shellcheck disable=SC2086
run 3 run --device fake:script $mutex
! head -n 1 out/lock_mutex.csv | grep -q ,instruction, || fail "a column of one word"
{ repeat 3000 100; echo break; repeat 1000 100; } >script
(
    ulimit -f 50
    run 4 run --resume --out out
) || exit 1
cp "$scripts/steady.txt" script
run 0 run --resume --out out
rows out/lock_mutex.csv 1638
[ "$(value lock_mutex.ok)" = 1638 ] || fail "not all is ok"
