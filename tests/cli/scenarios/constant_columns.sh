# What all rows of a long table have alike is a line of run.csv and no column; whoever reads the table finds it there.
run 0 run --device "fake:$scripts/steady.txt" --bench lock_mutex --preset full --samples 6 --out out
rows out/lock_mutex.csv 1638
for line in instruction,stand-in native,unknown stop,interval; do
    [ "$(value "lock_mutex.${line%,*}")" = "${line#*,}" ] || fail "run.csv: $line"
    ! head -n 1 out/lock_mutex.csv | grep -q ",${line%,*}," || fail "a column ${line%,*}"
done
head -n 1 out/lock_mutex.csv | grep -q ',status,n_samples,n_visits,median_cycles,.*,message,' || fail "status or message is not there"

# The same with the column of the instruction, in one row another.
edited '{@status = @status "," (FNR == 1 ? "instruction" : FNR == 2 ? "OTHER" : "stand-in")}' out/lock_mutex.csv >wider
cp -r out wide
cp wider wide/lock_mutex.csv
run 0 compare out wide
prints '  1638      1638   100 % '
prints '    instruction differs: 1'

# A run that lost a row is finished: the same table, the same lines. So is one that was killed between the two files:
# then the table still has its columns, which count.
cp -r out before
sed -i '$d' out/lock_mutex.csv
sed -i 's/^status,complete/status,interrupted/' out/run.csv
run 0 run --resume --out out
same before/lock_mutex.csv out/lock_mutex.csv
sed '$d' wider >out/lock_mutex.csv
sed -i 's/^status,complete/status,interrupted/' out/run.csv
run 0 run --resume --out out
same wider out/lock_mutex.csv
[ -z "$(value lock_mutex.instruction)" ] || fail "run.csv: an instruction for all rows"
[ "$(value lock_mutex.native)" = unknown ] || fail "run.csv: native"

# Neither a column nor a line: no table of this program.
columns=$(head -n 1 before/lock_mutex.csv | tr ',' '\n' | wc -l)
cp before/lock_mutex.csv out
run 2 run --resume --out out
says "out/lock_mutex.csv:1: $columns columns, expected $((columns + 1))"
