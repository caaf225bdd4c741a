# A run of several benchmarks ends with what its tables answer, in place of extremes, and leaves answers.csv, which is what
# `answers` says of the directory. A run of one benchmark does neither; nor does the stand-in's.
repeat 4000 100 >script
run 0 run --device fake:script --bench global_baseline --bench lock_mutex --out out
prints 'lock_mutex: 378 ok of 378 points

fake: fake, out'
prints '
Which latency of an add is mine?'
prints '
  each add waits for the one before     ns       0.0977    0.0 % all        5'
! grep -q 'no [a-z_]* here' "$log/out" || fail "what is not there is listed"
! grep -q 'cycles a request' "$log/out" || fail "extremes of unlike points"
[ "$(tail -n 2 "$log/out")" = 'results in out
  2 tables, 396 points: 396 ok' ] || fail "another end"
run 0 answers out --format csv
same out/answers.csv "$log/out"
no_parts

run 0 run --device fake:script --bench lock_mutex --out alone
prints '  most '
[ ! -e alone/answers.csv ] || fail "answers of one benchmark"
run 0 run --device fake:script --bench lock_mutex --bench shared_service --axis n=1 --axis contenders=1 --out few
! grep -q 'holds' "$log/out" && [ ! -e few/answers.csv ] || fail "a run without answers has some"
run 0 run --device cpu --bench global_baseline --bench global_divergence --axis adds=128 --axis lanes=1 --samples 6 --out cpu
! grep -q 'Which' "$log/out" && [ ! -e cpu/answers.csv ] || fail "the stand-in answers"
