# One point of a series fails. Resuming measures it and must not lose the samples of the others.
{ repeat 40 100; echo timeout; repeat 3000 100; } >script
run 3 run --device fake:script --bench global_baseline --samples 6 --out out
[ "$(axes out/global_baseline.csv ok | wc -l)" -eq 17 ] || fail "not 17 of 18 points are ok"
echo 200 >other
run 0 run --resume --out out --device fake:other
[ "$(axes out/global_baseline.csv ok | wc -l)" -eq 18 ] || fail "not all points are ok"
rows out/global_baseline_samples.csv $((18 * 6))
kept=$(columns '{print @cycles, @ns}' out/global_baseline_samples.csv | sort | uniq -c | tr -s ' \n' ' ')
[ "$kept" = ' 102 100 100 6 200 200 ' ] || fail "not the samples of the others: $kept"

# Of one whose memory is wrong there are no samples, as there is no number in its row.
{ repeat 40 100; echo wrong; repeat 3000 100; } >script
run 1 run --device fake:script --bench global_baseline --samples 6 --out wrong
[ "$(axes wrong/global_baseline.csv wrong | wc -l)" -eq 1 ] || fail "not one point is wrong"
rows wrong/global_baseline_samples.csv $((17 * 6))

# Help says so, as nobody has asked for these samples.
"$program" run --help | tr -s ' \n' ' ' | grep -q 'global_baseline keeps its samples in any case' || fail "help does not say so"
