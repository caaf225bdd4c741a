# A run ends with what its tables answer, and leaves answers.csv, which is what `answers` says of the directory. Then it says
# what to do next. The stand-in's run, and one under a profiler, do not.
repeat 4000 100 >script
run 0 run --device fake:script --bench global_baseline --bench lock_mutex --axis scope=all --axis order=all \
    --axis contenders=1,4 --out out
prints 'lock_mutex: 378 ok of 378 points

fake: fake, out'
prints '
Which latency of an add is mine?'
prints '
  unrolled, each waits for the last     ns       0.0977    0.0 % all        5'
! grep -q 'no [a-z_]* here' "$log/out" || fail "what is not there is listed"
[ "$(tail -n 4 "$log/out")" = 'results in out
  2 tables, 396 points: 396 ok
a page to look at:  gpu-atomics report out
rows of a table:    gpu-atomics show out --bench global_baseline' ] || fail "another end"
(cd out && "$program" answers . --format csv) >"$log/out" 2>"$log/err" || fail "answers of ."
same out/answers.csv "$log/out"
no_parts

run 0 run --device fake:script --bench global_baseline --out alone
prints '  unrolled, each waits for the last '
[ -s alone/answers.csv ] || fail "no answers of one benchmark"
run 0 run --device fake:script --bench global_baseline --once --out once
! grep -q 'Which' "$log/out" && [ ! -e once/answers.csv ] || fail "answers of a profiler's times"
run 0 run --device fake:script --bench lock_mutex --bench shared_service --axis n=1 --axis contenders=1 --out few
! grep -q 'holds' "$log/out" && [ ! -e few/answers.csv ] || fail "a run without answers has some"
run 0 run --device cpu --bench global_baseline --bench global_divergence --axis adds=128 --axis lanes=1 --samples 6 --out cpu
! grep -q 'Which' "$log/out" && [ ! -e cpu/answers.csv ] || fail "the stand-in answers"
! grep -q 'gpu-atomics report' "$log/out" || fail "the stand-in has a page"

# One line for all benchmarks; not on a terminal, at each tenth at most.
run 0 run --device fake:script --bench global_baseline --bench global_divergence --out line
says 'global_divergence: 20 of 20 points, benchmark 2 of 2, less than 1 s left'
run 0 run --device fake:script --bench lock_mutex --bench global_cross_direct --preset paper --out long
lines=$(grep -c ' left$' "$log/err")
[ "$lines" -ge 5 ] && [ "$lines" -le 11 ] || fail "$lines lines"

# A table's rows in units that one reads; those at the cap are marked. What was printed before a message stands before it.
awk 'BEGIN {for (i = 0; i < 2000; i++) print 100 "\n" 300}' >script
"$program" run --device fake:script --bench global_baseline --axis adds=1024 --samples 6 --out rows >both 2>&1 || fail "$?"
contains both 'global_baseline: 9 ok of 9 points, 9 at the cap of samples
  adds=1024
regime       scope     median      an op   +-95 %      samples  instruction
dependent    block '
contains both '
dependent    system    200 ns   0.195 ns   50.0 % cap       12  stand-in'
awk '/9 points|^results in/ {a = NR} /^complete:/ {b = NR} END {exit !(a && a < b)}' both || fail "what was printed comes late"
