# What hand-made tables answer: a value, its interval, its row; the same in every format; two sets side by side.
mkdir one two
printf 'key,value\nbackend,cuda\ndevice_name,Maker Chip 1\n' >one/run.csv
printf 'key,value\nbackend,cuda\ndevice_name,Maker Other\n' >two/run.csv
cat >one/global_baseline.csv <<'END'
regime,scope,adds,status,median_cycles,ci_low_cycles,ci_high_cycles,median_ns,ops,sm_mhz
unused,device,1024,ok,2000,1980,2040,1000,1000,2000
unused,device,128,ok,2000,1980,2040,9000,1000,2000
dependent,device,1024,wrong,,,,,,
END
sed 's/,1000,1000,/,1500,1000,/; s/dependent,device,1024,wrong.*/dependent,device,1024,ok,7,7,7,70000,1000,2000/' \
    one/global_baseline.csv >two/global_baseline.csv
cat >one/lock_mutex.csv <<'END'
lock,contender,contenders,scope,order,work,status,median_ns,ci_low_ns,ci_high_ns,ops,fairness
tas_exchange,block,128,device,atomics,1,ok,700,690,710,1,0.9
ticket,block,128,device,atomics,1,ok,600,594,606,1,1
mcs,block,128,device,atomics,1,ok,900,891,909,1,1
END
sed 's/^mcs,\(.*\),900,891,909/mcs,\1,500,495,505/' one/lock_mutex.csv >two/lock_mutex.csv

run 0 answers one
prints 'Chip: Maker Chip 1, one'
prints '
 global_baseline
  unrolled, no-return (no result used)  ns            1    1.5 %'
prints '  unrolled, each waits for the last      no such row here'
prints '  latency, a near word                   no global_locality here'
prints '  128 blocks: take ticket               ns          600    1.0 % card       3'
prints '    MCS instead                         x           1.5'
[ "$(awk 'length > 80' "$log/out")" = '' ] || fail "a line has more than 80 columns"
! grep -q 'least-squares' "$log/out" || fail "a rule without --why"
run 0 answers "$here/../../results/nvidia-h200" --bench global_sums
grep -A 1 'skewed: take shared$' "$log/out" | grep -q '^ *us  *[0-9.]* ' || fail "numbers stand beside a name that takes their room"
run 0 answers one --why
prints '      median_ns/ops at regime=unused scope=device adds=1024'
prints '      least median_ns/ops at lock=mcs over the least of all, at'

# A set of several processes: the interval is the least and the most of their medians.
cp -r one several
sed '1s/$/,process_low_cycles,process_high_cycles/; 2,3s/$/,1900,2200/; 4s/$/,,/' one/global_baseline.csv >several/global_baseline.csv
run 0 answers several --format csv
cp "$log/out" several.csv
[ "$(columns '@answer == "add_unused" {print @value, @low, @high}' several.csv)" = '1 0.95 1.1' ] ||
    fail "add_unused of several processes: $(grep add_unused several.csv)"

# A slope's is that of the lines through the processes' ends, whichever is steeper: in the fence's table one process takes
# half as long in all rows; in the one after it a longer time where there is one fence; a row without ends has its median.
cat >several/fence_fence.csv <<'END'
scope,order,warps,sms,background,fences,status,median_cycles,median_ns,ops,sm_mhz,process_low_ns,process_high_ns
device,acq_rel,1,one,none,0,ok,4,2,0,2000,2,2
device,acq_rel,1,one,none,1,ok,204,102,1,2000,52,103
device,acq_rel,1,one,none,2,ok,404,202,2,2000,102,204
device,acq_rel,1,one,none,4,ok,804,402,4,2000,202,406
END
run 0 answers several --format csv
cp "$log/out" several.csv
[ "$(columns '@answer == "fence_device" {print @value, @low, @high}' several.csv)" = '100 50 101' ] ||
    fail "fence_device of several processes: $(grep fence_device several.csv)"
sed -i 's/,2,2$/,,/; s/,52,103$/,102,302/; s/,102,204$/,202,302/; s/,202,406$/,402,402/' several/fence_fence.csv
run 0 answers several --format csv
cp "$log/out" several.csv
[ "$(columns '@answer == "fence_device" {print @value, (@low < 95), @high}' several.csv)" = '100 1 100' ] ||
    fail "fence_device of lines that cross: $(grep fence_device several.csv)"

# A row of CSV: value and interval in proportion to what was read in cycles; no text of a table that is not there.
run 0 answers one --format csv
cp "$log/out" one.csv
[ "$(columns '@answer == "add_unused" {print @value, @low, @high, @unit, @table, @line, @rows}' one.csv)" = \
    '1 0.99 1.02 ns global_baseline 2 1' ] || fail "add_unused: $(grep add_unused one.csv)"
[ "$(columns '@answer == "lock_blocks" {print @value, @low, @high, @word, @line}' one.csv)" = '600 594 606 ticket 3' ] ||
    fail "lock_blocks: $(grep lock_blocks one.csv)"
! grep -q global_locality one.csv || fail "an answer without a table"
run 0 answers one two --format json
! command -v python3 >/dev/null || python3 -c 'import json, sys
rows = {(r["answer"], r["directory"]): r for r in json.load(sys.stdin)}
assert rows["add_unused", "two"]["value"] == 1.5 and rows["add_unused", "two"]["low"] == 1.485, rows
assert rows["lock_blocks", "two"]["word"] == "mcs" and rows["fairness_ticket", "one"]["low"] is None, rows' <"$log/out" ||
    fail "another JSON"

# Of more than two sets long names are numbers.
cp -r two a-long-name
cp -r two another-long-name
run 0 answers two a-long-name another-long-name
prints '(3) another-long-na: Maker Other, another-long-name'
prints '     two     (2)     (3)  ratio holds'

# Side by side: a column each, the last over the first, and what they advise where it differs. What one lacks is a dash.
run 0 answers one two
prints '
                                                   Chip   Other  ratio holds'
prints '  unrolled, no-return (no result used)  ns            1     1.5   1.50'
prints '  unrolled, each waits for the last     ns            -      70      -'
prints '  128 blocks: take ...                  ns          600     500      - card
      Chip: ticket
      Other: mcs'
run 0 answers one two --bench lock_mutex --format markdown
prints "| **Which lock?** ns a critical section of one add, one lock for all, device scope. Jain's index of n blocks: 1 if all have equally many turns, 1/n if one has all. Launches have 16 turns a block, by older programs (the shipped H100's) 32: compare indexes within a set | | | | | | |"
prints '| 128 blocks: take<br>... ticket instead<br>... MCS instead | ns<br>x<br>x | 600 ticket<br>1<br>1.5 |'
sed 's/594,606/564,636/' one/lock_mutex.csv >two/lock_mutex.csv # an interval that is wide
run 0 answers two --bench lock_mutex --format markdown
prints ' | 600 ticket (±6 %)<br>'
! grep -q 'global_' "$log/out" || fail "a table that --bench leaves out"
# Of two sets of one GPU the directories are the names.
run 0 answers one/ "$PWD/one"
prints '
                                                    one     one  ratio'
# What all of these begin with, up to a hyphen, says nothing.
cp -r one a-long-beginning-day1
cp -r one a-long-beginning-day2
run 0 answers a-long-beginning-day1 a-long-beginning-day2
prints '    day1    day2  ratio'
rm -r a-long-beginning-day1 a-long-beginning-day2

# A table in cycles alone.
sed '1s/.*/line,sm,partner,way,scope,order,status,median_cycles,ci_low_cycles,ci_high_cycles,sm_mhz,ops/; 1q' \
    one/global_baseline.csv >one/global_ping_pong.csv
cp one/global_ping_pong.csv header
echo near,0,1,cas,device,relaxed,ok,16000,15840,16160,2000,16 >>one/global_ping_pong.csv
run 0 answers one --bench global_ping_pong
prints '  a turn by cas, relaxed, near          ns          500    1.0 %'

# Medians of two groups: of 60 pairs one, of 40 the other; fewer pairs are none.
pairs() { # N STATUS: pairs of the first group, and 40 of the second
    cp header one/global_ping_pong.csv
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n + 40; i++) {
        cycles = (i <= n ? 6400 : 9600) + 32 * (i % 5)
        print "near,0," i ",store,device,relaxed,ok," cycles "," cycles "," cycles ",2000,16" } }' >>one/global_ping_pong.csv
    run "$2" answers one --bench global_ping_pong
}
pairs 60 0
prints '  one word, within a half of the SMs    ns          202'
prints '  one word, to the other half           ns          302'
pairs 59 2
says 'answers: one holds none of the rows'

# Refused: what no table is, the stand-in, a cell that is no number, names that are not known.
run 4 answers one missing
says 'answers: missing: No such file'
run 4 answers one/run.csv
says 'Not a directory; give the directory of a run'
mkdir none
cp one/run.csv none
run 2 answers none
says 'answers: none holds none of the rows'
mkdir -p cards/card-1
cp one/run.csv cards/card-1
run 2 answers cards
says 'answers: cards has no run.csv; it is a folder of sets. Name those that you want, as in: gpu-atomics answers cards/card-1'
cp -r cards 'cards[1]'
run 2 answers 'cards[1]/'
says "as in: gpu-atomics answers 'cards[1]/card-1'"
echo answer >cards/card-1/answers.csv
run 2 answers cards/card-1
says 'answers: cards/card-1 has no tables, only the answers that were drawn from them: read cards/card-1/answers.csv'
run 2 answers one --format jsn
says "--format 'jsn': expected text, markdown, csv or json; did you mean json?"
run 2 answers one --bench lock_mutx
says "--bench 'lock_mutx': no answer is drawn from such a table; did you mean lock_mutex?"
sed -i '2s/,1000,1000,/,fast,1000,/' one/global_baseline.csv
run 2 answers one
says "one/global_baseline.csv:2: status is ok and median_ns is 'fast', expected a number"
# All that `compare` refuses, and a name that is almost one: the time would be worked out of others.
table=one/global_baseline.csv
cp two/global_baseline.csv $table
cell $table 2 median_ns -5
run 2 answers one
says "$table:2: status is ok and median_ns is '-5', expected a number, 0 or from 1e-18 to 1e18"
sed 2p two/global_baseline.csv >$table
run 2 answers one
says "$table:3: "
says 'stands here for the second time, as in line 2'
sed 1s/median_ns/medianns/ two/global_baseline.csv >$table
run 2 answers one
says "$table:1: column 'medianns' is not known; did you mean 'median_ns'?"
run 2 show one --bench global_baseline
says "$table:1: column 'medianns' is not known; did you mean 'median_ns'?"
sed -i 's/cuda/cpu/' two/run.csv
run 2 answers two
says "two/run.csv: backend is 'cpu', the stand-in; these times say nothing of a GPU"
[ ! -s "$log/out" ] || fail "something was printed"

# What comes with the program: a set a GPU model, in 80 columns.
run 0 answers
[ "$(grep -c '^H[12]00: ' "$log/out")" = "$(grep -c '^[Hh].*: NVIDIA' "$log/out")" ] || fail "two sets of one model"
[ "$(grep -v / "$log/out" | awk 'length > 80')" = '' ] || fail "a line has more than 80 columns"
