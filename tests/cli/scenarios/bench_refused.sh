# The device refuses the first of three benchmarks something: the others are measured, and --resume measures the first.
three='--bench shared_service --bench global_baseline --bench global_divergence'
{ echo refused; repeat 4000 100; } >script
run 3 run --device fake:script $three --out out
says 'shared_service: failed: fake: the device refuses'
says '1 of 3 benchmarks failed'
says 'run --resume --out out'
state failed
grep -qx 'shared_service.failed,fake: the device refuses' out/run.csv || fail "run.csv does not say why"
[ ! -e out/shared_service.csv ] || fail "there is a table without a row"
for bench in global_baseline global_divergence; do
    grep -q ',ok,' out/$bench.csv || fail "$bench was not measured"
    cp out/$bench.csv $bench.before
done
echo 200 >slower
run 0 run --resume --out out --device fake:slower
state complete
! grep -q 'failed' out/run.csv || fail "run.csv still says that it failed"
grep -q ',ok,' out/shared_service.csv || fail "shared_service was not measured"
for bench in global_baseline global_divergence; do
    cmp out/$bench.csv $bench.before || fail "$bench was measured again"
done
no_parts
