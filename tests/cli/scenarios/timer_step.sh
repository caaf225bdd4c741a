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
rm -r out
# A warning of a coarse one, with the shortest time that it times to 1 %, and of no other.
for step in 100 1024; do
    echo "step=$step 100" | tr ' ' '\n' >script
    # shellcheck disable=SC2086
    run 0 run --device fake:script $point --samples 6 --out out
    [ "$(value timer_step_from) $(value timer_step_ns)" = "measured $step" ] || fail "of step=$step"
    rm -r out
    [ "$step" = 100 ] || says 'timer steps by 1024 ns, so that times by it below 51 us are uncertain by more than 1 %'
    [ "$step" = 1024 ] || ! grep -q 'timer steps by' "$log/err" || fail "a warning of $step ns"
done
