# The fixed-rate timer's step is in run.csv: as it was seen; or as documented, where there is none to look at, or a
# profiler looks on.
point='--bench global_baseline --axis regime=unused --axis scope=device --axis adds=128'
# shellcheck disable=SC2086 # a list of options
run 0 run --device cpu $point --samples 6 --out out
[ "$(value timer_step_from)" = measured ] || fail "not measured: $(value timer_step_from)"
awk -v step="$(value timer_step_ns)" 'BEGIN {exit !(step >= 1 && step < 1e6)}' || fail "a step of $(value timer_step_ns) ns"
rm -r out
# shellcheck disable=SC2086
run 0 run --device cpu $point --once --out out
[ "$(value timer_step_from) $(value timer_step_ns)" = 'documented 1' ] || fail "with --once: $(value timer_step_ns)"
rm -r out
# shellcheck disable=SC2086
run 0 run --device "fake:$scripts/steady.txt" $point --samples 6 --out out
[ "$(value timer_step_from) $(value timer_step_ns)" = 'documented 1' ] || fail "of no clock: $(value timer_step_ns)"
[ "$(value tick_ns)" = 1 ] || fail "tick_ns"
