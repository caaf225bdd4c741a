# The device is lost in the second of three benchmarks: the run ends there, and the third is not asked for; no table
# is written that has no row.
{ repeat 600 100; echo lost; } >script
run 3 run --device fake:script --bench global_divergence --bench shared_service --bench lock_grid_barrier \
    --axis n=all --axis e=all --axis c=all --samples 6 --out out
says 'the device is lost'
says 'run --resume --out out'
state failed
grep -q '^shared_service.failed,' out/run.csv || fail "run.csv does not say what failed"
! grep -q '^lock_grid_barrier' out/run.csv || fail "the third was asked for"
[ ! -e out/lock_grid_barrier.csv ] || fail "the third has a table"
grep -q nan out/run.csv && fail "run.csv has a number that is none"
echo 200 >slower
run 0 run --resume --out out --device fake:slower
state complete
no_parts
