# What tests/bench_harness.sh makes of a run, on the stand-in; its numbers are run.csv's.
harness=$here/../bench_harness.sh
small='--device cpu --axis n=1,2 --axis e=1 --axis c=0 --samples 6'
sh "$harness" "$program" out $small --bench shared_service >"$log/out" 2>"$log/err" ||
    fail "exit status $? of bench_harness.sh"
[ "$(wc -l <"$log/out")" -eq 3 ] || fail "not a header, a benchmark and the whole"
[ "$(head -n 1 "$log/out")" = benchmark,points,wall_s,points_per_s,kernel_share_percent ] || fail header
prints "shared_service,2,$(value shared_service.wall_s),"
prints "whole run,2,$(value wall_s),"
awk -F, -v wall="$(value wall_s)" -v kernel="$(value kernel_s)" '
    function near(x, y) {return x - y <= 0.51 && y - x <= 0.51}
    $1 == "whole run" {good = near($4, $2 / wall) && near($5, kernel / wall * 100)}
    END {exit !good}' "$log/out" || fail "points per second, or the share of the time in kernels"

# Again into the same directory, now with every benchmark; times so short that they are 0.
echo 100 >script
sh "$harness" "$program" out --device fake:script --axis n=1 --samples 6 >"$log/out" 2>"$log/err" ||
    fail "exit status $? of bench_harness.sh"
prints 'global_baseline,18,'
prints "shared_service,$(value shared_service.points),"
prints "whole run,$(($(value shared_service.points) + 18)),"

# A run that fails is no measurement.
echo wrong >script
sh "$harness" "$program" out --device fake:script --samples 6 >"$log/out" 2>"$log/err" &&
    fail "exit status 0 though there were wrong results"
[ ! -s "$log/out" ] || fail "numbers of a run that failed"
