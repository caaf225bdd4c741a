# JSON beside CSV: the same rows as objects. A number is a number, an empty cell null, a name a string however it is spelled;
# what is there and holds no rows is not replaced.
repeat 4000 100 >script
run 0 run --device fake:script --bench global_baseline --axis adds=128 --axis scope=block --format csv,json --out out
[ "$(find out -name '*.json' | sort | tr '\n' ' ')" = 'out/global_baseline.json out/global_baseline_samples.json out/run.json ' ] ||
    fail "another JSON: $(find out -name '*.json')"
contains out/global_baseline.json '[
  {"regime": "dependent", "scope": "block", "adds": 128, "status": "ok", "instruction": "stand-in", '
contains out/global_baseline.json '"cycles_per_request": 0.78125,'
contains out/global_baseline.json '"message": null}'
[ "$(tail -n 1 out/global_baseline.json)" = ']' ] || fail "no end"
contains out/run.json '{"key": "seed", "value": "1"}'
contains out/run.json '{"key": "argument", "value": "csv,json"}'
for name in global_baseline global_baseline_samples run; do
    [ "$(grep -c '^  {' out/$name.json)" -eq $(($(wc -l <out/$name.csv) - 1)) ] || fail "$name: other rows"
done
# Resumed, it has what there is then; without the option there is none.
sed -i '$d' out/global_baseline.csv
sed -i 's/,complete/,interrupted/' out/run.csv
run 0 run --resume --out out
[ "$(grep -c '^  {' out/global_baseline.json)" -eq 3 ] || fail "resumed: other rows"
run 0 run --device fake:script --bench global_baseline --axis adds=128 --out plain
[ -z "$(find plain -name '*.json')" ] || fail "JSON that nobody asked for"
run 0 run --device fake:script --bench global_baseline --axis adds=128 --format json,csv --repeat 2 --out twice
[ -s twice/global_baseline.json ] && [ -s twice/run.json ] || fail "no JSON of several processes"
for wrong in json xml csv,xml ''; do
    run 2 run --device fake:script --bench global_baseline --format "$wrong" --out never
    says "--format '$wrong': expected csv, or csv,json for both"
done
[ ! -e never ] || fail "something is left"

# Of a command: with --csv the same rows, without it no CSV; of runs that disagree, too.
mkdir one two tmp
printf 'key,value\nbackend,cuda\ndevice_name,X 1\n' | tee one/run.csv >two/run.csv
printf 'n,lock,status,median_ns,instruction,message\n1,"a\\b",ok,100,A,\n2,c,ok,5,7,\n' >one/lock_mutex.csv
sed 's/,100,/,150,/' one/lock_mutex.csv >two/lock_mutex.csv
export TMPDIR="$work/tmp"
run 1 compare one two --json rows.json
[ -z "$(ls tmp)" ] || fail "left: $(ls tmp)"
contains rows.json '{"table": "lock_mutex", "points": 2, "compared": 2, "within": 1, "apart": 0, "ratio_5": 1.025, "ratio_median": 1.25, '
contains rows.json '"ratio_most": 1.5, "most_at": "n=1, lock=a\\b", "only_first": 0,'
contains rows.json '"verdict": "disagree", "why": "compare: lock_mutex: 1 of 2 medians are within 1 % or have intervals that overlap, fewer than the 95 % wanted"}'
run 0 compare one one --csv rows.csv --json rows.json
contains rows.json '"verdict": "agree", "why": null}'
[ "$(columns '{print @table, @points, @verdict}' rows.csv)" = 'lock_mutex 2 agree' ] || fail "another CSV"
echo mine >mine
run 2 compare one two --json mine
says '--json mine: is there and holds no rows; not replaced'
run 2 compare one two --csv mine
says '--csv mine: is there and holds no comparison; not replaced'
[ "$(cat mine)" = mine ] || fail "it was replaced"
run 4 compare one one --json missing/rows.json
[ -z "$(ls tmp)" ] || fail "left: $(ls tmp)"
run 0 show one --bench lock_mutex --format json --columns n,lock,instruction,message
prints '[
  {"n": 1, "lock": "a\\b", "instruction": "A", "message": null},
  {"n": 2, "lock": "c", "instruction": "7", "message": null}
]'
no_parts
