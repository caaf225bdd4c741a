# What a spreadsheet would work out of others' names is text in our files, and the same name when they are read.
cp -r "$here/../../results/nvidia-h200" tables
name='=HYPERLINK(A1)'
grep '^"' "$here/../recordings/ncu_raw.csv" |
    awk -F'","' -v OFS='","' -v name="$name" '$1 ~ /^"[0-9]/ {$5 = name " extra=" (n++ ? 0 : 1)} n < 3' >counters.csv
run 0 model utilization --table tables --counters counters.csv --csv answer.csv
grep -qF "1,'$name extra=0," answer.csv || fail "the formula is one: $(cat answer.csv)"
prints "1  $name extra=0 "
printf 'kernel,extra,median_ns\n%s,0,1000\n%s,1,4000\n' "$name" "$name" >times.csv
run 0 model verdicts --times times.csv --utilization answer.csv --csv verdicts.csv
prints '1 kernels of the times: '
prints '0 kernels had no trial'
grep -q "^'$name,0," verdicts.csv || fail "the formula is one: $(cat verdicts.csv)"

# A run's own arguments, which it is resumed with. Numbers stay as they are.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1 --axis e=1 --axis c=0 --samples 6 --out out
grep -qx "argument,'--bench" out/run.csv || fail "the argument is a formula"
grep -qx 'argument,6' out/run.csv || fail "the number is none"
sed -i 's/^status,.*/status,interrupted/' out/run.csv
run 0 run --resume --out out
state complete
